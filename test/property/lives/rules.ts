import { isDeepStrictEqual } from 'node:util';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { type EventObject, parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { wholeLog } from '../../store/support.ts';
import { booksOf } from '../histories/books.ts';
import { metricFaults } from '../histories/metrics.ts';
import { faultsIn } from '../histories/rules.ts';
import { DISTURBANCE_SECONDS } from './advancing.ts';
import { faceOf, type Life } from './life.ts';
import { inOrder } from './order.ts';

const near = (life: Life, one: unknown, other: unknown): boolean =>
  one === other || (life.disturbed && typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= DISTURBANCE_SECONDS);

/** Where the subscription differs from what the model says of it. */
export const faceFaults = async (life: Life): Promise<readonly string[]> => {
  const actual = await faceOf(life);
  const { next_payment_attempt: planned } = life.model.face();
  const { next_payment_attempt: attempt } = actual;
  if (attempt !== planned && near(life, attempt, planned)) life.model.shift(Number(attempt) - Number(planned));
  const { price_id: plan, ...face } = life.model.face();
  const expected = Object.entries({ ...face, price_id: life.priceIds.get(plan) });
  const wrong = expected.filter(([name, value]) => actual[name] !== value);
  return wrong.map(([name, value]) => `${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(value)}`);
};

/** Every period that was billed, once, for what it costs. */
const invoiceFaults = (life: Life, invoices: readonly JsonObject[]): readonly string[] => {
  const shown = invoices.map(({ period_start, period_end, total_cents, status }) => [period_start, period_end, total_cents, status]);
  const expected = life.model.invoices.map(({ periodStart, periodEnd, totalCents, status }) => [
    periodStart,
    periodEnd,
    totalCents,
    status,
  ]);
  return isDeepStrictEqual(shown.sort(inOrder), expected.sort(inOrder))
    ? []
    : [`invoices are ${JSON.stringify(shown)}, not ${JSON.stringify(expected)}`];
};

const CHARGES = ['renewal', 'usage', 'plan_change'];

/** Every attempt was charged, once, in its own moment. */
const chargeFaults = (life: Life, payments: readonly JsonObject[], invoices: readonly JsonObject[]): readonly string[] => {
  const startOf = new Map(invoices.map(({ id, period_start }) => [id, period_start]));
  const shown = payments
    .filter(({ type }) => CHARGES.includes(String(type)))
    .map(({ created, type, amount_cents, status, invoice_id }) => [
      created,
      type,
      amount_cents,
      status,
      startOf.get(invoice_id ?? '') ?? null,
    ])
    .sort(inOrder);
  const expected = life.model.charges
    .map(({ at, type, amountCents, status, invoice }) => [at, type, amountCents, status, invoice?.periodStart ?? null])
    .sort(inOrder);
  const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
    near(life, one[0], other[0]) && isDeepStrictEqual(one.slice(1), other.slice(1));
  const agrees = shown.length === expected.length && shown.every((each, index) => same(each, expected[index] ?? []));
  return agrees ? [] : [`charges are ${JSON.stringify(shown)}, not ${JSON.stringify(expected)}`];
};

/** What changed between two snapshots, with the former values. */
const formerValues = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, before[name] ?? null]),
  );

/** The events about one object, folded: each says truly what it changed, and the last of them is how it is. */
const foldFaults = (events: readonly EventObject[], current: JsonObject): readonly string[] => {
  const faults: string[] = [];
  let state: JsonObject | null = null;
  let reported: JsonObject | null = null;
  for (const { type, data, previous_attributes: previous } of events) {
    // A notice is reported on its own, and changes nothing.
    if (type === 'subscription.trial_will_end') reported = null;
    else if (state !== null && !isDeepStrictEqual(state, data)) reported = formerValues(state, data);
    if (!isDeepStrictEqual(previous, reported))
      faults.push(`${type} of ${String(data.id)} has previous ${JSON.stringify(previous)}, not ${JSON.stringify(reported)}`);
    state = data;
  }
  if (!isDeepStrictEqual(state, current))
    faults.push(`${String(current.id)} was last reported as ${JSON.stringify(formerValues(current, state ?? {}))}`);
  return faults;
};

const eventFaults = async (life: Life, face: JsonObject): Promise<readonly string[]> => {
  const { fixture, tenant } = life.shop;
  const entries = await wholeLog(fixture, tenant);
  const events = entries.flatMap(({ kind, event }) => (kind === 'event' && event !== null ? [parseEvent(event)] : []));
  const own = events.filter(({ data }) => data.id === life.subscriptionId);
  const count = (type: string): number => own.filter((event) => event.type === type).length;
  const { model } = life;
  const trialOver = model.trialEnd !== null && (model.standing.index >= 0 || model.notices > 0);
  return [
    ...foldFaults(own, face),
    ...(count('subscription.trial_started') === (model.trialEnd === null ? 0 : 1) ? [] : ['the trial was not reported once']),
    ...(count('subscription.trial_ended') === (trialOver ? 1 : 0) || !trialOver ? [] : ['the end of the trial was not reported once']),
    ...(count('subscription.paused') === model.reported.paused ? [] : ['each pause was not reported once']),
    ...(count('subscription.resumed') === model.reported.resumed ? [] : ['each resumption was not reported once']),
    ...(count('subscription.plan_changed') === model.reported.planChanged ? [] : ['each change of plan was not reported once']),
    ...(count('subscription.payment_method_updated') === model.reported.methodUpdated ? [] : ['each new method was not reported once']),
    ...(count('subscription.canceled') === (model.status === 'canceled' ? 1 : 0) ? [] : ['the end was not reported once']),
  ];
};

/** What must be true of a life that is over, and quiet; the names of what is not. */
export const lifeFaults = async (life: Life): Promise<readonly string[]> => {
  const { tenant } = life.shop;
  const books = await booksOf(life);
  const payments = books.payments.map((each) => paymentAggregate.view(each, tenant));
  const invoices = books.invoices.map((each) => invoiceAggregate.view(each, tenant));
  const [subscription] = books.subscriptions;
  if (subscription === undefined) return ['there is no subscription'];
  const face = subscriptionAggregate.view(subscription, tenant);
  return [
    ...(await faceFaults(life)),
    ...invoiceFaults(life, invoices),
    ...chargeFaults(life, payments, invoices),
    ...(await eventFaults(life, face)),
    ...faultsIn(books),
    ...(await metricFaults(life, books)),
  ];
};
