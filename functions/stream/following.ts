import type { Line, Message } from './frames.ts';

/**
 * Returns the lines after a reader's `position`. A tail (`tail.ts`) passes each page to all its readers, and a reader may have read part of
 * the page already. Throws if a log number between `position` and the page is missing.
 */
export const linesAfter = (position: number, lines: readonly Line[]): readonly Line[] => {
  const newLines = lines.filter(({ sequence }) => sequence > position);
  const [first] = newLines;
  if (first !== undefined && first.sequence !== position + 1)
    throw new Error(`the log continues at ${first.sequence}, not after ${position}`);
  return newLines;
};

/** The public events of these types [STR-03]; `null`: all types. */
export const messagesIn = (lines: readonly Line[], types: ReadonlySet<string> | null): readonly Message[] =>
  lines.flatMap(({ message }) => (message === null || (types !== null && !types.has(message.type)) ? [] : [message]));

/**
 * True if a reader has more than `boundBytes` unsent and must stop following the tail, so that its memory stays below the bound plus one
 * page.
 */
export const isBehind = (pendingBytes: number, boundBytes: number): boolean => pendingBytes > boundBytes;
