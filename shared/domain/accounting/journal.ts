import { sum } from '../amounts/money.ts';
import { groupsBy } from '../groups.ts';
import { dayOf, monthOf } from '../metrics/metrics.ts';
import { isInRange, type TimeRange } from '../time-range.ts';
import { ENTRY_KINDS, JOURNAL_ACCOUNTS, type JournalAccount, type JournalEntry } from './entries.ts';

/** Debits and credits of an account in a currency; both are positive. */
export interface JournalTotal {
  readonly currency: string;
  readonly account: JournalAccount;
  readonly debitCents: number;
  readonly creditCents: number;
}

/** Revenue that is deferred at the end of a range, by the month in which it will be recognized (`yyyy-mm` in UTC). */
export interface DeferredRevenue {
  readonly currency: string;
  readonly month: string;
  readonly cents: number;
}

export interface Journal {
  /** By time. */
  readonly entries: readonly JournalEntry[];
  readonly totals: readonly JournalTotal[];
  readonly deferredRevenue: readonly DeferredRevenue[];
}

const textOrder = (a: string, b: string): number => Number(a > b) - Number(a < b);

const inOrder = (a: JournalEntry, b: JournalEntry): number =>
  a.at - b.at || textOrder(a.documentId, b.documentId) || ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind);

const totalsOf = (entries: readonly JournalEntry[]): readonly JournalTotal[] => {
  const groups = groupsBy(
    entries.flatMap(({ currency, postings }) => postings.map(({ account, amountCents }) => ({ currency, account, amountCents }))),
    ({ currency, account }) => `${currency} ${JOURNAL_ACCOUNTS.indexOf(account)}`,
  );
  return [...groups]
    .sort(([a], [b]) => textOrder(a, b))
    .map(([, group]) => ({
      currency: group[0].currency,
      account: group[0].account,
      debitCents: sum(group.map(({ amountCents }) => Math.max(amountCents, 0))),
      creditCents: sum(group.map(({ amountCents }) => Math.max(-amountCents, 0))),
    }));
};

/** The deferred revenue that an entry recognizes; negative for an entry that defers revenue. */
export const recognizedCents = ({ postings }: JournalEntry): number =>
  sum(postings.map(({ account, amountCents }) => (account === 'deferred_revenue' ? amountCents : 0)));

/** Revenue of documents before `end` that is recognized from `end` on. */
const deferredAt = (end: number, entries: readonly JournalEntry[]): readonly DeferredRevenue[] => {
  const later = entries.filter(({ at, documentAt }) => at >= end && documentAt < end);
  return [...groupsBy(later, ({ currency, at }) => `${currency} ${monthOf(dayOf(at))}`)]
    .sort(([a], [b]) => textOrder(a, b))
    .map(([, group]) => ({ currency: group[0].currency, month: monthOf(dayOf(group[0].at)), cents: sum(group.map(recognizedCents)) }))
    .filter(({ cents }) => cents !== 0);
};

/**
 * The journal of a range. `entries` must include all entries in the range, and all later entries of documents before the end of the range.
 * `currency`: the only currency of the journal; `null`: all.
 */
export const journalOf = (entries: readonly JournalEntry[], range: TimeRange, currency: string | null): Journal => {
  const selected = currency === null ? entries : entries.filter((entry) => entry.currency === currency);
  const inJournal = selected.filter(({ at }) => isInRange(range, at)).sort(inOrder);
  return { entries: inJournal, totals: totalsOf(inJournal), deferredRevenue: deferredAt(range.end, selected) };
};
