import { type Civil, civil, daysAfter, daysOf, monthsAfter, secondsOf } from './civil.ts';
import { PERIODS } from './timelines.ts';

/** What is done to a subscription, so many days after the start of a period, at the same second of the day. */
export interface Turn {
  /** The period that it is done in, counted from 0 over all periods, whatever their interval. */
  readonly period: number;
  readonly day: number;
  readonly what: 'switch' | 'pause' | 'resume';
}

/** A subscription that is switched between months and years, paused and resumed. */
export interface TurnedTimeline {
  readonly sold: string;
  readonly interval: 'month' | 'year';
  readonly turns: readonly Turn[];
}

/** What is charged for in advance, and when; Unix seconds. */
export interface Billed {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** The same moment for anyone who does it. */
export interface TurnAt {
  readonly what: Turn['what'];
  readonly at: number;
}

export interface TurnedCalendar {
  readonly billed: readonly Billed[];
  /** For each of the periods, what is done in it, in order. */
  readonly turns: readonly (readonly TurnAt[])[];
}

/**
 * When such a lifecycle is billed, by the rules' texts. A period is charged for at its start, unless the subscription is paused. A switch begins a new
 * grid at its second, and charges for all of its first period. A pause lets the grid run on unbilled; resuming in a period that nobody paid for charges the rest of it.
 */
export const turnedCalendar = ({ sold, interval, turns }: TurnedTimeline): TurnedCalendar => {
  let anchor: Civil = civil(sold);
  let index = 0;
  let months = interval === 'year' ? 12 : 1;
  let paused = false;
  const billed: Billed[] = [];
  const done: TurnAt[][] = [];
  for (let period = 0; period < PERIODS; period += 1) {
    const startsOn = monthsAfter(anchor, index * months);
    const start = secondsOf(startsOn);
    let end = secondsOf(monthsAfter(anchor, (index + 1) * months));
    let paid = !paused;
    if (paid) billed.push({ start, end, at: start });
    const here: TurnAt[] = [];
    for (const { day, what } of turns.filter((turn) => turn.period === period)) {
      const on = daysAfter(startsOn, day);
      const at = secondsOf(on);
      here.push({ what, at });
      if (what === 'pause') paused = true;
      if (what === 'resume') {
        paused = false;
        if (!paid) billed.push({ start: at, end, at });
        paid = true;
      }
      if (what === 'switch') {
        [anchor, index, months] = [on, 0, months === 12 ? 1 : 12];
        end = secondsOf(monthsAfter(anchor, months));
        billed.push({ start: at, end, at });
      }
    }
    done.push(here);
    index += 1;
  }
  return { billed, turns: done };
};

const turn = (period: number, day: number, what: Turn['what']): Turn => ({ period, day, what });

/** Switches there and back, pauses within a period and across several, and both together; on first days, last days and in between. */
const SCRIPTS: readonly (readonly Turn[])[] = [
  [turn(2, 3, 'switch')],
  [turn(1, 27, 'switch'), turn(4, 0, 'switch'), turn(9, 14, 'switch'), turn(20, 1, 'switch')],
  [turn(3, 5, 'pause'), turn(3, 20, 'resume')],
  [turn(1, 10, 'pause'), turn(2, 6, 'resume')],
  [turn(0, 27, 'pause'), turn(13, 0, 'resume'), turn(25, 1, 'pause')],
  [turn(2, 2, 'switch'), turn(5, 9, 'pause'), turn(8, 26, 'resume'), turn(8, 27, 'switch'), turn(30, 4, 'switch')],
];

const two = (number: number): string => String(number).padStart(2, '0');

/** Every script from the last days of months, by the month and by the year, around leap days. */
export const TURNED: readonly TurnedTimeline[] = [2024, 2027, 2028].flatMap((year) =>
  [1, 2, 3, 8, 12].flatMap((month) =>
    [28, 29, 30, 31]
      .filter((day) => day <= daysOf(year, month))
      .flatMap((day) =>
        (['month', 'year'] as const).flatMap((interval) =>
          SCRIPTS.map((turns, script) => ({
            sold: `${year}-${two(month)}-${two(day)} ${two((day + script * 5) % 24)}:59:${two((month * 7 + script) % 60)}`,
            interval,
            turns,
          })),
        ),
      ),
  ),
);

/** One that was written down by hand. */
export const KNOWN_TURNS: TurnedTimeline & { readonly billed: readonly (readonly [start: string, end: string])[] } = {
  sold: '2027-01-31 12:00:00',
  interval: 'month',
  turns: [turn(1, 3, 'switch'), turn(2, 5, 'pause'), turn(3, 10, 'resume'), turn(3, 20, 'switch')],
  billed: [
    ['2027-01-31 12:00:00', '2027-02-28 12:00:00'],
    ['2027-02-28 12:00:00', '2027-03-31 12:00:00'],
    // On 3 March, to years.
    ['2027-03-03 12:00:00', '2028-03-03 12:00:00'],
    ['2028-03-03 12:00:00', '2029-03-03 12:00:00'],
    // Paused from 8 March 2028, resumed on 13 March 2029: the rest of a year that nobody had paid for.
    ['2029-03-13 12:00:00', '2030-03-03 12:00:00'],
    // On 23 March, to months.
    ['2029-03-23 12:00:00', '2029-04-23 12:00:00'],
    ['2029-04-23 12:00:00', '2029-05-23 12:00:00'],
  ],
};
