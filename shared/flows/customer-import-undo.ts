import { checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { importedReferenceAggregate } from '../domain/customer-import/reference.ts';
import type { RowResult } from '../domain/customer-import/rows.ts';
import { isBilled, type UndoRowState, undoRow } from '../domain/customer-import/undo-row.ts';
import type { Tenant } from '../domain/kernel.ts';
import { oneShotAggregate } from '../domain/one-shot/record.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import { atMostAtOnce } from '../platform/at-once.ts';
import { actorOf, type ImportDeps, type ImportStep, resultOf } from './customer-import-step.ts';
import { loadRemoval } from './customer-removal.ts';
import { allOf } from './load.ts';

/** Customers are looked at one by one, so many at once. */
const AT_ONCE = 20;

/** What a row's undoing is decided on. */
const loadUndo = async ({ store }: ImportDeps, tenant: Tenant, customerId: string): Promise<UndoRowState> => {
  const [removal, payments, oneShots, sessions, references] = await Promise.all([
    loadRemoval(store, tenant, customerId),
    allOf(store, paymentAggregate, tenant, { customerId }),
    allOf(store, oneShotAggregate, tenant, { customerId }),
    allOf(store, checkoutSessionAggregate, tenant, { customerId }),
    allOf(store, importedReferenceAggregate, tenant, { customerId }),
  ]);
  const [storedSessions, storedReferences] = await Promise.all([
    store.getMany(
      checkoutSessionAggregate,
      tenant,
      sessions.map(({ id }) => id),
    ),
    store.getMany(
      importedReferenceAggregate,
      tenant,
      references.map(({ id }) => id),
    ),
  ]);
  return {
    ...removal,
    payments: payments.length,
    otherPayables: oneShots.length,
    sessions: [...storedSessions.values()],
    references: [...storedReferences.values()],
  };
};

const imported = (results: readonly RowResult[]): readonly (RowResult & { readonly customerId: string })[] =>
  results.flatMap((each) => (each.outcome === 'imported' && each.customerId !== null ? [{ ...each, customerId: each.customerId }] : []));

/** How many rows of the chunk were billed since, and so stand in the way of an undo. */
export const findBilled = async (deps: ImportDeps, { tenant, rows: { results } }: ImportStep): Promise<number> => {
  let billed = 0;
  await atMostAtOnce(AT_ONCE, imported(results), async ({ customerId }) => {
    if (isBilled(await loadUndo(deps, tenant, customerId))) billed += 1;
  });
  return billed;
};

/** Takes back what the rows of the chunk made. */
export const undoRows = async (
  deps: ImportDeps,
  { tenant, import: given, rows: { results } }: ImportStep,
): Promise<readonly RowResult[]> => {
  const byMember = new Map(imported(results).map((each) => [String(each.row), each]));
  const outcomes = await deps.store.runBatch<{ readonly result: RowResult; readonly state: UndoRowState }, RowResult>({
    tenant,
    actor: actorOf(given),
    members: [...byMember.keys()],
    load: async (members) => {
      const states = new Map<string, { readonly result: RowResult; readonly state: UndoRowState } | Error>();
      await atMostAtOnce(AT_ONCE, members, async (member) => {
        const result = byMember.get(member);
        if (result !== undefined) states.set(member, { result, state: await loadUndo(deps, tenant, result.customerId) });
      });
      return states;
    },
    decide: (_member, { result, state }, context) => undoRow({ import: given, result }, state, context),
    nowOf: () => null,
    conditions: [],
  });
  return results.map((each) => (byMember.has(String(each.row)) ? undoneOr(each, outcomes.get(String(each.row))) : each));
};

const undoneOr = (before: RowResult, outcome: Parameters<typeof resultOf>[1]): RowResult =>
  outcome?.kind === 'done' ? outcome.result : { ...resultOf(before, outcome), outcome: 'kept' };
