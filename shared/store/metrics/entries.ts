import { type CountedChange, countChange, type ObjectChange } from '../../domain/metrics/change.ts';
import { addMetrics, dayOf, type Metrics } from '../../domain/metrics/metrics.ts';
import { type LogEntry, NO_CHANGE } from '../event-log/entries.ts';
import { parseEvent } from '../event-log/event-text.ts';

/** Metrics in one currency that log entries add to one day. */
export interface DayMetrics {
  readonly currency: string;
  readonly day: string;
  readonly businessMetrics: Metrics;
}

/** A counted change and its day, in the object's time (simulated on a test clock). */
interface Counted extends CountedChange {
  readonly day: string;
}

const countEntry = ({ event, step, uncounted }: LogEntry): Counted | null => {
  if (event === null || step === NO_CHANGE || uncounted) return null;
  const { data, previous_attributes: previous, created } = parseEvent(event);
  const before = step === 'created' ? null : { ...data, ...previous };
  const change: ObjectChange = { before, after: step === 'removed' ? null : data };
  const counted = countChange(change);
  return counted === null ? null : { ...counted, day: dayOf(created) };
};

/**
 * Pairs of day and currency per transaction. DynamoDB allows 100 writes, and a pair takes up to two: one for the day, one for its month.
 */
const MAX_DAYS = 45;

/** Sums the metrics of as many entries as fit in one transaction. `through`: log number of the last of them, 0 if there are no entries. */
export const foldEntries = (entries: readonly LogEntry[]): { readonly through: number; readonly days: readonly DayMetrics[] } => {
  const days = new Map<string, DayMetrics>();
  let through = 0;
  for (const entry of entries) {
    const counted = countEntry(entry);
    if (counted !== null) {
      const { currency, day, businessMetrics } = counted;
      const key = `${currency}#${day}`;
      if (!days.has(key) && days.size === MAX_DAYS) break;
      days.set(key, { currency, day, businessMetrics: addMetrics(days.get(key)?.businessMetrics ?? {}, businessMetrics) });
    }
    through = entry.sequence;
  }
  return { through, days: [...days.values()] };
};
