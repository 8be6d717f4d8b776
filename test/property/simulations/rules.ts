import { isDeepStrictEqual } from 'node:util';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { type EventObject, parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { readWholeLog } from '../../store/support.ts';
import { metricViolations } from '../histories/metrics.ts';
import { recordViolations } from '../histories/record-rules.ts';
import { readHistoryRecords } from '../histories/records.ts';
import { MAX_DELAY_SECONDS } from './advance.ts';
import { compareRows } from './compare-rows.ts';
import { type Simulation, subscriptionView } from './simulation.ts';

/** Whether two values are equal. Times may differ by up to an hour after a process died or ran twice. */
const isClose = (simulation: Simulation, one: unknown, other: unknown): boolean =>
  one === other ||
  (simulation.timesMayDiffer && typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= MAX_DELAY_SECONDS);

/** Compares the subscription's API object with the model. */
export const subscriptionViolations = async (simulation: Simulation): Promise<readonly string[]> => {
  const actual = await subscriptionView(simulation);
  const { next_payment_attempt: planned } = simulation.model.expectedView();
  const { next_payment_attempt: attempt } = actual;
  if (attempt !== planned && isClose(simulation, attempt, planned)) simulation.model.shiftRetries(Number(attempt) - Number(planned));
  const { price_id: plan, ...fields } = simulation.model.expectedView();
  const expected = Object.entries({ ...fields, price_id: simulation.priceIds.get(plan) });
  const wrong = expected.filter(([name, value]) => actual[name] !== value);
  return wrong.map(([name, value]) => `${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(value)}`);
};

/** Checks that each period is invoiced once, with the right amount. */
const invoiceViolations = (simulation: Simulation, invoices: readonly JsonObject[]): readonly string[] => {
  const actual = invoices.map(({ period_start, period_end, total_cents, status }) => [period_start, period_end, total_cents, status]);
  const expected = simulation.model.invoices.map(({ periodStart, periodEnd, totalCents, status }) => [
    periodStart,
    periodEnd,
    totalCents,
    status,
  ]);
  return isDeepStrictEqual(actual.sort(compareRows), expected.sort(compareRows))
    ? []
    : [`invoices are ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
};

/** Types of payments that are charges in the model. */
const CHARGE_TYPES = ['renewal', 'usage', 'plan_change'];

/** Checks that each charge was made once, at the right time. */
const chargeViolations = (simulation: Simulation, payments: readonly JsonObject[], invoices: readonly JsonObject[]): readonly string[] => {
  const startOf = new Map(invoices.map(({ id, period_start }) => [id, period_start]));
  const actual = payments
    .filter(({ type }) => CHARGE_TYPES.includes(String(type)))
    .map(({ created, type, amount_cents, status, invoice_id }) => [
      created,
      type,
      amount_cents,
      status,
      startOf.get(invoice_id ?? '') ?? null,
    ])
    .sort(compareRows);
  const expected = simulation.model.charges
    .map(({ at, type, amountCents, status, invoice }) => [at, type, amountCents, status, invoice?.periodStart ?? null])
    .sort(compareRows);
  const isSameRow = (one: readonly unknown[], other: readonly unknown[]): boolean =>
    isClose(simulation, one[0], other[0]) && isDeepStrictEqual(one.slice(1), other.slice(1));
  const agrees = actual.length === expected.length && actual.every((each, index) => isSameRow(each, expected[index] ?? []));
  return agrees ? [] : [`charges are ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
};

/** The fields that differ between two snapshots, with their values in `before`. */
const formerValues = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, before[name] ?? null]),
  );

/** Checks one object's events: each has the right `previous_attributes`, and the last one contains the current object. */
const eventSequenceViolations = (events: readonly EventObject[], current: JsonObject): readonly string[] => {
  const violations: string[] = [];
  let state: JsonObject | null = null;
  let expectedPrevious: JsonObject | null = null;
  for (const { type, data, previous_attributes: previous } of events) {
    // This event announces the end of a trial; the subscription does not change.
    if (type === 'subscription.trial_will_end') expectedPrevious = null;
    else if (state !== null && !isDeepStrictEqual(state, data)) expectedPrevious = formerValues(state, data);
    // A new payment method emits this event even if no field of the object changes: its card may have the same last digits as before.
    else if (type === 'subscription.updated' && previous === null) expectedPrevious = null;
    if (!isDeepStrictEqual(previous, expectedPrevious))
      violations.push(`${type} of ${String(data.id)} has previous ${JSON.stringify(previous)}, not ${JSON.stringify(expectedPrevious)}`);
    state = data;
  }
  if (!isDeepStrictEqual(state, current))
    violations.push(`${String(current.id)} differs from its last event, which has ${JSON.stringify(formerValues(state ?? {}, current))}`);
  return violations;
};

const eventViolations = async (simulation: Simulation, view: JsonObject): Promise<readonly string[]> => {
  const { fixture, tenant } = simulation.shop;
  const entries = await readWholeLog(fixture, tenant);
  const events = entries.flatMap(({ kind, event }) => (kind === 'event' && event !== null ? [parseEvent(event)] : []));
  const subscriptionEvents = events.filter(({ data }) => data.id === simulation.subscriptionId);
  const count = (type: string): number => subscriptionEvents.filter((event) => event.type === type).length;
  const { model } = simulation;
  // `index` is negative in the trial, and after it until the first charge is paid. If that charge fails, there is a dunning notice.
  const isTrialOver = model.trialEnd !== null && (model.state.index >= 0 || model.notices > 0);
  const expectedCounts: Readonly<Record<string, number>> = {
    'subscription.trial_started': model.trialEnd === null ? 0 : 1,
    ...(isTrialOver ? { 'subscription.trial_ended': 1 } : {}),
    'subscription.paused': model.eventCounts.paused,
    'subscription.resumed': model.eventCounts.resumed,
    'subscription.plan_changed': model.eventCounts.planChanged,
    'subscription.payment_method_updated': model.eventCounts.methodUpdated,
    'subscription.canceled': model.status === 'canceled' ? 1 : 0,
  };
  return [
    ...eventSequenceViolations(subscriptionEvents, view),
    ...Object.entries(expectedCounts).flatMap(([type, expected]) =>
      count(type) === expected ? [] : [`${type} was emitted ${count(type)} times, not ${expected}`],
    ),
  ];
};

/** Checks a finished simulation. Returns the violated rules. */
export const simulationViolations = async (simulation: Simulation): Promise<readonly string[]> => {
  const { tenant } = simulation.shop;
  const records = await readHistoryRecords(simulation);
  const payments = records.payments.map((each) => paymentAggregate.view(each, tenant));
  const invoices = records.invoices.map((each) => invoiceAggregate.view(each, tenant));
  const [subscription] = records.subscriptions;
  if (subscription === undefined) return ['there is no subscription'];
  const actualView = subscriptionAggregate.view(subscription, tenant);
  return [
    ...(await subscriptionViolations(simulation)),
    ...invoiceViolations(simulation, invoices),
    ...chargeViolations(simulation, payments, invoices),
    ...(await eventViolations(simulation, actualView)),
    ...recordViolations(records),
    ...(await metricViolations(simulation, records)),
  ];
};
