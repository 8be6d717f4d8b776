import { type ApiObject, type Json, numberOf } from '../support/api.ts';

/** Complete lists of a tenant, newest first. */
export interface TenantLists {
  readonly subscriptions: readonly ApiObject[];
  readonly invoices: readonly ApiObject[];
  readonly payments: readonly ApiObject[];
  readonly events: readonly ApiObject[];
}

/** Whether a subscription was renewed: `before` is its state before the end of a period, `after` its current state. */
export const isRenewed = (before: ApiObject, after: ApiObject | undefined): boolean =>
  after !== undefined &&
  after.current_period_start === before.current_period_end &&
  after.status === 'active' &&
  after.renewal_state === 'scheduled';

const groupedBy = (objects: readonly ApiObject[], keyOf: (object: ApiObject) => unknown): ReadonlyMap<unknown, readonly ApiObject[]> => {
  const groups = new Map<unknown, ApiObject[]>();
  for (const object of objects) {
    const group = groups.get(keyOf(object)) ?? [];
    group.push(object);
    groups.set(keyOf(object), group);
  }
  return groups;
};

/** Events about the invoice and payment of a renewal, once each in this order; other types are not checked. */
const RENEWAL_EVENTS: readonly unknown[] = ['invoice.created', 'invoice.paid', 'payment.succeeded'];

/** Returns the id of the invoice that an event is about; for an event about a payment, of the payment's invoice. */
const invoiceOf = (event: ApiObject): unknown => {
  const eventObject = event.data as Json;
  return eventObject.object === 'payment' ? eventObject.invoice_id : eventObject.id;
};

const invoiceNumberProblems = (invoices: readonly ApiObject[]): readonly string[] => {
  const ordinals = invoices.map(({ number }) => Number(/(\d+)$/.exec(String(number))?.[1]));
  const expected = new Set(ordinals.map((_, index) => index + 1));
  const missing = [...expected].filter((ordinal) => !ordinals.includes(ordinal));
  const duplicates = ordinals.length - new Set(ordinals).size;
  return [
    ...(missing.length === 0
      ? []
      : [`the invoice numbers 1 to ${ordinals.length} are incomplete, missing ${missing.slice(0, 5).join(', ')}`]),
    ...(duplicates === 0 ? [] : [`${duplicates} invoice numbers are duplicates`]),
  ];
};

const logProblems = (events: readonly ApiObject[], earlier: readonly ApiObject[]): readonly string[] => {
  const ids = events.map(({ id }) => id);
  const oldestFirst = ids.toReversed();
  const changedIndex = earlier.toReversed().findIndex(({ id }, index) => oldestFirst[index] !== id);
  return [
    ...(new Set(ids).size === ids.length ? [] : ['an event is in the log twice']),
    ...(changedIndex === -1 ? [] : [`the log changed after it was read, at event ${changedIndex + 1}`]),
  ];
};

interface GroupedLists {
  /** By subscription. */
  readonly invoices: ReadonlyMap<unknown, readonly ApiObject[]>;
  /** By invoice. */
  readonly payments: ReadonlyMap<unknown, readonly ApiObject[]>;
  /** By invoice, oldest first. */
  readonly events: ReadonlyMap<unknown, readonly ApiObject[]>;
}

const renewalProblems = (before: ApiObject, after: ApiObject | undefined, renewals: number, grouped: GroupedLists): readonly string[] => {
  if (after === undefined || !isRenewed(before, after))
    return [`is ${String(after?.status)}, ${String(after?.renewal_state)}, and not renewed`];
  const problems: string[] = [];
  const invoices = grouped.invoices.get(before.id) ?? [];
  if (invoices.length !== renewals + 1) problems.push(`has ${invoices.length} invoices instead of ${renewals + 1}`);
  const [invoice, ...otherInvoices] = invoices.filter((each) => each.period_start === numberOf(before, 'current_period_end'));
  if (invoice === undefined || otherInvoices.length > 0)
    return [...problems, `has ${invoice === undefined ? 0 : otherInvoices.length + 1} invoices for the new period`];
  if (invoice.status !== 'paid') problems.push(`has an invoice that is ${String(invoice.status)}`);
  const payments = (grouped.payments.get(invoice.id) ?? []).map(({ type, status }) => `${String(type)} ${String(status)}`);
  if (payments.join() !== 'renewal succeeded') problems.push(`has the payments: ${payments.join(', ') || 'none'}`);
  const events = (grouped.events.get(invoice.id) ?? []).map(({ type }) => String(type)).join(', ');
  if (events !== RENEWAL_EVENTS.join(', ')) problems.push(`has the events: ${events || 'none'}`);
  return problems;
};

/**
 * Returns all problems after a month in which every subscription of `before` must be renewed exactly once. `renewals`: the number of
 * renewals of each subscription since the sale. `earlier`: the log as it was read earlier; it must be the oldest part of the log.
 */
export const problemsIn = (
  lists: TenantLists,
  {
    before,
    renewals,
    earlier,
  }: { readonly before: readonly ApiObject[]; readonly renewals: number; readonly earlier: readonly ApiObject[] },
): readonly string[] => {
  const after = new Map(lists.subscriptions.map((subscription) => [subscription.id, subscription]));
  const grouped: GroupedLists = {
    invoices: groupedBy(lists.invoices, ({ subscription_id }) => subscription_id),
    payments: groupedBy(lists.payments, ({ invoice_id }) => invoice_id),
    events: groupedBy(
      lists.events.toReversed().filter(({ type }) => RENEWAL_EVENTS.includes(type)),
      invoiceOf,
    ),
  };
  return [
    ...before.flatMap((subscription) =>
      renewalProblems(subscription, after.get(subscription.id), renewals, grouped).map((problem) => `${subscription.id} ${problem}`),
    ),
    ...invoiceNumberProblems(lists.invoices),
    ...logProblems(lists.events, earlier),
  ];
};
