import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { updateCounts } from '../../domain/customer-import/record.ts';
import { type ImportEntry, importEntryAggregate } from '../../domain/customer-import/reference.ts';
import type { RowResult } from '../../domain/customer-import/rows.ts';
import { isCustomerUndone, removeImportEntry, type UndoRowState, undoRow } from '../../domain/customer-import/undo-row.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { type Payable, stageOf } from '../../domain/payable/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import type { Store } from '../../store/writer/store.ts';
import { distinct, readRecords } from '../load/batch.ts';
import { loadAll } from '../load/records.ts';
import { actorOf, type ImportDeps, type ImportStep, rowResultOf, type StepResult } from './import-step.ts';

/** Number of customers whose records are read concurrently. */
const CONCURRENCY = 20;

type ImportedRow = RowResult & { readonly customerId: string };

const importedRows = (results: readonly RowResult[]): readonly ImportedRow[] =>
  results.flatMap((each) => (each.outcome === 'imported' && each.customerId !== null ? [{ ...each, customerId: each.customerId }] : []));

/**
 * Maximum number of open sessions, and of open one-off payments, read per customer. Deleting a customer with that many does not fit into a
 * transaction, so the undo does not delete the customer (outcome `kept`).
 */
const MAX_OPEN = 100;

const loadOpenPayables = async <R extends BaseRecord & Payable>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  customerId: string,
): Promise<readonly Stored<R>[]> =>
  (await store.page(aggregate, tenant, { limit: MAX_OPEN, by: { customerId }, where: (record) => stageOf(record) === 'open' })).items;

const loadRowSession = async (store: Store, tenant: Tenant, { sessionId }: ImportedRow): Promise<Stored<CheckoutSession> | null> =>
  sessionId === null ? null : store.get(checkoutSessionAggregate, tenant, sessionId);

const hasPayments = async (store: Store, tenant: Tenant, customerId: string): Promise<boolean> =>
  (await store.page(paymentAggregate, tenant, { limit: 1, by: { customerId } })).items.length > 0;

const hasAttempt = (session: Stored<CheckoutSession> | null): boolean => session !== null && session.record.attempt !== null;

/**
 * The open sessions that the undo ends, and whether a payment was started. If the row created the customer, all sessions and payments of
 * the customer count, otherwise only the row's session.
 */
type RowCheckouts = Pick<UndoRowState, 'sessions' | 'isBilled'>;

const loadCheckouts = async (store: Store, tenant: Tenant, row: ImportedRow): Promise<RowCheckouts> => {
  if (row.createdCustomer) {
    const [sessions, isBilled] = await Promise.all([
      loadOpenPayables(store, checkoutSessionAggregate, tenant, row.customerId),
      hasPayments(store, tenant, row.customerId),
    ]);
    return { sessions, isBilled };
  }
  const session = await loadRowSession(store, tenant, row);
  return { sessions: session !== null && stageOf(session.record) === 'open' ? [session] : [], isBilled: hasAttempt(session) };
};

/** Counts the rows of the chunk for which a payment was started since the import. A single such row prevents an undo of the import. */
export const countBilled = async ({ store }: ImportDeps, { tenant, rows: { results } }: ImportStep): Promise<number> => {
  let billedCount = 0;
  await runConcurrently(CONCURRENCY, importedRows(results), async (row) => {
    const isBilled = row.createdCustomer
      ? await hasPayments(store, tenant, row.customerId)
      : hasAttempt(await loadRowSession(store, tenant, row));
    if (isBilled) billedCount += 1;
  });
  return billedCount;
};

interface UndoCandidate {
  readonly result: RowResult;
  readonly state: UndoRowState;
}

/** Loads the state for undoing each row, by row number. */
const loadUndos = async (store: Store, tenant: Tenant, rows: readonly ImportedRow[]): Promise<ReadonlyMap<string, UndoCandidate>> => {
  const customerIds = distinct(rows.map(({ customerId }) => customerId));
  const recordOf = await readRecords(store, tenant, [
    ...customerIds.flatMap((id) => [[customerAggregate, id] as const, [walletAggregate, walletIdOf(id)] as const]),
    ...distinct(rows.flatMap(({ referenceIds }) => referenceIds)).map((id) => [importEntryAggregate, id] as const),
  ]);
  const undos = new Map<string, UndoCandidate>();
  await runConcurrently(CONCURRENCY, rows, async (result) => {
    const { customerId, referenceIds } = result;
    const [checkouts, oneShots] = await Promise.all([
      loadCheckouts(store, tenant, result),
      loadOpenPayables(store, oneShotAggregate, tenant, customerId),
    ]);
    const state: UndoRowState = {
      customer: recordOf(customerAggregate, customerId),
      wallet: recordOf(walletAggregate, walletIdOf(customerId)),
      ...checkouts,
      oneShots,
      entries: referenceIds.flatMap((id) => recordOf(importEntryAggregate, id) ?? []),
    };
    undos.set(String(result.row), { result, state });
  });
  return undos;
};

/** Ids of the customers that the undo of these rows deleted. A customer that the tenant deleted before the undo is not among them. */
const loadUndoneCustomerIds = async (store: Store, tenant: Tenant, rows: readonly ImportedRow[]): Promise<readonly string[]> => {
  const ids = distinct(rows.flatMap(({ referenceIds }) => referenceIds));
  const recordOf = await readRecords(
    store,
    tenant,
    ids.map((id) => [importEntryAggregate, id] as const),
  );
  const entriesOf = ({ referenceIds }: ImportedRow) => referenceIds.flatMap((id) => recordOf(importEntryAggregate, id) ?? []);
  return distinct(rows.filter((row) => isCustomerUndone({ entries: entriesOf(row) }, row.customerId)).map(({ customerId }) => customerId));
};

/**
 * Deletes the other import entries of the customers that the undo deleted: those of subscriptions that other rows or later imports added.
 * There can be more of them than fit into the transaction that deletes the customer. If the process ends before they are deleted, the
 * repeated step deletes them.
 */
const removeEntries = async (store: Store, { tenant, import: customerImport }: ImportStep, rows: readonly ImportedRow[]): Promise<void> => {
  const entryIds: string[] = [];
  await runConcurrently(CONCURRENCY, await loadUndoneCustomerIds(store, tenant, rows), async (customerId) => {
    entryIds.push(...(await loadAll(store, importEntryAggregate, tenant, { customerId })).map(({ id }) => id));
  });
  const outcomes = await store.runBatch<Stored<ImportEntry> | null, null>({
    tenant,
    actor: actorOf(customerImport),
    members: entryIds,
    load: async (members) => {
      const stored = await store.getMany(importEntryAggregate, tenant, members);
      return new Map(members.map((id) => [id, stored.get(id) ?? null]));
    },
    decide: (_id, entry) => removeImportEntry(entry),
    nowOf: () => null,
    conditions: [],
  });
  for (const outcome of outcomes.values()) if (outcome.kind === 'failed') throw outcome.error;
};

/** Undoes the imported rows of the chunk. */
export const undoRows = async ({ store }: ImportDeps, step: ImportStep): Promise<StepResult> => {
  const { tenant, import: customerImport } = step;
  const { results } = step.rows;
  const rowByNumber = new Map(importedRows(results).map((each) => [String(each.row), each]));
  const outcomes = await store.runBatch<UndoCandidate, RowResult>({
    tenant,
    actor: actorOf(customerImport),
    members: [...rowByNumber.keys()],
    load: (members) =>
      loadUndos(
        store,
        tenant,
        members.flatMap((member) => rowByNumber.get(member) ?? []),
      ),
    decide: (_member, { result, state }, context) => undoRow({ import: customerImport, result }, state, context),
    nowOf: () => null,
    conditions: [],
  });
  const undone = [...rowByNumber.values()].filter(
    ({ row, createdCustomer }) => createdCustomer && outcomes.get(String(row))?.kind === 'done',
  );
  await removeEntries(store, step, undone);
  const after = results.map((each) => (rowByNumber.has(String(each.row)) ? undoResult(each, outcomes.get(String(each.row))) : each));
  return { rows: { rows: [], results: after }, progress: { counts: updateCounts(customerImport.counts, after, results) } };
};

const undoResult = (before: RowResult, outcome: Parameters<typeof rowResultOf>[1]): RowResult =>
  outcome?.kind === 'done' ? outcome.result : { ...rowResultOf(before, outcome), outcome: 'kept' };
