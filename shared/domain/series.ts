import type { Change } from './aggregate.ts';
import type { Tenant } from './tenant.ts';

/** Ordinal of the last document of each series in a tenant; 0 or missing: none yet. */
export type SeriesPositions = ReadonlyMap<string, number>;

/** Number of new documents per series in the changes. */
export const newDocuments = (changes: readonly Change[]): SeriesPositions => {
  const counts = new Map<string, number>();
  for (const { unnumbered } of changes) {
    if (unnumbered !== null) counts.set(unnumbered.series, (counts.get(unnumbered.series) ?? 0) + 1);
  }
  return counts;
};

/**
 * Numbers the new documents in the changes consecutively per series, in order, after `positions`. A series without a position starts at 1.
 */
export const assignNumbers = (changes: readonly Change[], positions: SeriesPositions, tenant: Tenant): readonly Change[] => {
  const positionsSoFar = new Map(positions);
  return changes.map((each) => {
    if (each.unnumbered === null) return each;
    const { series } = each.unnumbered;
    const ordinal = (positionsSoFar.get(series) ?? 0) + 1;
    positionsSoFar.set(series, ordinal);
    return { ...each, after: each.unnumbered.numbered(ordinal, tenant), unnumbered: null };
  });
};
