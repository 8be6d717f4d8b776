import type { Subscription } from '../../domain/subscription/types.ts';
import type { viewSubscription } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { loadWithdrawalRefund } from '../../flows/subscriptions/withdrawal.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';

/** Scope of `expand=withdrawal_refund`. The value is computed from the payments, so it requires their scope. */
export const WITHDRAWAL_REFUND = { withdrawal_refund: 'payments:read' } as const;

/**
 * Fills `withdrawal.refundable_cents` of the subscription if `withdrawal_refund` is in `expand` and the customer can withdraw. `now`: real
 * time, Unix seconds.
 */
export const withWithdrawalRefund = async <T extends Pick<ReturnType<typeof viewSubscription>, 'withdrawal'>>(
  store: Store,
  tenant: Tenant,
  { expand, now }: { readonly expand: ReadonlySet<string>; readonly now: number },
  subscription: Subscription,
  view: T,
): Promise<T> => {
  const { withdrawal } = view;
  if (!expand.has('withdrawal_refund') || withdrawal === undefined) return view;
  const clockTime = await fetchClockTime(store, tenant, subscription.clockId);
  const refundableCents = await loadWithdrawalRefund(store, tenant, subscription, clockTime ?? now);
  return refundableCents === null ? view : { ...view, withdrawal: { ...withdrawal, refundable_cents: refundableCents } };
};
