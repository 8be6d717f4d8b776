import { type CountedChange, countChange, type ObjectChange } from '../../domain/metrics/change.ts';
import { dayOf, type Metrics, plus } from '../../domain/metrics/metrics.ts';
import type { LogEntry } from '../event-log/entries.ts';
import { parseEvent } from '../event-log/event-text.ts';

/** What a stretch of the log adds to one day of one currency. */
export interface DayMetrics {
  readonly currency: string;
  readonly day: string;
  readonly businessMetrics: Metrics;
}

/** A change that counts, and the day that it is counted on: that of the object's own clock. */
interface Counted extends CountedChange {
  readonly day: string;
}

const countedIn = ({ event, step, uncounted }: LogEntry): Counted | null => {
  if (event === null || step === 'told' || uncounted) return null;
  const { data, previous_attributes: previous, created } = parseEvent(event);
  const before = step === 'created' ? null : { ...data, ...previous };
  const change: ObjectChange = { before, after: step === 'removed' ? null : data };
  const counted = countChange(change);
  return counted === null ? null : { ...counted, day: dayOf(created) };
};

/** Days of currencies that one transaction may write, each with its month next to the position in the log. */
const MOST_DAYS = 45;

/** What entries add, and the number of the last of them: fewer entries than are given, where they fall on too many days for one write. */
export const foldEntries = (entries: readonly LogEntry[]): { readonly through: number; readonly days: readonly DayMetrics[] } => {
  const days = new Map<string, DayMetrics>();
  let through = 0;
  for (const entry of entries) {
    const counted = countedIn(entry);
    if (counted !== null) {
      const { currency, day, businessMetrics } = counted;
      const key = `${currency}#${day}`;
      if (!days.has(key) && days.size === MOST_DAYS) break;
      days.set(key, { currency, day, businessMetrics: plus(days.get(key)?.businessMetrics ?? {}, businessMetrics) });
    }
    through = entry.sequence;
  }
  return { through, days: [...days.values()] };
};
