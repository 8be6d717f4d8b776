import type { Mode } from '../../../../shared/domain/tenant.ts';
import { fetchNewestRows, type ListApi } from '../app/newest.ts';
import { sumsText } from './list-summary.ts';
import { type NameApi, readCustomersOf, readNamesByIds } from './names.ts';
import type { RowOf } from './rows.ts';

/** Finds the redemptions of a coupon: its entries `coupon.redeemed` in the audit log, which are kept for 400 days. */

/** How many of the newest redemptions are shown. Each needs at least one call, which reads the invoices of its subscription. */
const MAX_ROWS = 5;

/** The filters of the audit log that select the redemptions of a coupon. */
export const redemptionFilters = (couponId: string) => ({ resource_id: couponId, action: 'coupon.redeemed' });

export interface Redemption {
  readonly id: string;
  readonly subscriptionId: string;
  readonly subscriptionName: string | null;
  /** `null`: the subscription was not found. */
  readonly customer: { readonly id: string; readonly name: string | null } | null;
  readonly at: number;
  /** Sum of the discounts on the invoices of the subscription, as text. */
  readonly amountOff: string;
}

/** The subscriptions for which a coupon was redeemed. */
export const redeemedSubscriptions = (entries: readonly Pick<RowOf['audit_logs'], 'id' | 'created' | 'metadata'>[]) =>
  entries.flatMap(({ id, created, metadata: { subscription_id: subscriptionId } }) =>
    typeof subscriptionId === 'string' ? [{ id, at: created, subscriptionId }] : [],
  );

/** Reads the newest redemptions of a coupon, with the names and the invoices of their subscriptions. */
export const readRedemptions = async (
  calls: ListApi['calls'] & NameApi['calls'],
  mode: Mode,
  couponId: string,
): Promise<{ readonly redemptions: readonly Redemption[]; readonly hasMore: boolean }> => {
  const query = new URLSearchParams({ ...redemptionFilters(couponId), limit: String(MAX_ROWS) });
  const { data, has_more: hasMore } = await calls.page(mode, 'audit_logs', query);
  const redeemed = redeemedSubscriptions(data);
  const ids = redeemed.map(({ subscriptionId }) => subscriptionId);
  const [names, customers, amounts] = await Promise.all([
    readNamesByIds({ calls, mode }, ids),
    readCustomersOf({ calls, mode }, ids),
    Promise.all(
      ids.map(async (id) => {
        const { rows, isComplete } = await fetchNewestRows({ calls, mode }, 'invoices', { subscription_id: id });
        return sumsText(
          rows.map(({ currency, discount_cents: cents }) => ({ currency, cents })).filter(({ cents }) => cents !== 0),
          isComplete,
        );
      }),
    ),
  ]);
  const redemptions = redeemed.map(({ id, at, subscriptionId }, index) => ({
    id,
    at,
    subscriptionId,
    subscriptionName: names.get(subscriptionId) ?? null,
    customer: customers.get(subscriptionId) ?? null,
    amountOff: amounts[index] ?? '–',
  }));
  return { redemptions, hasMore };
};
