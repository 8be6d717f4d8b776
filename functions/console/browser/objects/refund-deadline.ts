import { isRow, type Row, valueAt } from './rows.ts';

const DAY_SECONDS = 86_400;

/**
 * Returns when the refund window of an invoice ended, in Unix seconds; `null`: the API does not report `refund_window_passed`, or the
 * length of the window is not readable.
 * `readObject`: reads an object; `null` if the member may not read it.
 */
export const refundDeadlineOf = async (
  invoice: Row,
  payment: Row | null,
  readObject: (path: string) => Promise<Row | null>,
): Promise<number | null> => {
  if (payment === null || valueAt(payment, 'refund_eligibility.reason') !== 'refund_window_passed') return null;
  const lines = Array.isArray(invoice['lines']) ? invoice['lines'].filter(isRow) : [];
  const priceId = lines.map((line) => line['price_id']).find((id) => typeof id === 'string');
  const [price, profile] = await Promise.all([
    priceId === undefined ? null : readObject(`prices/${priceId}`),
    readObject('tenant/billing_profile'),
  ]);
  const days = price?.['refund_window_days'] ?? profile?.['refund_window_days'];
  const paidAt = payment['paid_at'] ?? payment['created'];
  return typeof days === 'number' && typeof paidAt === 'number' ? paidAt + days * DAY_SECONDS : null;
};
