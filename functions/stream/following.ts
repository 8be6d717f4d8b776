import type { Line } from './frames.ts';

/**
 * The lines that a reader at `position` has not had: a tail hands every page to all its readers, and one that came later, or
 * read ahead on its own, has part of it already. Throws on a gap: a page must begin at or before the reader's next number.
 */
export const linesAfter = (position: number, lines: readonly Line[]): readonly Line[] => {
  const fresh = lines.filter(({ sequence }) => sequence > position);
  const [first] = fresh;
  if (first !== undefined && first.sequence !== position + 1)
    throw new Error(`the log continues at ${first.sequence}, not after ${position}`);
  return fresh;
};

/** The frames among the lines that a reader asked for [STR-03]; `null`: events of every type. */
export const framesFor = (types: ReadonlySet<string> | null, lines: readonly Line[]): readonly Buffer[] =>
  lines.flatMap(({ type, frame }) => (frame === null || (types !== null && !types.has(type)) ? [] : [frame]));

/**
 * What to do with a reader that has `pendingBytes` unsent: one within the bound stays at the live tail, one above it leaves
 * the tail, so that no more is held for it in memory than the bound and one page.
 */
export const isBehind = (pendingBytes: number, boundBytes: number): boolean => pendingBytes > boundBytes;
