import { type Civil, daysAfter, daysOf, monthsAfter, parseCivil, secondsOf } from './civil.ts';
import { PERIOD_COUNT, twoDigits } from './timelines.ts';

/** An action on a subscription, `day` days after the start of a period. `switch`: changes the interval from month to year or back. */
export interface TimelineAction {
  /** Number of the period since the sale, from 0. An interval change does not restart the count. */
  readonly period: number;
  readonly day: number;
  readonly what: 'switch' | 'pause' | 'resume';
}

/** A subscription with interval changes, pauses and resumptions. */
export interface ActionTimeline {
  /** Time of the sale in UTC, such as `2027-01-31 23:59:59`. */
  readonly sold: string;
  readonly interval: 'month' | 'year';
  readonly actions: readonly TimelineAction[];
}

/** A service period and the time of its charge, in Unix seconds. */
export interface BilledPeriod {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** An action with its time, in Unix seconds. */
export interface TimedAction {
  readonly what: TimelineAction['what'];
  readonly at: number;
}

export interface ActionCalendar {
  readonly billed: readonly BilledPeriod[];
  /** The actions by period, in order of time. */
  readonly actions: readonly (readonly TimedAction[])[];
}

/**
 * Computes the charges and the times of the actions. A period is charged at its start, unless the subscription is paused. Periods are
 * counted from an anchor. An interval change sets a new anchor, and charges the first period from there in full. During a pause, periods
 * continue unbilled. Resuming in an unpaid period charges the rest of that period.
 */
export const calendarWithActions = ({ sold, interval, actions }: ActionTimeline): ActionCalendar => {
  let anchor: Civil = parseCivil(sold);
  let index = 0;
  let months = interval === 'year' ? 12 : 1;
  let paused = false;
  const billed: BilledPeriod[] = [];
  const actionsByPeriod: TimedAction[][] = [];
  for (let period = 0; period < PERIOD_COUNT; period += 1) {
    const startsOn = monthsAfter(anchor, index * months);
    const start = secondsOf(startsOn);
    let end = secondsOf(monthsAfter(anchor, (index + 1) * months));
    let paid = !paused;
    if (paid) billed.push({ start, end, at: start });
    const periodActions: TimedAction[] = [];
    for (const { day, what } of actions.filter((each) => each.period === period)) {
      const date = daysAfter(startsOn, day);
      const at = secondsOf(date);
      periodActions.push({ what, at });
      if (what === 'pause') paused = true;
      if (what === 'resume') {
        paused = false;
        if (!paid) billed.push({ start: at, end, at });
        paid = true;
      }
      if (what === 'switch') {
        [anchor, index, months] = [date, 0, months === 12 ? 1 : 12];
        end = secondsOf(monthsAfter(anchor, months));
        billed.push({ start: at, end, at });
      }
    }
    actionsByPeriod.push(periodActions);
    index += 1;
  }
  return { billed, actions: actionsByPeriod };
};

const action = (period: number, day: number, what: TimelineAction['what']): TimelineAction => ({ period, day, what });

/** Interval changes and pauses, within one period and across several periods, on first, last and other days. */
const SCRIPTS: readonly (readonly TimelineAction[])[] = [
  [action(2, 3, 'switch')],
  [action(1, 27, 'switch'), action(4, 0, 'switch'), action(9, 14, 'switch'), action(20, 1, 'switch')],
  [action(3, 5, 'pause'), action(3, 20, 'resume')],
  [action(1, 10, 'pause'), action(2, 6, 'resume')],
  [action(0, 27, 'pause'), action(13, 0, 'resume'), action(25, 1, 'pause')],
  [action(2, 2, 'switch'), action(5, 9, 'pause'), action(8, 26, 'resume'), action(8, 27, 'switch'), action(30, 4, 'switch')],
];

/** Every script, for sales on the last days of months, monthly and yearly, around leap days. */
export const ACTION_TIMELINES: readonly ActionTimeline[] = [2024, 2027, 2028].flatMap((year) =>
  [1, 2, 3, 8, 12].flatMap((month) =>
    [28, 29, 30, 31]
      .filter((day) => day <= daysOf(year, month))
      .flatMap((day) =>
        (['month', 'year'] as const).flatMap((interval) =>
          SCRIPTS.map((actions, script) => {
            const time = `${twoDigits((day + script * 5) % 24)}:59:${twoDigits((month * 7 + script) % 60)}`;
            return { sold: `${year}-${twoDigits(month)}-${twoDigits(day)} ${time}`, interval, actions };
          }),
        ),
      ),
  ),
);

/** A manually written example, with its first billed periods. */
export const KNOWN_ACTION_TIMELINE: ActionTimeline & { readonly billed: readonly (readonly [start: string, end: string])[] } = {
  sold: '2027-01-31 12:00:00',
  interval: 'month',
  actions: [action(1, 3, 'switch'), action(2, 5, 'pause'), action(3, 10, 'resume'), action(3, 20, 'switch')],
  billed: [
    ['2027-01-31 12:00:00', '2027-02-28 12:00:00'],
    ['2027-02-28 12:00:00', '2027-03-31 12:00:00'],
    // Yearly from 3 March.
    ['2027-03-03 12:00:00', '2028-03-03 12:00:00'],
    ['2028-03-03 12:00:00', '2029-03-03 12:00:00'],
    // Paused on 8 March 2028 and resumed on 13 March 2029: the rest of an unpaid year.
    ['2029-03-13 12:00:00', '2030-03-03 12:00:00'],
    // Monthly from 23 March.
    ['2029-03-23 12:00:00', '2029-04-23 12:00:00'],
    ['2029-04-23 12:00:00', '2029-05-23 12:00:00'],
  ],
};
