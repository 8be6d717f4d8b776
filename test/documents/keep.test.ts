import { describe, expect, it } from 'vitest';
import { buyerNamed, invoiceOf, lineOf, SELLER } from '../../scripts/documents/sales.ts';
import { parseDocumentsMessage } from '../../shared/documents/messages.ts';
import { type RenderDeps, renderMissingDocuments } from '../../shared/documents/render-missing.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { DocumentFiles } from '../../shared/ports/index.ts';

const TENANT: Tenant = { accountId: SELLER.id, mode: 'live' };
const ONE = 'inv_0000000000000000000000000A';
const TWO = 'inv_0000000000000000000000000B';

/** A bucket and a table with two invoices, in memory. Each rendering returns different bytes. `beforePut` runs before each upload. */
const setup = (beforePut?: (id: string) => Promise<void>) => {
  const stored = new Map<string, string>();
  const renderings: string[] = [];
  const files: DocumentFiles = {
    get: async (_tenant, id) => Buffer.from(stored.get(id) ?? ''),
    has: async ({ mode }, id) => stored.has(`${mode}/${id}`),
    put: async ({ mode }, id, pdf) => {
      await beforePut?.(id);
      if (!stored.has(`${mode}/${id}`)) stored.set(`${mode}/${id}`, Buffer.from(pdf).toString());
    },
  };
  const records = new Map<string, object>([
    [SELLER.id, SELLER],
    ...[ONE, TWO].map((id) => [id, { ...invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 100)] }), id }] as const),
  ]);
  const store = {
    get: async (_aggregate: unknown, _tenant: Tenant, id: string) => {
      const record = records.get(id);
      return record === undefined ? null : { record, version: 1, seq: 1, changedAt: 0 };
    },
  };
  const deps: RenderDeps = {
    store: store as unknown as RenderDeps['store'],
    files,
    render: async ({ id }) => {
      renderings.push(id);
      return Buffer.from(`${id} rendering ${renderings.length}`);
    },
    hasTime: () => true,
  };
  return { deps, stored, renderings };
};

describe('rendering missing documents', () => {
  it('renders a document only once, even if it is requested repeatedly', async () => {
    const { deps, stored, renderings } = setup();
    await renderMissingDocuments(deps, TENANT, { ids: [ONE, TWO, ONE], format: null, areNew: false });
    await renderMissingDocuments(deps, TENANT, { ids: [TWO, ONE], format: null, areNew: false });
    expect(renderings).toEqual([ONE, TWO]);
    expect([...stored]).toEqual([
      [`live/${ONE}.pdf`, `${ONE} rendering 1`],
      [`live/${TWO}.pdf`, `${TWO} rendering 2`],
    ]);
  });

  it('renders a new document without looking up its file; a second rendering does not replace the file', async () => {
    const { deps, stored } = setup();
    const lookedUp: string[] = [];
    const has: DocumentFiles['has'] = async (_tenant, file) => {
      lookedUp.push(file);
      return false;
    };
    for (let count = 0; count < 2; count += 1) {
      await renderMissingDocuments({ ...deps, files: { ...deps.files, has } }, TENANT, { ids: [ONE], format: null, areNew: true });
    }
    expect(lookedUp).toEqual([]);
    expect([...stored]).toEqual([[`live/${ONE}.pdf`, `${ONE} rendering 1`]]);
  });

  it('keeps a stored document, and does not render it again, when called again after a crash', async () => {
    let crashes = true;
    const { deps, stored, renderings } = setup();
    const files: DocumentFiles = {
      ...deps.files,
      put: async (...args) => {
        await deps.files.put(...args);
        if (crashes) throw new Error('killed before the message was acknowledged');
      },
    };
    await expect(renderMissingDocuments({ ...deps, files }, TENANT, { ids: [ONE], format: null, areNew: false })).rejects.toThrow();
    crashes = false;
    await renderMissingDocuments({ ...deps, files }, TENANT, { ids: [ONE], format: null, areNew: false });
    expect(renderings).toEqual([ONE]);
    expect(stored.get(`live/${ONE}.pdf`)).toBe(`${ONE} rendering 1`);
  });

  it('fails if a document cannot be stored, but stores the other documents', async () => {
    const { deps, stored } = setup(async (id) => {
      if (id === `${ONE}.pdf`) throw new Error('503 SlowDown');
    });
    await expect(renderMissingDocuments(deps, TENANT, { ids: [ONE, TWO], format: null, areNew: false })).rejects.toThrow(
      '1 documents are not rendered yet',
    );
    expect([...stored.keys()]).toEqual([`live/${TWO}.pdf`]);
  });

  it('fails if no time is left for a document, and renders it when called again', async () => {
    const { deps, stored } = setup();
    let remaining = 1;
    await expect(
      renderMissingDocuments({ ...deps, hasTime: () => remaining-- > 0 }, TENANT, { ids: [ONE, TWO], format: null, areNew: false }),
    ).rejects.toThrow('1 documents are not rendered yet');
    await renderMissingDocuments(deps, TENANT, { ids: [ONE, TWO], format: null, areNew: false });
    expect(stored.size).toBe(2);
  });

  it('ignores a document without a record, which could never be rendered', async () => {
    const { deps, renderings } = setup();
    await renderMissingDocuments(deps, TENANT, { ids: ['inv_0000000000000000000000000Z'], format: null, areNew: false });
    expect(renderings).toEqual([]);
  });

  it('stores the documents of live mode and test mode separately', async () => {
    const { deps, stored } = setup();
    await renderMissingDocuments(deps, TENANT, { ids: [ONE], format: null, areNew: false });
    await renderMissingDocuments(deps, { ...TENANT, mode: 'test' }, { ids: [ONE], format: null, areNew: false });
    expect([...stored.keys()]).toEqual([`live/${ONE}.pdf`, `test/${ONE}.pdf`]);
  });
});

describe('a queue message', () => {
  it('contains document ids or events; events that are not about new documents are ignored', () => {
    expect(parseDocumentsMessage({ ...TENANT, documents: [ONE], format: 'peppol' }, 1)).toMatchObject({ ids: [ONE], format: 'peppol' });
    expect(parseDocumentsMessage({ ...TENANT, documents: [ONE] }, 1)).toEqual({
      tenant: TENANT,
      ids: [ONE],
      events: [],
      format: null,
      areNew: false,
    });
    const events = [
      { id: 'evt_1', type: 'invoice.created' },
      { id: 'evt_2', type: 'invoice.paid' },
      { id: 'evt_3', type: 'credit_note.created' },
    ];
    const issued = { tenant: TENANT, ids: [], events: [events[0], events[2]], format: null };
    expect(parseDocumentsMessage({ detail: { ...TENANT, events } }, 1)).toEqual({ ...issued, areNew: true });
    expect(parseDocumentsMessage({ detail: { ...TENANT, events } }, 2)).toEqual({ ...issued, areNew: false });
    expect(() => parseDocumentsMessage({ detail: { accountId: 'acct_1' } }, 1)).toThrow();
  });
});
