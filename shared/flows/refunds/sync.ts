import { customerAggregate, isPurged } from '../../domain/customer/record.ts';
import { type DashboardRefundState, recordDashboardRefund } from '../../domain/refund/dashboard-refund.ts';
import { type Refund, refundAggregate, refundClaim } from '../../domain/refund/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { RefundSnapshot } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { PROVIDER } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { findRequestedRefund, requestedIdOf } from './attempts.ts';
import { syncRefund } from './settle.ts';
import { loadForReturnedAmount } from './sources.ts';

/** Maximum number of transactions per refund, in case of concurrent writes. */
const MAX_ATTEMPTS = 8;

type Loaded = DashboardRefundState & { readonly clockTime: number | null };

const load = async ({ store }: FlowDeps, tenant: Tenant, paymentId: string, snapshot: RefundSnapshot): Promise<Loaded> => {
  const loaded = await loadForReturnedAmount(store, tenant, paymentId);
  const { payment } = loaded;
  if (payment === null) return { ...loaded, refund: null, isPurged: false, clockTime: null };
  const [requested, refundId, customer] = await Promise.all([
    findRequestedRefund(store, tenant, snapshot),
    store.ownerOf(tenant, refundClaim(payment.record.provider, snapshot.id)),
    store.get(customerAggregate, tenant, payment.record.customerId),
  ]);
  const [refund, clockTime] = await Promise.all([
    requested ?? (refundId === null ? null : store.get(refundAggregate, tenant, refundId)),
    fetchClockTime(store, tenant, customer?.record.testClockId ?? null),
  ]);
  return { ...loaded, refund, isPurged: isPurged(customer), clockTime };
};

/**
 * Records refunds that were made in the provider's dashboard, and refunds of this service that have no record. Applies their outcomes.
 * Idempotent; calls may come in any order and concurrently. `unavailable`: the account is creating a refund of the payment; try again
 * later.
 */
export const recordExternalRefunds = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  refunds: readonly RefundSnapshot[],
): Promise<'worked' | 'unavailable'> => {
  for (const refund of refunds) {
    if ((await findRequestedRefund(deps.store, tenant, refund)) !== null) continue;
    const recorded = await recordOne(deps, tenant, paymentId, refund);
    if (recorded === 'unavailable') return recorded;
    if (recorded !== null) await syncRefund(deps, tenant, recorded.id);
  }
  return 'worked';
};

/**
 * Records one refund, unless it is recorded already. Returns the refund whose outcome must be applied next; `null`: none. `unavailable`:
 * another refund of the payment is being created.
 */
const recordOne = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  refund: RefundSnapshot,
): Promise<Refund | null | 'unavailable'> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const outcome = await deps.store.run<Loaded, Refund | null>({
      tenant,
      actor: PROVIDER,
      load: () => load(deps, tenant, paymentId, refund),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, context) =>
        recordDashboardRefund({ ...refund, providerRefundId: refund.id, requestedId: requestedIdOf(refund) }, state, context),
    });
    if (outcome.kind === 'done') return outcome.result;
    if (outcome.kind === 'refused' && outcome.refusal.code === 'operation_pending') return 'unavailable';
    // If another call has recorded the refund in the meantime, the next attempt loads that refund.
  }
  throw new Error(`The refund ${refund.id} of payment ${paymentId} could not be recorded.`);
};
