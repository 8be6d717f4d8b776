import type { Change } from './aggregate.ts';
import type { Tenant } from './tenant.ts';

/** Ordinal of the last document of each series in a tenant; 0 or missing: none yet. */
export type SeriesPositions = ReadonlyMap<string, number>;

/** Counts the new documents in the changes, by series. */
export const countNewDocuments = (changes: readonly Change[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { unnumbered } of changes) {
    if (unnumbered !== null) counts.set(unnumbered.series, (counts.get(unnumbered.series) ?? 0) + 1);
  }
  return counts;
};

/**
 * Numbers the new documents in the order of the changes. In each series, numbering continues after `positions`, or starts at 1.
 */
export const assignNumbers = (changes: readonly Change[], positions: SeriesPositions, tenant: Tenant): readonly Change[] => {
  const positionsSoFar = new Map(positions);
  return changes.map((change) => {
    if (change.unnumbered === null) return change;
    const { series } = change.unnumbered;
    const ordinal = (positionsSoFar.get(series) ?? 0) + 1;
    positionsSoFar.set(series, ordinal);
    return { ...change, after: change.unnumbered.withNumber(ordinal, tenant), unnumbered: null };
  });
};
