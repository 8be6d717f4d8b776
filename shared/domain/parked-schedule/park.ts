import { unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change } from '../kernel.ts';
import type { ParkedSchedule } from './record.ts';
import { parkedScheduleAggregate } from './record.ts';

export interface ParkTurn {
  readonly subscriptionId: string;
  readonly periodEnd: number;
  readonly attempt: number;
  readonly reason: string;
}

/** Remembers the refused turn in place of an earlier one; the same turn, refused again, changes nothing. */
export const parkTurn = (
  { subscriptionId, periodEnd, attempt, reason }: ParkTurn,
  { parked }: { readonly parked: Stored<ParkedSchedule> | null },
  ctx: DecisionContext,
): Decision<ParkedSchedule> => {
  const before = parked?.record;
  if (before?.periodEnd === periodEnd && before.attempt === attempt) return unchanged(before);
  const after: ParkedSchedule = { id: subscriptionId, created: ctx.now, periodEnd, attempt, reason };
  return { changes: [change(parkedScheduleAggregate, parked, after)], events: [], result: after };
};
