import { describe, expect, it } from 'vitest';
import { SELLER } from '../../scripts/documents/sales.ts';
import { type RenderDeps, renderMissingDocuments } from '../../shared/documents/render-missing.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type EInvoicingBuyer, NO_BUYER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import type { Invoice } from '../../shared/domain/invoice/record.ts';
import { documentParties } from '../../shared/domain/parties.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { SAMPLES } from '../e-invoices/support/samples.ts';
import { PLAIN, render } from './support.ts';

const TENANT: Tenant = { accountId: SELLER.id, mode: 'live' };
const ID = 'inv_0000000000000000000000000A';

const sampleOf = (name: string): EInvoiceSource & { readonly document: Invoice } => {
  const source = SAMPLES[name]?.source;
  if (source === undefined || 'invoiceId' in source.document) throw new Error(`There is no invoice ${name}.`);
  return { ...source, document: source.document };
};

/** A bucket and a table with the invoice of a sample. Settings of the customer: `issuedWith` on the invoice, `current` today. */
const setup = (name: string, issuedWith: Partial<EInvoicingBuyer> = {}, current: EInvoicingBuyer | null = null) => {
  const { document, seller, buyer } = sampleOf(name);
  const record: Invoice = {
    ...document,
    id: ID,
    paymentId: null,
    seller: { ...document.seller, eInvoicing: seller },
    buyer: { ...document.buyer, eInvoicing: { ...buyer, ...issuedWith } },
  };
  const account = { ...SELLER, ...document.seller, id: SELLER.id, eInvoicing: seller };
  const customer = { id: record.customerId, ...document.buyer, metadata: {}, eInvoicing: current };
  const stored = new Map<string, Buffer>();
  const deps: RenderDeps = {
    store: {
      get: async ({ type }: { readonly type: string }) => {
        const records: Readonly<Record<string, unknown>> = { [accountAggregate.type]: account, [customerAggregate.type]: customer };
        return { record: records[type] ?? record, version: 1, seq: 1, changedAt: 0 };
      },
    } as unknown as RenderDeps['store'],
    files: {
      get: async (_tenant, file) => stored.get(file) ?? null,
      has: async (_tenant, file) => stored.has(file),
      put: async (_tenant, file, content) => {
        if (!stored.has(file)) stored.set(file, Buffer.from(content));
      },
    },
    render: (model, _account, eInvoice) => render(model, PLAIN, eInvoice),
    hasTime: () => true,
  };
  return { deps, stored, record };
};

const EMBEDDED = 'factur-x.xml';
const textOf = (stored: ReadonlyMap<string, Buffer>, file: string): string => stored.get(file)?.toString() ?? '';

describe('the files of a document', () => {
  it('are a Factur-X PDF, and XML in the format of the customer', async () => {
    const { deps, stored } = setup('german-public-buyer');
    await renderMissingDocuments(deps, TENANT, { ids: [ID], format: null, areNew: false });
    expect([...stored.keys()]).toEqual([`${ID}.pdf`, `${ID}.xrechnung_ubl.xml`]);
    expect(stored.get(`${ID}.pdf`)?.includes(EMBEDDED)).toBe(true);
    expect(textOf(stored, `${ID}.xrechnung_ubl.xml`)).toContain('991-01234-44');
  });

  it('have the same bytes if two workers render them', async () => {
    const [one, other] = [setup('belgian-peppol'), setup('belgian-peppol')];
    for (const { deps } of [one, other]) await renderMissingDocuments(deps, TENANT, { ids: [ID], format: 'cii', areNew: false });
    expect([...one.stored.keys()]).toEqual([`${ID}.pdf`, `${ID}.peppol.xml`, `${ID}.cii.xml`]);
    expect(one.stored).toEqual(other.stored);
  });

  it('are a PDF without XML for a customer with the format `none`', async () => {
    const { deps, stored } = setup('german-public-buyer', { format: 'none' });
    await renderMissingDocuments(deps, TENANT, { ids: [ID], format: null, areNew: false });
    expect([...stored.keys()]).toEqual([`${ID}.pdf`]);
    expect(stored.get(`${ID}.pdf`)?.includes(EMBEDDED)).toBe(false);
  });

  it('are rendered once: later calls add only missing files', async () => {
    const { deps, stored } = setup('german-public-buyer');
    for (const format of [null, 'xrechnung_cii', 'xrechnung_cii', null] as const) {
      const before = new Map(stored);
      await renderMissingDocuments(deps, TENANT, { ids: [ID], format, areNew: false });
      for (const [file, content] of before) expect(stored.get(file)).toBe(content);
    }
    expect([...stored.keys()]).toEqual([`${ID}.pdf`, `${ID}.xrechnung_ubl.xml`, `${ID}.xrechnung_cii.xml`]);
  });

  it('include the XML only after the customer has the settings for it; the PDF stays unchanged', async () => {
    const { buyer } = sampleOf('german-public-buyer');
    const lacking = setup('german-public-buyer', { buyerReference: null });
    await renderMissingDocuments(lacking.deps, TENANT, { ids: [ID], format: 'xrechnung_ubl', areNew: false });
    expect([...lacking.stored.keys()]).toEqual([`${ID}.pdf`]);
    const completed = setup('german-public-buyer', { buyerReference: null }, { ...NO_BUYER_E_INVOICING, ...buyer });
    await renderMissingDocuments(completed.deps, TENANT, { ids: [ID], format: 'xrechnung_ubl', areNew: false });
    expect([...completed.stored.keys()]).toEqual([`${ID}.pdf`, `${ID}.xrechnung_ubl.xml`]);
    expect(completed.stored.get(`${ID}.pdf`)).toEqual(lacking.stored.get(`${ID}.pdf`));
    expect(textOf(completed.stored, `${ID}.xrechnung_ubl.xml`)).toContain('<cbc:BuyerReference>991-01234-44</cbc:BuyerReference>');
  });

  it('contain a second PDF if Factur-X is requested and the first PDF has no XML', async () => {
    const { deps, stored } = setup('german-public-buyer', { format: 'none' });
    await renderMissingDocuments(deps, TENANT, { ids: [ID], format: 'facturx', areNew: false });
    expect([...stored.keys()]).toEqual([`${ID}.pdf`, `${ID}.facturx.pdf`]);
    expect([`${ID}.pdf`, `${ID}.facturx.pdf`].map((file) => stored.get(file)?.includes(EMBEDDED))).toEqual([false, true]);
  });
});

describe('the parties of a document', () => {
  it('have no `eInvoicing` if account and customer have no settings for e-invoices', () => {
    const account = { ...SELLER, eInvoicing: null };
    const customer = { eInvoicing: null } as unknown as Parameters<typeof documentParties>[0]['customer'];
    const parties = documentParties({ account, customer });
    expect('eInvoicing' in parties.seller || 'eInvoicing' in parties.buyer).toBe(false);
  });
});
