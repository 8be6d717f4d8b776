import { currencyOf, enumLabel, fullDayText, money } from '../app/format.ts';
import { isRow, type Row } from './rows.ts';

/** Events and audit log entries as sentences. */

/** Names of objects at the start of a sentence, for object types whose own name is not clear. */
const SUBJECTS: Readonly<Record<string, string>> = {
  api_key: 'API key',
  one_shot_payment: 'One-off payment',
  portal_session: 'Portal link',
  provider_credential: 'Payment provider',
  'checkout.session': 'Checkout',
};

/** Sentences for event types and actions whose name alone makes no clear sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  'dunning.email_required': 'Payment reminder due',
  'subscription.plan_changed': 'Plan changed',
  'subscription.past_due': 'Subscription is past due',
  'subscription.payment_method_updated': 'Payment method updated',
  'subscription.coupon_applied': 'Coupon applied',
  'subscription.coupon_expired': 'Discount ended',
  'subscription.trial_started': 'Trial started',
  'subscription.trial_will_end': 'Trial ends soon',
  'subscription.trial_ended': 'Trial ended',
  'subscription.reactivated': 'Cancellation undone',
  'invoice.marked_uncollectible': 'Invoice marked uncollectible',
  'invoice.upcoming': 'Renewal invoice upcoming',
  'tenant.data_exported': 'Data exported',
  'subscription.reauthorization_requested': 'New payment method requested',
};

const amountIn = (data: Row): string => {
  const currency = currencyOf(data);
  const cents = data['total_cents'] ?? data['amount_cents'];
  return typeof cents === 'number' && currency !== null ? ` ${money(cents, currency)}` : '';
};

/** What identifies the object in the sentence: its number or code. */
const nameIn = (data: Row): string => {
  const name = data['number'] ?? data['code'];
  return typeof name === 'string' ? ` ${name}` : '';
};

/** What an update of a subscription means, from the fields that it changed; `null`: none of the meanings below. */
const updateText = (data: Row, previous: Row): string | null => {
  const end = data['current_period_end'];
  if (typeof previous['current_period_end'] === 'number' && typeof end === 'number') return `Renewed until ${fullDayText(end)}`;
  if (previous['cancel_at_period_end'] === false && typeof end === 'number') return `Set to cancel on ${fullDayText(end)}`;
  return data['renewal_state'] === 'processing' && Object.hasOwn(previous, 'renewal_state') ? 'Renewal started' : null;
};

/**
 * The type of an event or the action of an audit log entry as a sentence: `invoice.paid` as `Invoice INV-000123 paid, €29.16`.
 * `previous`: `previous_attributes` of the event.
 */
export const sentenceOf = (type: string, data: Row, previous: unknown = null): string => {
  const amount = amountIn(data);
  const update = type === 'subscription.updated' && isRow(previous) ? updateText(data, previous) : null;
  if (update !== null) return update;
  const known = SENTENCES[type];
  if (known !== undefined) return `${known}${amount === '' ? '' : `,${amount}`}`;
  const dot = type.lastIndexOf('.');
  const [subject, verb] = [type.slice(0, dot), type.slice(dot + 1)];
  return `${SUBJECTS[subject] ?? enumLabel(subject)}${nameIn(data)} ${verb.replaceAll('_', ' ')}${amount === '' ? '' : `,${amount}`}`;
};

/** The fields that name an object in an event, in the order of preference. */
const NAME_FIELDS = ['number', 'code', 'name', 'display_name', 'description'] as const;

/**
 * The object of an event and its customer, such as `INV-000123, Ada Lovelace`: the object's number or name (for a subscription, the name of
 * its product), and the customer's name. `null`: the event contains neither, so the object's name must be found by its id.
 */
export const objectText = ({
  data,
  customer,
}: {
  readonly data: Row;
  readonly customer?: { readonly name: string | null; readonly email: string | null } | null | undefined;
}): string | null => {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const price = data['price'];
  const url = data['object'] === 'webhook_endpoint' ? data['url'] : null;
  const own = [...NAME_FIELDS.map((field) => data[field]), url, isRow(price) ? price['product_name'] : null].find(isText);
  const parts = new Set([own, customer?.name ?? customer?.email].filter(isText));
  return parts.size === 0 ? null : [...parts].join(', ');
};

/** Who made a change, by actor type, for actors without a name. Other actors are shown by the name that is found by their id. */
const ACTORS: Readonly<Record<string, string>> = {
  portal_session: 'Customer in portal',
  checkout_session: 'Customer at checkout',
  one_shot_payment: 'Customer at checkout',
  payment_link: 'Visitor of payment link',
  provider_webhook: 'Payment provider',
  system: 'Service',
  reaper: 'Service',
};

/** The text for the actor of an audit log entry; `null`: an API key or a member, which has a name. */
export const actorText = ({
  actor_type: type,
  actor_id: id,
}: {
  readonly actor_type: string;
  readonly actor_id: string | null;
}): string | null => ACTORS[type] ?? (id === null ? 'Operator' : null);

/** The sentence of an event or an audit log entry. */
export const eventText = (entry: {
  readonly type?: string;
  readonly action?: string;
  readonly data?: unknown;
  readonly previous_attributes?: unknown;
}): string => sentenceOf(entry.type ?? entry.action ?? '', isRow(entry.data) ? entry.data : {}, entry.previous_attributes);
