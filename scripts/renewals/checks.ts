import { type ApiObject, type Json, numberOf } from '../support/api.ts';

/** What the API shows of a tenant, each list whole and newest first. */
export interface Seen {
  readonly subscriptions: readonly ApiObject[];
  readonly invoices: readonly ApiObject[];
  readonly payments: readonly ApiObject[];
  readonly events: readonly ApiObject[];
}

/** A subscription that was charged once for the period after the one that it was in. */
export const isRenewed = (before: ApiObject, now: ApiObject | undefined): boolean =>
  now !== undefined &&
  now.current_period_start === before.current_period_end &&
  now.status === 'active' &&
  now.renewal_state === 'scheduled';

const groupedBy = (objects: readonly ApiObject[], keyOf: (object: ApiObject) => unknown): ReadonlyMap<unknown, readonly ApiObject[]> => {
  const groups = new Map<unknown, ApiObject[]>();
  for (const object of objects) {
    const group = groups.get(keyOf(object)) ?? [];
    group.push(object);
    groups.set(keyOf(object), group);
  }
  return groups;
};

/** Each reported once of a renewal, in this order. */
const REPORTED: readonly unknown[] = ['invoice.created', 'invoice.paid', 'payment.succeeded'];

/** The invoice that an event is about, itself or by its payment. */
const invoiceOf = (event: ApiObject): unknown => {
  const about = event.data as Json;
  return about.object === 'payment' ? about.invoice_id : about.id;
};

const numberProblems = (invoices: readonly ApiObject[]): readonly string[] => {
  const ordinals = invoices.map(({ number }) => Number(/(\d+)$/.exec(String(number))?.[1]));
  const expected = new Set(ordinals.map((_, index) => index + 1));
  const missing = [...expected].filter((ordinal) => !ordinals.includes(ordinal));
  const twice = ordinals.length - new Set(ordinals).size;
  return [
    ...(missing.length === 0 ? [] : [`the invoice numbers 1 to ${ordinals.length} lack ${missing.slice(0, 5).join(', ')}`]),
    ...(twice === 0 ? [] : [`${twice} invoice numbers were given out again`]),
  ];
};

const logProblems = (events: readonly ApiObject[], earlier: readonly ApiObject[]): readonly string[] => {
  const ids = events.map(({ id }) => id);
  const oldest = ids.toReversed();
  const changed = earlier.toReversed().findIndex(({ id }, index) => oldest[index] !== id);
  return [
    ...(new Set(ids).size === ids.length ? [] : ['an event is in the log twice']),
    ...(changed === -1 ? [] : [`the log changed behind its reader, at event ${changed + 1}`]),
  ];
};

interface Sorted {
  /** By subscription. */
  readonly invoices: ReadonlyMap<unknown, readonly ApiObject[]>;
  /** By invoice. */
  readonly payments: ReadonlyMap<unknown, readonly ApiObject[]>;
  /** By invoice, oldest first. */
  readonly reported: ReadonlyMap<unknown, readonly ApiObject[]>;
}

const renewalProblems = (before: ApiObject, now: ApiObject | undefined, renewals: number, sorted: Sorted): readonly string[] => {
  if (now === undefined || !isRenewed(before, now)) return [`is ${String(now?.status)}, ${String(now?.renewal_state)}, and not renewed`];
  const problems: string[] = [];
  const invoices = sorted.invoices.get(before.id) ?? [];
  if (invoices.length !== renewals + 1) problems.push(`has ${invoices.length} invoices instead of ${renewals + 1}`);
  const [invoice, ...further] = invoices.filter((each) => each.period_start === numberOf(before, 'current_period_end'));
  if (invoice === undefined || further.length > 0)
    return [...problems, `has ${further.length} further invoices for the new period, or none`];
  if (invoice.status !== 'paid') problems.push(`has an invoice that is ${String(invoice.status)}`);
  const payments = (sorted.payments.get(invoice.id) ?? []).map(({ type, status }) => `${String(type)} ${String(status)}`);
  if (payments.join() !== 'renewal succeeded') problems.push(`has the payments: ${payments.join(', ') || 'none'}`);
  const reported = (sorted.reported.get(invoice.id) ?? []).map(({ type }) => String(type)).join(', ');
  if (reported !== REPORTED.join(', ')) problems.push(`was notified of by: ${reported || 'nothing'}`);
  return problems;
};

/**
 * What is not as it must be once every subscription of `before` was renewed exactly once more, `renewals` times in all. `earlier`
 * is the log as it was read before: it only ever grows.
 */
export const problemsIn = (
  seen: Seen,
  {
    before,
    renewals,
    earlier,
  }: { readonly before: readonly ApiObject[]; readonly renewals: number; readonly earlier: readonly ApiObject[] },
): readonly string[] => {
  const now = new Map(seen.subscriptions.map((subscription) => [subscription.id, subscription]));
  const sorted: Sorted = {
    invoices: groupedBy(seen.invoices, ({ subscription_id }) => subscription_id),
    payments: groupedBy(seen.payments, ({ invoice_id }) => invoice_id),
    reported: groupedBy(
      seen.events.toReversed().filter(({ type }) => REPORTED.includes(type)),
      invoiceOf,
    ),
  };
  return [
    ...before.flatMap((subscription) =>
      renewalProblems(subscription, now.get(subscription.id), renewals, sorted).map((problem) => `${subscription.id} ${problem}`),
    ),
    ...numberProblems(seen.invoices),
    ...logProblems(seen.events, earlier),
  ];
};
