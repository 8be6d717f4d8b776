import { customerAggregate } from '../../domain/customer/record.ts';
import { type BuyerDetails, fillInBuyer } from '../../domain/payable/buyer-details.ts';
import { withKindOf } from '../../domain/payable/payables.ts';
import type { Payable, PayableKind } from '../../domain/payable/record.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import { buyerActor } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAttemptPayment } from '../load/records.ts';
import { countUncanceledSubscriptions, repriceNow } from '../subscriptions/reprice.ts';

const load = async <R extends Payable>({ store }: FlowDeps, tenant: Tenant, kind: PayableKind<R>, payableId: string) => {
  const payable = await store.get(kind.aggregate, tenant, payableId);
  if (payable === null) return { payable, payment: null, customer: null, clock: null, subscriptionCount: 0, clockTime: null };
  const { customerId, clockId } = payable.record;
  const [payment, customer, clock, subscriptionCount] = await Promise.all([
    loadAttemptPayment(store, tenant, payable.record),
    store.get(customerAggregate, tenant, customerId),
    fetchClock(store, tenant, clockId),
    countUncanceledSubscriptions(store, tenant, customerId),
  ]);
  return { payable, payment, customer, clock, subscriptionCount, clockTime: clock?.record.frozenTime ?? null };
};

/** Saves the missing details of the buyer of a session or one-off payment; returns the refusal, or `null` on success. */
export const saveBuyerDetails = (deps: FlowDeps, tenant: Tenant, payableId: string, details: BuyerDetails): Promise<Refusal | null> =>
  withKindOf(payableId, async (kind) => {
    const outcome = await deps.store.run({
      tenant,
      actor: buyerActor(payableId),
      load: () => load(deps, tenant, kind, payableId),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, context) => fillInBuyer(kind, details, state, context),
    });
    if (outcome.kind === 'key_taken') throw new Error('Unexpected idempotency conflict: hosted pages use no idempotency keys.');
    if (outcome.kind === 'refused') return outcome.refusal;
    const { needsRepricing, changed } = outcome.result;
    if (needsRepricing) await repriceNow(deps.store, deps.nowMs, tenant, changed.id);
    return null;
  });
