import { describe, expect, it } from 'vitest';
import { completedDocumentFor } from '../../shared/domain/e-invoice/complete.ts';
import { type EInvoicingBuyer, NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import { viewEInvoice } from '../../shared/domain/e-invoice/view.ts';
import type { Buyer, Seller } from '../../shared/domain/invoice/parties.ts';
import type { Invoice } from '../../shared/domain/invoice/record.ts';
import { SAMPLES } from './support/samples.ts';

/** A sample as a stored invoice: its seller and buyer contain the settings for e-invoices. */
const issued = (name: string): Invoice => {
  const source = SAMPLES[name]?.source;
  if (source === undefined || 'invoiceId' in source.document) throw new Error(`There is no invoice ${name}.`);
  const { document, seller, buyer } = source;
  return { ...document, seller: { ...document.seller, eInvoicing: seller }, buyer: { ...document.buyer, eInvoicing: buyer } };
};

const PUBLIC = issued('german-public-buyer');
const withBuyer = (invoice: Invoice, buyer: Partial<Buyer>): Invoice => ({ ...invoice, buyer: { ...invoice.buyer, ...buyer } });
const withSeller = (invoice: Invoice, seller: Partial<Seller>): Invoice => ({ ...invoice, seller: { ...invoice.seller, ...seller } });
const withBuyerSettings = (invoice: Invoice, patch: Partial<EInvoicingBuyer>): Invoice =>
  withBuyer(invoice, { eInvoicing: { ...NO_BUYER_E_INVOICING, ...invoice.buyer.eInvoicing, ...patch } });

/** The invoice as an earlier release stored it, without settings for e-invoices. */
const withoutSettings = ({
  seller: { eInvoicing: _seller, ...seller },
  buyer: { eInvoicing: _buyer, ...buyer },
  ...invoice
}: Invoice): Invoice => ({
  ...invoice,
  seller,
  buyer,
});

describe('the e-invoice of a document', () => {
  it('is ready if the document lacks nothing for the format of the customer', () => {
    expect(viewEInvoice(PUBLIC)).toEqual({
      status: 'ready',
      format: 'xrechnung_ubl',
      formats: ['ubl', 'cii', 'xrechnung_ubl', 'xrechnung_cii', 'facturx'],
      missing: [],
    });
  });

  it('lists what the document lacks', () => {
    const { status, missing } = viewEInvoice(
      withSeller(PUBLIC, { eInvoicing: { ...NO_SELLER_E_INVOICING, contactPhone: '12' }, email: '' }),
    );
    expect(status).toBe('incomplete');
    expect(missing.map(({ field }) => field)).toEqual([
      'billing_profile.e_invoicing.contact.name',
      'billing_profile.e_invoicing.contact.phone',
      'billing_profile.e_invoicing.contact.email',
      'billing_profile.e_invoicing.electronic_address',
    ]);
  });

  it('is ready, with the format `null`, for a customer who wants no e-invoice', () => {
    expect(viewEInvoice(withSeller(withBuyerSettings(PUBLIC, { format: 'none' }), { vatId: null }))).toMatchObject({
      status: 'ready',
      format: null,
      missing: [],
    });
  });

  it('does not change when the document is paid, voided or purged', () => {
    const open = issued('open-invoice');
    const later: Invoice = {
      ...withBuyer(open, { email: null }),
      status: 'paid',
      paidAt: open.issuedAt + 60,
      voidedAt: open.issuedAt + 90,
    };
    expect(viewEInvoice(later)).toEqual(viewEInvoice(open));
  });
});

describe('the document that a file is made from', () => {
  const { seller, buyer } = PUBLIC;

  it('is the issued document if it lacked nothing, whatever the current settings are', () => {
    const current = { seller, buyer: withBuyerSettings(PUBLIC, { purchaseOrderReference: 'later' }).buyer };
    expect(completedDocumentFor(PUBLIC, 'xrechnung_cii', current)).toEqual({ kind: 'complete', document: PUBLIC });
  });

  it('gets the current value of each setting that was not set when the document was issued', () => {
    const lacking = withBuyerSettings(PUBLIC, { buyerReference: null, electronicAddress: { scheme: '0204', value: '991-01234-44' } });
    expect(completedDocumentFor(lacking, 'xrechnung_ubl', { seller, buyer: lacking.buyer })).toMatchObject({
      kind: 'incomplete',
      missing: [{ field: 'customer.e_invoicing.buyer_reference', rule: 'BR-DE-15' }],
    });
    expect(completedDocumentFor(lacking, 'xrechnung_ubl', { seller, buyer })).toEqual({ kind: 'complete', document: PUBLIC });
  });

  it('keeps every setting that was set when the document was issued', () => {
    const lacking = withBuyerSettings(PUBLIC, { buyerReference: null });
    const current = withBuyerSettings(PUBLIC, { electronicAddress: { scheme: '0204', value: 'changed-99' } });
    const renamed = withSeller(current, { legalName: 'Renamed', phone: '+49 1111111', vatId: 'DE999999999' });
    const file = completedDocumentFor(lacking, 'xrechnung_ubl', { seller: renamed.seller, buyer: { ...renamed.buyer, name: 'Renamed' } });
    expect(file).toEqual({ kind: 'complete', document: PUBLIC });
  });

  it('never mixes the lines of two addresses', () => {
    const lacking = withBuyer(PUBLIC, { address: { line1: 'Amtsweg 2', line2: null, postalCode: '53113', city: null } });
    const moved = { seller, buyer: { ...buyer, address: { line1: 'Neuer Weg 1', line2: null, postalCode: '53115', city: 'Bonn' } } };
    expect(completedDocumentFor(lacking, 'xrechnung_ubl', moved)).toMatchObject({
      kind: 'incomplete',
      missing: [{ field: 'customer.address.city' }],
    });
    expect(completedDocumentFor(lacking, 'xrechnung_ubl', { seller, buyer })).toMatchObject({ kind: 'complete', document: { buyer } });
  });

  it('has the current settings if an earlier release issued the document', () => {
    const old = withoutSettings(PUBLIC);
    expect(viewEInvoice(old)).toMatchObject({ format: 'facturx', status: 'ready' });
    expect(completedDocumentFor(old, 'xrechnung_ubl', { seller, buyer })).toMatchObject({
      kind: 'complete',
      document: { seller: { eInvoicing: seller.eInvoicing }, buyer: { eInvoicing: { buyerReference: '991-01234-44' } } },
    });
  });

  it('does not exist for a format that is not applicable; the applicable formats are returned instead', () => {
    expect(completedDocumentFor(PUBLIC, 'peppol', { seller, buyer })).toEqual({
      kind: 'not_applicable',
      formats: ['ubl', 'cii', 'xrechnung_ubl', 'xrechnung_cii', 'facturx'],
    });
  });
});
