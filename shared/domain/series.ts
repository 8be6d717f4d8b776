import type { Change } from './aggregate.ts';
import type { Tenant } from './tenant.ts';

/** How far each series has got within a tenant: the ordinal of its last document, 0 before the first. */
export type SeriesPositions = ReadonlyMap<string, number>;

/** How many new documents the changes put into each series. */
export const newDocuments = (changes: readonly Change[]): SeriesPositions => {
  const counts = new Map<string, number>();
  for (const { unnumbered } of changes) {
    if (unnumbered !== null) counts.set(unnumbered.series, (counts.get(unnumbered.series) ?? 0) + 1);
  }
  return counts;
};

/**
 * The changes with the documents of each series numbered consecutively, in their order, from where the series is. A series
 * that `positions` does not name begins.
 */
export const numbered = (changes: readonly Change[], positions: SeriesPositions, tenant: Tenant): readonly Change[] => {
  const reached = new Map(positions);
  return changes.map((each) => {
    if (each.unnumbered === null) return each;
    const { series } = each.unnumbered;
    const ordinal = (reached.get(series) ?? 0) + 1;
    reached.set(series, ordinal);
    return { ...each, after: each.unnumbered.numbered(ordinal, tenant), unnumbered: null };
  });
};
