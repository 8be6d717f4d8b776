import { type Decision, unchanged } from '../decision.ts';
import { addsUpEvents } from '../meter/record.ts';
import { Refusal } from '../refusal.ts';
import { isBilledByChange } from '../subscription/usage/billed.ts';
import { type Counting, countingOf, openPeriod, usageBilledUntil } from '../subscription/usage/usage.ts';
import { refuseUsage } from '../usage-record/create.ts';
import { type MeteredState, measureEvent } from './accept.ts';
import type { UsageEvent } from './record.ts';

export interface CancelEventState {
  readonly event: UsageEvent | null;
  /** State of the event's subscription. */
  readonly metered: MeteredState;
}

export interface CanceledEvent {
  readonly before: UsageEvent;
  readonly after: UsageEvent;
  /** How the event was counted; `null`: it is not counted, or was canceled before. */
  readonly counting: Counting | null;
  /** What the event added to its counter, in units of 10^-12. */
  readonly trillionths: bigint;
  /** The field `holds` of the subscription's `UsageState`. */
  readonly holds: readonly number[];
}

const BILLED = new Refusal('state_conflict', 'The period of this event is billed already. Refund the difference instead.', {
  reason: 'period_already_billed',
});

const NOT_ADDED = new Refusal(
  'state_conflict',
  'Only events of meters with the aggregation sum or count can be canceled: other aggregations do not add up single events.',
);

type Counted = Pick<CanceledEvent, 'counting' | 'trillionths'>;

const NOT_COUNTED: Counted = { counting: null, trillionths: 0n };

/**
 * Cancels a usage event, so that it is not billed. Refuses an event of a billed period, of an ended subscription, or of a meter whose
 * quantity is not the sum of its events (409). A canceled event stays canceled, and its id stays used.
 */
export const cancelEvent = ({ event, metered }: CancelEventState): Decision<CanceledEvent> | Refusal => {
  if (event === null || metered.subscription === null) return new Refusal('resource_missing', 'No such usage event.');
  const { holds } = metered;
  if (event.status === 'canceled') return unchanged({ before: event, after: event, ...NOT_COUNTED, holds });
  const counted = event.periodStart === null ? NOT_COUNTED : countedAs(event, metered);
  if (counted instanceof Refusal) return counted;
  return {
    changes: [],
    events: [],
    audit: {
      action: 'usage_event.canceled',
      resourceType: 'usage_event',
      resourceId: event.id,
      customerId: event.customerId,
      withoutChange: true,
    },
    result: { before: event, after: { ...event, status: 'canceled' }, ...counted, holds },
  };
};

const countedAs = (event: UsageEvent, metered: MeteredState): Counted | Refusal => {
  const { subscription: stored, meter, usage } = metered;
  if (stored === null) return NOT_COUNTED;
  const refusal = refuseUsage(stored, metered);
  if (refusal !== null) return refusal;
  // A plan change to a price with another meter has billed the events of the former meter.
  if (meter?.id !== event.meterId || (event.periodStart ?? 0) < usageBilledUntil(stored.record)) return BILLED;
  if (!addsUpEvents(meter)) return NOT_ADDED;
  const value = measureEvent(meter, event);
  if (value instanceof Refusal) return value;
  const counting = countingOf(stored.record, usage, event.occurredAt);
  if (counting === null || event.periodStart === null) return NOT_COUNTED;
  const counted = { countedAt: event.created, periodStart: event.periodStart, trillionths: value.trillionths };
  if (isBilledByChange(stored.record, usage, counted)) return BILLED;
  // If the start of the period has changed since the event was counted, it is unknown in which day or month the event was counted.
  const slice = counting.start === event.periodStart ? counting.slice : null;
  // The sums of earlier periods can be merged at any time, so an event of an unbilled earlier period is subtracted from the open period.
  const start = Math.max(event.periodStart, openPeriod(stored.record).start);
  return { counting: { ...counting, start, slice }, trillionths: value.trillionths };
};
