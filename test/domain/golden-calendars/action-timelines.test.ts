import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type Billing, newBilling } from '../billing.ts';
import { anotherPrice, changePlan, payChange } from '../plan-changes.ts';
import { runRenewals } from '../renewals.ts';
import {
  ACTION_TIMELINES,
  type ActionTimeline,
  type BilledPeriod,
  calendarWithActions,
  KNOWN_ACTION_TIMELINE,
  type TimedAction,
} from './action-timelines.ts';
import { PERIOD_COUNT, secondsAt } from './timelines.ts';

const PRICES = { month: { interval: 'month', amountCents: 1000 }, year: { interval: 'year', amountCents: 12_000 } } as const;

/** Creates a subscription, and a price with the other interval. */
const sell = ({ sold: at, interval }: ActionTimeline) => {
  const billing = newBilling(PRICES[interval]);
  billing.world.now = secondsAt(at);
  const { id } = billing.subscribe();
  const other = interval === 'year' ? 'month' : 'year';
  const priceIds = { [interval]: billing.catalogue.price.record.id, [other]: anotherPrice(billing, PRICES[other]) };
  return { billing, id, priceIds };
};

const resume = (billing: Billing, id: string): void => {
  const outcome = billing.resume(id);
  if (outcome instanceof Refusal) throw new Error(outcome.message);
  if (outcome.payment !== null) payChange(billing, outcome.payment.id);
};

const performAction = (billing: Billing, id: string, { what, at }: TimedAction, priceIds: Readonly<Record<string, string>>): void => {
  billing.world.now = at;
  if (what === 'pause') billing.pause(id);
  else if (what === 'resume') resume(billing, id);
  else changePlan(billing, id, { priceId: priceIds[billing.subscription(id).price.interval === 'year' ? 'month' : 'year'] ?? '' });
};

/** Runs the timeline and returns its invoices. */
const billTimeline = (timeline: ActionTimeline): readonly BilledPeriod[] => {
  const { billing, id, priceIds } = sell(timeline);
  for (const [period, actions] of calendarWithActions(timeline).actions.entries()) {
    for (const action of actions) performAction(billing, id, action, priceIds);
    if (period === PERIOD_COUNT - 1) break;
    runRenewals(billing, id, 1);
  }
  return billing.world.all(invoiceAggregate).map(({ periodStart, periodEnd, issuedAt }) => ({
    start: Number(periodStart),
    end: Number(periodEnd),
    at: issuedAt,
  }));
};

describe('a subscription with interval changes, pauses and resumptions', () => {
  it('is billed as in the manually written example', () => {
    const { billed } = calendarWithActions(KNOWN_ACTION_TIMELINE);
    const known = KNOWN_ACTION_TIMELINE.billed.map(([start, end]) => ({ start: secondsAt(start), end: secondsAt(end) }));
    expect(billed.slice(0, known.length).map(({ start, end }) => ({ start, end }))).toEqual(known);
    expect(billTimeline(KNOWN_ACTION_TIMELINE)).toEqual(billed);
  });

  it(`is billed as in the computed calendar for ${PERIOD_COUNT} periods after a sale on one of the last days of a month`, () => {
    // Every fifth timeline: together they contain each day, month, interval and list of actions of `ACTION_TIMELINES`.
    for (const [index, timeline] of ACTION_TIMELINES.entries())
      if (index % 5 === 0) expect(billTimeline(timeline), JSON.stringify(timeline)).toEqual(calendarWithActions(timeline).billed);
  });
});
