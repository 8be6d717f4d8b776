import { amountTotals } from '../../../../shared/domain/amounts/totals.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { money } from '../app/format.ts';
import { type NameApi, readNamesOf, readOwners } from './names.ts';
import type { RowAt, RowOf } from './rows.ts';

/** Finds the redemptions of a coupon: its entries `coupon.redeemed` in the audit log, which are kept for 400 days. */

/** How many of the newest redemptions are shown. Each needs one call, which reads the invoices of its subscription. */
const MAX_ROWS = 5;
const INVOICES_PER_SUBSCRIPTION = '100';

/** The filters of the audit log that select the redemptions of a coupon. */
export const redemptionFilters = (couponId: string) => ({ resource_id: couponId, action: 'coupon.redeemed' });

export interface Redemption {
  readonly id: string;
  readonly subscriptionId: string;
  readonly subscriptionName: string | null;
  /** `null`: the subscription was not found. */
  readonly customer: { readonly id: string; readonly name: string | null } | null;
  readonly at: number;
  /** Discounts on the invoices of the subscription, as text; `null`: there are none yet. */
  readonly amountOff: string | null;
}

/** The subscriptions for which a coupon was redeemed. */
export const redeemedSubscriptions = (entries: readonly Pick<RowOf['audit_logs'], 'id' | 'created' | 'metadata'>[]) =>
  entries.flatMap(({ id, created, metadata: { subscription_id: subscriptionId } }) =>
    typeof subscriptionId === 'string' ? [{ id, at: created, subscriptionId }] : [],
  );

/** The sum of the discounts per currency: `€10.00`; `null`: no discount. */
export const amountOffText = (invoices: readonly Pick<RowOf['invoices'], 'currency' | 'discount_cents'>[]): string | null => {
  const sums = amountTotals(invoices.map(({ currency, discount_cents: cents }) => ({ currency, cents })));
  const texts = sums.filter(({ amountCents }) => amountCents !== 0).map(({ currency, amountCents }) => money(amountCents, currency));
  return texts.length === 0 ? null : texts.join(' + ');
};

interface RedemptionCalls {
  readonly page: <Path extends string>(
    mode: Mode,
    path: Path,
    query: URLSearchParams,
  ) => Promise<{ readonly data: readonly RowAt<Path>[]; readonly has_more: boolean }>;
}

/** Reads the newest redemptions of a coupon: one call for the entries, one for the names, and one for the invoices of each subscription. */
export const readRedemptions = async (
  calls: RedemptionCalls & NameApi['calls'],
  mode: Mode,
  couponId: string,
): Promise<{ readonly redemptions: readonly Redemption[]; readonly hasMore: boolean }> => {
  const query = new URLSearchParams({ ...redemptionFilters(couponId), limit: String(MAX_ROWS) });
  const { data, has_more: hasMore } = await calls.page(mode, 'audit_logs', query);
  const redeemed = redeemedSubscriptions(data);
  const ids = redeemed.map(({ subscriptionId }) => subscriptionId);
  const [names, customers, amounts] = await Promise.all([
    readNamesOf({ calls, mode }, ids),
    readOwners({ calls, mode }, ids),
    Promise.all(
      ids.map(async (id) => {
        const invoices = await calls.page(mode, 'invoices', new URLSearchParams({ subscription_id: id, limit: INVOICES_PER_SUBSCRIPTION }));
        return amountOffText(invoices.data);
      }),
    ),
  ]);
  const redemptions = redeemed.map(({ id, at, subscriptionId }, index) => ({
    id,
    at,
    subscriptionId,
    subscriptionName: names.get(subscriptionId) ?? null,
    customer: customers.get(subscriptionId) ?? null,
    amountOff: amounts[index] ?? null,
  }));
  return { redemptions, hasMore };
};
