import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { recounted } from '../../domain/customer-import/record.ts';
import { importedReferenceAggregate } from '../../domain/customer-import/reference.ts';
import type { RowResult } from '../../domain/customer-import/rows.ts';
import { type UndoRowState, undoRow } from '../../domain/customer-import/undo-row.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { atMostAtOnce } from '../../platform/at-once.ts';
import type { Store } from '../../store/writer/store.ts';
import { distinct, readTogether } from '../load/batch.ts';
import { actorOf, type ImportDeps, type ImportStep, resultOf, type StepDone } from './import-step.ts';

/** What belongs to customers is found customer by customer, so many at once. */
const AT_ONCE = 20;
/** More than anybody opens for one customer. */
const MOST_OPEN = 100;

type Imported = RowResult & { readonly customerId: string };

const imported = (results: readonly RowResult[]): readonly Imported[] =>
  results.flatMap((each) => (each.outcome === 'imported' && each.customerId !== null ? [{ ...each, customerId: each.customerId }] : []));

const ofCustomer = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  customerId: string,
  limit: number,
): Promise<readonly Stored<R>[]> => (await store.page(aggregate, tenant, { limit, by: { customerId }, startingAfter: undefined })).items;

/** Whether a payment was begun with the row's customer; where that was there before, with the row's session. */
const isBilled = async (store: Store, tenant: Tenant, { createdCustomer, customerId, sessionId }: Imported): Promise<boolean> => {
  if (createdCustomer) return (await ofCustomer(store, paymentAggregate, tenant, customerId, 1)).length > 0;
  const session = sessionId === null ? null : await store.get(checkoutSessionAggregate, tenant, sessionId);
  return session !== null && session.record.attempt !== null;
};

/** How many rows of the chunk were billed since, and so blocks an undo. */
export const findBilled = async ({ store }: ImportDeps, { tenant, rows: { results } }: ImportStep): Promise<number> => {
  let billed = 0;
  await atMostAtOnce(AT_ONCE, imported(results), async (row) => {
    if (await isBilled(store, tenant, row)) billed += 1;
  });
  return billed;
};

interface Undoing {
  readonly result: RowResult;
  readonly state: UndoRowState;
}

/** What the undoing of rows is decided on. */
const loadUndos = async (store: Store, tenant: Tenant, rows: readonly Imported[]): Promise<ReadonlyMap<string, Undoing>> => {
  const customerIds = distinct(rows.map(({ customerId }) => customerId));
  const found = await readTogether(store, tenant, [
    ...customerIds.flatMap((id) => [[customerAggregate, id] as const, [walletAggregate, walletIdOf(id)] as const]),
    ...distinct(rows.flatMap(({ referenceIds }) => referenceIds)).map((id) => [importedReferenceAggregate, id] as const),
  ]);
  const undos = new Map<string, Undoing>();
  await atMostAtOnce(AT_ONCE, rows, async (result) => {
    const { customerId, referenceIds } = result;
    const [billed, sessions, oneShots] = await Promise.all([
      isBilled(store, tenant, result),
      ofCustomer(store, checkoutSessionAggregate, tenant, customerId, MOST_OPEN),
      ofCustomer(store, oneShotAggregate, tenant, customerId, MOST_OPEN),
    ]);
    const state: UndoRowState = {
      customer: found(customerAggregate, customerId),
      wallet: found(walletAggregate, walletIdOf(customerId)),
      isBilled: billed,
      sessions,
      oneShots,
      references: referenceIds.flatMap((id) => found(importedReferenceAggregate, id) ?? []),
    };
    undos.set(String(result.row), { result, state });
  });
  return undos;
};

/** Takes back what the rows of the chunk made. */
export const undoRows = async ({ store }: ImportDeps, { tenant, import: given, rows: { results } }: ImportStep): Promise<StepDone> => {
  const byMember = new Map(imported(results).map((each) => [String(each.row), each]));
  const outcomes = await store.runBatch<Undoing, RowResult>({
    tenant,
    actor: actorOf(given),
    members: [...byMember.keys()],
    load: (members) =>
      loadUndos(
        store,
        tenant,
        members.flatMap((member) => byMember.get(member) ?? []),
      ),
    decide: (_member, { result, state }, context) => undoRow({ import: given, result }, state, context),
    nowOf: () => null,
    conditions: [],
  });
  const after = results.map((each) => (byMember.has(String(each.row)) ? undoneOr(each, outcomes.get(String(each.row))) : each));
  return { rows: { rows: [], results: after }, made: { counts: recounted(given.counts, after, results) } };
};

const undoneOr = (before: RowResult, outcome: Parameters<typeof resultOf>[1]): RowResult =>
  outcome?.kind === 'done' ? outcome.result : { ...resultOf(before, outcome), outcome: 'kept' };
