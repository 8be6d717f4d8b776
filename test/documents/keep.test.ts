import { describe, expect, it } from 'vitest';
import { buyerNamed, invoiceOf, lineOf, SELLER } from '../../scripts/documents/sales.ts';
import { parseDocumentsMessage } from '../../shared/documents/messages.ts';
import { type RenderDeps, renderMissingDocuments } from '../../shared/documents/render-missing.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { DocumentFiles } from '../../shared/ports/index.ts';

const TENANT: Tenant = { accountId: SELLER.id, mode: 'live' };
const ONE = 'inv_0000000000000000000000000A';
const TWO = 'inv_0000000000000000000000000B';

interface Trouble {
  readonly put: (id: string) => Promise<void>;
}

/** A bucket and a table in memory, with two invoices; each rendering gives other bytes. */
const stage = (trouble: Partial<Trouble> = {}) => {
  const kept = new Map<string, string>();
  const renderings: string[] = [];
  const files: DocumentFiles = {
    get: async (_tenant, id) => Buffer.from(kept.get(id) ?? ''),
    has: async ({ mode }, id) => kept.has(`${mode}/${id}`),
    put: async ({ mode }, id, pdf) => {
      await trouble.put?.(id);
      if (!kept.has(`${mode}/${id}`)) kept.set(`${mode}/${id}`, Buffer.from(pdf).toString());
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
  return { deps, kept, renderings };
};

describe('keeping documents', () => {
  it('renders each that is named once, however often it is named and notified of', async () => {
    const { deps, kept, renderings } = stage();
    await renderMissingDocuments(deps, TENANT, [ONE, TWO, ONE]);
    await renderMissingDocuments(deps, TENANT, [TWO, ONE]);
    expect(renderings).toEqual([ONE, TWO]);
    expect([...kept]).toEqual([
      [`live/${ONE}`, `${ONE} rendering 1`],
      [`live/${TWO}`, `${TWO} rendering 2`],
    ]);
  });

  it('keeps what was put before the worker died and its message came again', async () => {
    let dies = true;
    const { deps, kept, renderings } = stage();
    const files: DocumentFiles = {
      ...deps.files,
      put: async (...given) => {
        await deps.files.put(...given);
        if (dies) throw new Error('killed before the message was acknowledged');
      },
    };
    await expect(renderMissingDocuments({ ...deps, files }, TENANT, [ONE])).rejects.toThrow();
    dies = false;
    await renderMissingDocuments({ ...deps, files }, TENANT, [ONE]);
    expect(renderings).toEqual([ONE]);
    expect(kept.get(`live/${ONE}`)).toBe(`${ONE} rendering 1`);
  });

  it('gives the message back while the bucket is away, and keeps the others', async () => {
    const { deps, kept } = stage({
      put: async (id) => {
        if (id === ONE) throw new Error('503 SlowDown');
      },
    });
    await expect(renderMissingDocuments(deps, TENANT, [ONE, TWO])).rejects.toThrow('1 documents are not rendered yet');
    expect([...kept.keys()]).toEqual([`live/${TWO}`]);
  });

  it('leaves for later what there is no time for', async () => {
    const { deps, kept } = stage();
    let left = 1;
    await expect(renderMissingDocuments({ ...deps, hasTime: () => left-- > 0 }, TENANT, [ONE, TWO])).rejects.toThrow(
      '1 documents are not rendered yet',
    );
    await renderMissingDocuments(deps, TENANT, [ONE, TWO]);
    expect(kept.size).toBe(2);
  });

  it('forgets a document without a record: it would come back for ever', async () => {
    const { deps, renderings } = stage();
    await renderMissingDocuments(deps, TENANT, ['inv_0000000000000000000000000Z']);
    expect(renderings).toEqual([]);
  });

  it('keeps the modes of an account apart', async () => {
    const { deps, kept } = stage();
    await renderMissingDocuments(deps, TENANT, [ONE]);
    await renderMissingDocuments(deps, { ...TENANT, mode: 'test' }, [ONE]);
    expect([...kept.keys()]).toEqual([`live/${ONE}`, `test/${ONE}`]);
  });
});

describe('a message of the queue', () => {
  it('names documents, or events of which those about documents count', () => {
    expect(parseDocumentsMessage({ ...TENANT, documents: [ONE] })).toEqual({ tenant: TENANT, ids: [ONE], events: [] });
    const events = [
      { id: 'evt_1', type: 'invoice.created' },
      { id: 'evt_2', type: 'invoice.paid' },
      { id: 'evt_3', type: 'credit_note.created' },
    ];
    expect(parseDocumentsMessage({ detail: { ...TENANT, events } })).toEqual({ tenant: TENANT, ids: [], events: [events[0], events[2]] });
    expect(() => parseDocumentsMessage({ detail: { accountId: 'acct_1' } })).toThrow();
  });
});
