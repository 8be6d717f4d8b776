import { money, percentText } from '../app/format.ts';
import type { RowOf } from './rows.ts';

/** Texts about coupons. */

/** The discount and how long it lasts: `10% off for 3 months`. */
export const discountText = (row: RowOf['coupons']): string => {
  const off = row.percent_off === null ? money(row.amount_off_cents ?? 0, row.currency ?? 'EUR') : percentText(row.percent_off);
  const duration = row.duration === 'repeating' ? `for ${row.duration_in_months} months` : row.duration;
  return `${off} off ${duration}`;
};

/** How often the coupon was redeemed: `3 of 10`. */
export const redeemedText = ({ times_redeemed: times, max_redemptions: most }: RowOf['coupons']): string =>
  most === null ? String(times) : `${times} of ${most}`;
