import type { Aggregate, BaseRecord } from '../kernel.ts';
import { nextCycleOf, type Subscription } from '../subscription/record.ts';

/** A turn of a subscription's cycle that was refused for safety; its id is the subscription's. */
export interface ParkedSchedule extends BaseRecord {
  readonly periodEnd: number;
  readonly attempt: number;
  readonly reason: string;
}

/** True while the subscription still stands before the turn that was refused. */
export const isStillParked = ({ periodEnd, attempt }: ParkedSchedule, subscription: Subscription | null): boolean => {
  const next = subscription === null ? null : nextCycleOf(subscription);
  return next !== null && next.periodEnd === periodEnd && next.attempt === attempt;
};

export const parkedScheduleAggregate: Aggregate<ParkedSchedule> = {
  type: 'parked_schedule',
  prefix: 'sub_',
  view: ({ id, created, reason }) => ({ id, object: 'parked_schedule', created, reason }),
  unlogged: true,
};
