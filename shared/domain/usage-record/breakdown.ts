import { sum } from '../amounts/money.ts';
import type { BilledUsage } from '../amounts/tiers.ts';
import type { Aggregation } from '../meter/record.ts';
import type { Period } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { type SliceUnit, startOfUnit } from '../subscription/usage/slices.ts';
import { type UsagePricing, usageCharges } from '../subscription/usage/usage.ts';
import type { MeasuredValue } from '../usage-event/accept.ts';
import { formatTrillionths, TRILLION } from '../usage-event/quantity.ts';

/** Length of the rows of a breakdown. `period`: one row for the whole period. */
export const BREAKDOWN_INTERVALS = ['hour', 'day', 'month', 'period'] as const;
export type BreakdownInterval = (typeof BREAKDOWN_INTERVALS)[number];

/**
 * `entries`: maximum number of usage records and events that one breakdown reads; for more, the breakdown uses the sums by day or month.
 * `rows`: maximum number of rows.
 */
export const BREAKDOWN_LIMITS = { entries: 10_000, rows: 1000 } as const;

/** The `param` of a breakdown's errors. */
const paramOf = (isGrouped: boolean): string => (isGrouped ? 'group_by' : 'interval');

/** Why the records and events of a period cannot be added up: there are too many, or some of the events are no longer stored. */
export type UnsummableCause = 'too_many' | 'expired';

/**
 * Returns the refusal of a breakdown whose records and events cannot be added up. `unit`: the shortest interval for which the stored
 * sums can be used instead; `null`: none.
 */
export const unsummableRefusal = (isGrouped: boolean, cause: UnsummableCause, unit: SliceUnit | null): Refusal => {
  const isExpired = cause === 'expired';
  const messages = [
    isExpired
      ? 'Some usage events of the period are no longer stored.'
      : `The period has more than ${BREAKDOWN_LIMITS.entries} usage records and events.`,
    ...(unit === null ? [] : [`Send interval=${unit} without group_by.`]),
    `Omit interval and group_by for the total${isExpired ? '.' : ', or add up the events of `GET /v1/usage_events`.'}`,
  ];
  const reason = isExpired ? 'usage_events_expired' : 'breakdown_too_large';
  return new Refusal('parameter_invalid', messages.join(' '), { param: paramOf(isGrouped), reason });
};

const tooManyRows = (isGrouped: boolean): Refusal =>
  new Refusal(
    'parameter_invalid',
    `The breakdown has more than ${BREAKDOWN_LIMITS.rows} rows. Send a longer interval, or a group_by with a property of fewer values.`,
    { param: paramOf(isGrouped), reason: 'breakdown_too_large' },
  );

/** A usage record or event of the open period, or the sum of all records or events of a day or month. */
export interface UsageEntry extends MeasuredValue {
  /** Unix seconds. */
  readonly occurredAt: number;
  /** `null`: a usage record. */
  readonly meterId: string | null;
  /** Name of the events of the meter; `null`: a usage record. */
  readonly eventName: string | null;
  readonly aggregation: Aggregation;
  /** Value of the property of `group_by`; `null`: the entry has none. */
  readonly group: string | null;
  /** Number of records or events. */
  readonly count: number;
}

export interface BreakdownQuery {
  readonly interval: BreakdownInterval;
  /** True for rows per value of a property, which have no amount. */
  readonly isGrouped: boolean;
}

/** The units of a period and how they are priced. */
interface PeriodTotals {
  readonly period: Period;
  /** What plan changes have billed in the period for the meter of the current price. */
  readonly billed: BilledUsage;
  /** Meters whose usage was billed before a change to another meter. Their rows have the amount 0. */
  readonly formerMeterIds: readonly (string | null)[];
  /** Units that are not billed yet. */
  readonly unbilled: bigint;
  readonly pricing: UsagePricing;
  /** True in a trial. */
  readonly isFree: boolean;
}

/** The usage of one meter in the interval that starts at `startsAt`; if the usage is grouped, of one group. */
export interface BreakdownRow {
  readonly startsAt: number;
  readonly meterId: string | null;
  readonly eventName: string | null;
  readonly group: string | null;
  /** Decimal number of units. */
  readonly quantity: string;
  readonly entries: number;
  /** What the row adds to the amount of the period; `null` for rows of a group. */
  readonly amountCents: number | null;
}

/** Quantity of some entries of one meter. */
class Quantity {
  #value = 0n;
  readonly #seen = new Set<string>();

  /** Adds an entry and returns the change of the quantity, in units of 10^-12. Entries must be added in the order of `occurredAt`. */
  add({ aggregation, trillionths, uniqueValue }: UsageEntry): bigint {
    const former = this.#value;
    if (aggregation === 'max') this.#value = trillionths > former ? trillionths : former;
    else if (aggregation === 'last') this.#value = trillionths;
    else if (uniqueValue === null) this.#value += trillionths;
    else if (!this.#seen.has(uniqueValue)) {
      this.#seen.add(uniqueValue);
      this.#value += trillionths;
    }
    return this.#value - former;
  }

  get trillionths(): bigint {
    return this.#value;
  }
}

interface OpenRow {
  readonly startsAt: number;
  readonly meterId: string | null;
  readonly eventName: string | null;
  readonly group: string | null;
  readonly quantity: Quantity;
  entries: number;
  /** What the row adds to the quantity of the period, in units of 10^-12. */
  added: bigint;
}

const HOUR_SECONDS = 3600;

const startOf = (interval: BreakdownInterval, { start }: Period, occurredAt: number): number => {
  if (interval === 'period') return start;
  const startsAt = interval === 'hour' ? Math.floor(occurredAt / HOUR_SECONDS) * HOUR_SECONDS : startOfUnit(interval, occurredAt);
  return Math.max(start, startsAt);
};

const compareText = (one: string | null, other: string | null): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};

/** Adds up the entries in rows, in the order of `occurredAt`, then of receipt. `entries`: in the order of receipt. */
const rowsOf = (entries: readonly UsageEntry[], { interval, isGrouped }: BreakdownQuery, period: Period): readonly OpenRow[] => {
  const rows = new Map<string, OpenRow>();
  const meterQuantities = new Map<string | null, Quantity>();
  for (const entry of [...entries].sort((one, other) => one.occurredAt - other.occurredAt)) {
    const startsAt = startOf(interval, period, entry.occurredAt);
    const group = isGrouped ? entry.group : null;
    const key = JSON.stringify([startsAt, entry.meterId, group]);
    const { meterId, eventName } = entry;
    const row = rows.get(key) ?? { startsAt, meterId, eventName, group, quantity: new Quantity(), entries: 0, added: 0n };
    const meterQuantity = meterQuantities.get(meterId) ?? new Quantity();
    row.quantity.add(entry);
    row.added += meterQuantity.add(entry);
    row.entries += entry.count;
    rows.set(key, row);
    meterQuantities.set(meterId, meterQuantity);
  }
  return [...rows.values()].sort(
    (one, other) => one.startsAt - other.startsAt || compareText(one.meterId, other.meterId) || compareText(one.group, other.group),
  );
};

/**
 * Breaks the usage of the open period down by meter, time and property. The amounts of the rows add up to the amount of the unbilled usage
 * if `entries` contain all of it. Other usage, such as records reported late for an earlier period, has no row and is priced before the
 * first row. Refuses too many rows (400).
 */
export const breakDownUsage = (
  entries: readonly UsageEntry[],
  query: BreakdownQuery,
  { period, billed, formerMeterIds, unbilled, pricing, isFree }: PeriodTotals,
): readonly BreakdownRow[] | Refusal => {
  const rows = rowsOf(entries, query, period);
  if (rows.length > BREAKDOWN_LIMITS.rows) return tooManyRows(query.isGrouped);
  const addedBy = ({ meterId, added }: OpenRow): bigint => (formerMeterIds.includes(meterId) ? 0n : added);
  const listed = rows.reduce((total, row) => total + addedBy(row), 0n);
  const amountUpTo = (trillionths: bigint): number => {
    const units = Number(trillionths / TRILLION) - billed.units;
    return isFree || units <= 0 ? 0 : sum(usageCharges(pricing, units, billed).map(({ amountCents }) => amountCents));
  };
  const notListed = (BigInt(billed.units) + unbilled) * TRILLION - listed;
  let reached = notListed > 0n ? notListed : 0n;
  return rows.map((row) => {
    const { startsAt, meterId, eventName, group, quantity, entries: count } = row;
    const former = amountUpTo(reached);
    reached += addedBy(row);
    return {
      startsAt,
      meterId,
      eventName,
      group,
      quantity: formatTrillionths(quantity.trillionths),
      entries: count,
      amountCents: query.isGrouped ? null : amountUpTo(reached) - former,
    };
  });
};
