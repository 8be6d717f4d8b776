import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type Billing, given } from '../billing.ts';
import { anotherPrice, changePlan, payChange } from '../plan-changes.ts';
import { PERIODS, secondsAt } from './timelines.ts';
import { type Billed, KNOWN_TURNS, TURNED, type TurnAt, type TurnedTimeline, turnedCalendar } from './turns.ts';

const PRICES = { month: { interval: 'month', amountCents: 1000 }, year: { interval: 'year', amountCents: 12_000 } } as const;

/** A subscription with the price that it can be switched to, and back. */
const sold = ({ sold: at, interval }: TurnedTimeline) => {
  const billing = given(PRICES[interval]);
  billing.world.now = secondsAt(at);
  const { id } = billing.subscribe();
  const ids = { [interval]: billing.catalogue.price.record.id, [interval === 'year' ? 'month' : 'year']: '' };
  const other = interval === 'year' ? 'month' : 'year';
  ids[other] = anotherPrice(billing, PRICES[other]);
  return { billing, id, priceIds: ids };
};

const resume = (billing: Billing, id: string): void => {
  const outcome = billing.resume(id);
  if (outcome instanceof Refusal) throw new Error(outcome.message);
  if (outcome.payment !== null) payChange(billing, outcome.payment.id);
};

const doTurn = (billing: Billing, id: string, { what, at }: TurnAt, priceIds: Readonly<Record<string, string>>): void => {
  billing.world.now = at;
  if (what === 'pause') billing.pause(id);
  else if (what === 'resume') resume(billing, id);
  else changePlan(billing, id, { priceId: priceIds[billing.subscription(id).price.interval === 'year' ? 'month' : 'year'] ?? '' });
};

/** What was invoiced over so many periods. */
const lived = (timeline: TurnedTimeline): readonly Billed[] => {
  const { billing, id, priceIds } = sold(timeline);
  for (const [period, turns] of turnedCalendar(timeline).turns.entries()) {
    for (const turn of turns) doTurn(billing, id, turn, priceIds);
    if (period === PERIODS - 1) break;
    const due = billing.due(id);
    if (due instanceof Refusal) throw new Error(due.message);
    if (due.outcome === 'charge') billing.settle(due.payment.id);
  }
  return billing.world.all(invoiceAggregate).map(({ periodStart, periodEnd, issuedAt }) => ({
    start: Number(periodStart),
    end: Number(periodEnd),
    at: issuedAt,
  }));
};

describe('a subscription that is switched, paused and resumed', () => {
  it('has the calendar that was written down by hand', () => {
    const { billed } = turnedCalendar(KNOWN_TURNS);
    const known = KNOWN_TURNS.billed.map(([start, end]) => ({ start: secondsAt(start), end: secondsAt(end) }));
    expect(billed.slice(0, known.length).map(({ start, end }) => ({ start, end }))).toEqual(known);
    expect(lived(KNOWN_TURNS)).toEqual(billed);
  });

  it(`is billed as on paper over ${PERIODS} periods of courses from every month end`, () => {
    // Every fifth: they go through all days, months, intervals and scripts.
    for (const [index, timeline] of TURNED.entries())
      if (index % 5 === 0) expect(lived(timeline), JSON.stringify(timeline)).toEqual(turnedCalendar(timeline).billed);
  });
});
