import { dayText, enumLabel } from '../app/format.ts';
import { isRow, type Row, type RowOf } from './rows.ts';

/** The status of an object: one mapping from the fields of the API to a label and a tone. */

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

interface Status {
  readonly label: string;
  readonly tone: Tone;
}

const badge = (label: string, tone: Tone = 'neutral'): Status => ({ label, tone });

/** The tones of statuses, unless the object has an entry in `BY_OBJECT` that decides otherwise. */
const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'success',
  delivered: 'success',
  paid: 'success',
  won: 'success',
  enabled: 'success',
  ready: 'success',
  done: 'success',
  imported: 'success',
  pending: 'info',
  open: 'info',
  advancing: 'info',
  checking: 'info',
  checked: 'info',
  importing: 'info',
  failed: 'danger',
  uncollectible: 'danger',
  faulty: 'danger',
};

const badgeOfStatus = (status: string): Status => badge(enumLabel(status), TONES[status]);

const subscriptionStatus = (row: RowOf['subscriptions']): Status => {
  if (row.status === 'canceled') return badge('Canceled');
  if (row.status === 'past_due') return badge('Past due', 'danger');
  if (row.cancel_at_period_end) return badge(`Cancels ${dayText(row.current_period_end)}`, 'warning');
  if (row.renewal_state === 'paused') return badge('Paused');
  if (row.trial_end === row.current_period_end) return badge('Trialing', 'info');
  return row.status === 'active' ? badge('Active', 'success') : badgeOfStatus(row.status);
};

const invoiceStatus = (row: RowOf['invoices']): Status => {
  if (row.status === 'paid' && row.amount_credited_cents > 0) {
    return row.amount_credited_cents < row.total_cents ? badge('Partially refunded', 'info') : badge('Refunded');
  }
  return row.status === 'open' && row.next_payment_attempt !== null
    ? badge(`Retrying ${dayText(row.next_payment_attempt)}`, 'warning')
    : badgeOfStatus(row.status);
};

const paymentStatus = (row: RowOf['payments']): Status => {
  if (row.amount_disputed_cents > 0) return badge('Disputed', 'danger');
  if (row.amount_refunded_cents > 0)
    return row.amount_refunded_cents < row.amount_cents ? badge('Partially refunded', 'info') : badge('Refunded');
  return badgeOfStatus(row.status);
};

const BY_OBJECT: Readonly<Record<string, (row: never) => Status | null>> = {
  subscription: subscriptionStatus,
  invoice: invoiceStatus,
  payment: paymentStatus,
  customer: ({ email_delivery: delivery }: RowOf['customers']) =>
    delivery === null ? null : badge(delivery.status === 'bounced' ? 'Email bounced' : 'Reported as spam', 'danger'),
  dispute: ({ status }: RowOf['disputes']) => (status === 'open' ? badge('Open', 'danger') : badgeOfStatus(status)),
  meter: ({ status }: RowOf['meters']) => (status === 'active' ? badge('Active', 'success') : badgeOfStatus(status)),
  payment_link: ({ active }: RowOf['payment_links']) => (active ? badge('Active', 'success') : badge('Inactive')),
  api_key: ({ revoked_at: revokedAt }: RowOf['api_keys']) => (revokedAt === null ? badge('Active', 'success') : badge('Revoked')),
  webhook_delivery: ({ status, attempt_count: attempts }: { readonly status: string; readonly attempt_count: number }) =>
    status === 'pending' && attempts > 0 ? badge('Retrying', 'warning') : badgeOfStatus(status),
};

/** The status of an object; `null`: it has none. */
const statusOf = (row: Row): Status | null => {
  const special = BY_OBJECT[String(row['object'])];
  // The cast is safe, because the field `object` decides which fields the row has.
  if (special !== undefined) return special(row as never);
  if (typeof row['status'] === 'string') return badgeOfStatus(row['status']);
  if (typeof row['active'] === 'boolean') return row['active'] ? badge('Active', 'success') : badge('Archived');
  return null;
};

/** The status of an object as a badge; nothing if it has none. */
export const StatusBadge = ({ row }: { readonly row: unknown }) => {
  const status = isRow(row) ? statusOf(row) : null;
  return status === null ? null : <span class={`badge ${status.tone}`}>{status.label}</span>;
};
