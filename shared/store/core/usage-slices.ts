import { dayNumberOf, type SlicedCount, type SliceSum, type SliceUnit, type UsageSlice } from '../../domain/subscription/usage/slices.ts';
import { TRILLION } from '../../domain/usage-event/quantity.ts';

/**
 * Attributes of a usage counter with its sums by day or month. Each name has a letter, the day on which the period starts (three characters
 * in base 36), and the number of the slice or the tag of a meter. Names are this short so that a month of days fits into a counter of 1 KB.
 */
const LETTERS = {
  day: { events: { total: 'E', count: 'F' }, records: { total: 'R', count: 'S' } },
  month: { events: { total: 'G', count: 'H' }, records: { total: 'T', count: 'U' } },
} as const;
const METER_LETTER = 'M';

const ATTRIBUTE_NAME = /^([EFGHMRSTU])([0-9a-z]{3})(.+)$/;

type Kind = SliceSum['kind'];

const KIND_BY_LETTER: ReadonlyMap<string, { readonly unit: SliceUnit; readonly kind: Kind; readonly part: 'total' | 'count' }> = new Map(
  (['day', 'month'] as const).flatMap((unit) =>
    (['events', 'records'] as const).flatMap((kind) =>
      (['total', 'count'] as const).map((part) => [LETTERS[unit][kind][part], { unit, kind, part }] as const),
    ),
  ),
);

const periodTag = (startDay: number): string => startDay.toString(36).padStart(3, '0');

/** Names of the attributes with the total and the count of a slice of the period that starts at `start`. */
export const sliceNames = (start: number, kind: Kind, { unit, index }: UsageSlice) => {
  const { total, count } = LETTERS[unit][kind];
  const suffix = `${periodTag(dayNumberOf(start))}${index.toString(36)}`;
  return { total: `${total}${suffix}`, count: `${count}${suffix}` };
};

/** Name of the attribute with the number of events of a meter in the period that starts at `start`. */
export const meterCountName = (start: number, tag: string): string => `${METER_LETTER}${periodTag(dayNumberOf(start))}${tag}`;

interface PeriodSums {
  readonly sums: Map<string, SliceSum>;
  readonly eventsByMeter: Map<string, number>;
  readonly attributes: string[];
}

/** Parses the sums by day or month in the item of a counter. */
export const slicesIn = (item: Readonly<Record<string, unknown>>, counter: number): readonly SlicedCount[] => {
  const byPeriod = new Map<number, PeriodSums>();
  for (const [name, value] of Object.entries(item)) {
    const [, letter = '', tag = '', rest = ''] = ATTRIBUTE_NAME.exec(name) ?? [];
    const startDay = Number.parseInt(tag, 36);
    if (Number.isNaN(startDay)) continue;
    const period: PeriodSums = byPeriod.get(startDay) ?? { sums: new Map(), eventsByMeter: new Map(), attributes: [] };
    byPeriod.set(startDay, period);
    period.attributes.push(name);
    const sliceKind = KIND_BY_LETTER.get(letter);
    if (sliceKind === undefined) period.eventsByMeter.set(rest, Number(value));
    else addPart(period, sliceKind, Number.parseInt(rest, 36), BigInt(value as number | bigint));
  }
  return [...byPeriod].map(([startDay, { sums, ...period }]) => ({ counter, startDay, sums: [...sums.values()], ...period }));
};

const addPart = (
  { sums }: PeriodSums,
  { unit, kind, part }: { readonly unit: SliceUnit; readonly kind: Kind; readonly part: 'total' | 'count' },
  index: number,
  value: bigint,
): void => {
  const key = `${unit}${kind}${index}`;
  const sum = sums.get(key) ?? { kind, slice: { unit, index }, trillionths: 0n, count: 0 };
  const total = kind === 'records' ? value * TRILLION : value;
  sums.set(key, part === 'count' ? { ...sum, count: Number(value) } : { ...sum, trillionths: total });
};
