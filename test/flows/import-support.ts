import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type CustomerImport, customerImportAggregate } from '../../shared/domain/customer-import/record.ts';
import {
  type ImportChunk,
  importChunkAggregate,
  importChunkIdOf,
  type RowResult,
  type UploadedRow,
} from '../../shared/domain/customer-import/rows.ts';
import { createImport, type startImport, type undoImport } from '../../shared/domain/customer-import/stages.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { ImportDeps } from '../../shared/flows/customers/import-step.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { Billing } from '../domain/billing.ts';
import { newCatalogue, World } from '../domain/world.ts';
import { type StoreFixture, writeChanges } from '../store/support.ts';
import { sellerAccount } from './support.ts';

/** Builds a valid row. */
export const buildRow = (row: number, overrides: Partial<UploadedRow> = {}): UploadedRow => ({
  row,
  reference: `C-${row}`,
  customer: { name: `Customer ${row}`, email: `c${row}@example.com`, countryCode: 'NL', address: null, language: null },
  subscription: null,
  faults: [],
  ...overrides,
});

/** Stores an import that is ready to be checked. Its rows are uploaded in chunks of `perChunk`; default: one chunk. */
export const storeImport = async (
  fixture: StoreFixture,
  tenant: Tenant,
  rows: readonly UploadedRow[],
  overrides: Partial<CustomerImport> & { readonly perChunk?: number } = {},
): Promise<CustomerImport> => {
  const { perChunk = rows.length, ...settings } = overrides;
  const now = Math.floor(fixture.clock.nowMs / 1000);
  const ids = idSource(() => fixture.clock.nowMs);
  const chunks = Array.from({ length: Math.ceil(rows.length / perChunk) }, (_, chunk) =>
    rows.slice(chunk * perChunk, (chunk + 1) * perChunk),
  );
  const created = createImport(
    { memberId: 'mem_1', fileName: 'customers.csv', plans: {}, returnUrl: 'https://shop.example/back', dateOrder: 'year_first' },
    { tenant, now, realNow: now, ids },
  );
  if (created instanceof Refusal) throw new Error(created.message);
  const record: CustomerImport = {
    ...created.result,
    status: 'checking',
    rowCount: rows.length,
    chunkCount: chunks.length,
    lastStepAt: now,
    ...settings,
  };
  const { id } = record;
  const rowChunks = chunks.map(
    (each, chunk): ImportChunk => ({
      id: importChunkIdOf(ids, id, chunk),
      created: now,
      importId: id,
      chunk,
      rows: each,
      results: [],
    }),
  );
  const changes = [change(customerImportAggregate, null, record), ...rowChunks.map((part) => change(importChunkAggregate, null, part))];
  await writeChanges(fixture.store, tenant, changes);
  return record;
};

/** Stores an account with a price for imports. */
export const storeTenantWithPlan = async (fixture: StoreFixture): Promise<{ readonly tenant: Tenant; readonly priceId: string }> => {
  const tenant = fixture.tenant();
  const { price, product } = newCatalogue(new World());
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant, Math.floor(fixture.clock.nowMs / 1000))),
    change(priceAggregate, null, price.record),
    change(productAggregate, null, product.record),
  ]);
  return { tenant, priceId: price.record.id };
};

/** Dependencies of an import. `table`: a table with faults, instead of the fixture's. */
export const importDepsOf = ({ store, clock }: StoreFixture, table?: Table): ImportDeps => {
  const nowMs = (): number => clock.nowMs;
  const ids = idSource(nowMs);
  return { store: table === undefined ? store : openStore(table, { nowMs, ids }), ids, nowMs, baseUrl: 'https://billing.example' };
};

export const importOf = async ({ store }: StoreFixture, tenant: Tenant, id: string): Promise<CustomerImport> => {
  const stored = await store.get(customerImportAggregate, tenant, id);
  if (stored === null) throw new Error(`Import ${id} is missing.`);
  return stored.record;
};

/** Starts the import or its undo as a member of the account. */
export const startImportOrUndo = async (
  { store }: StoreFixture,
  tenant: Tenant,
  id: string,
  decide: typeof startImport | typeof undoImport,
): Promise<void> => {
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: () => store.get(customerImportAggregate, tenant, id),
    nowOf: () => null,
    decide: (stored, context) => decide({ memberId: 'mem_1' }, stored, context),
  });
  if (outcome.kind !== 'done') throw new Error(`The import was not started: ${JSON.stringify(outcome)}`);
};

/** Reads the results of all rows, in the order of the rows. */
export const resultsOf = async (
  { store, clock }: StoreFixture,
  tenant: Tenant,
  customerImport: CustomerImport,
): Promise<readonly RowResult[]> => {
  const ids = idSource(() => clock.nowMs);
  const chunkIds = Array.from({ length: customerImport.chunkCount }, (_, chunk) => importChunkIdOf(ids, customerImport.id, chunk));
  const stored = await store.getMany(importChunkAggregate, tenant, chunkIds);
  return chunkIds.flatMap((id) => stored.get(id)?.record.results ?? []);
};

/** Stores a payment of a customer. */
export const putPayment = async ({ store }: StoreFixture, tenant: Tenant, customerId: string): Promise<void> => {
  const world = new World();
  const billing = new Billing(world, newCatalogue(world));
  const payment = { ...billing.attempt(billing.open().id).payment, customerId };
  await writeChanges(store, tenant, [change(paymentAggregate, null, payment)]);
};
