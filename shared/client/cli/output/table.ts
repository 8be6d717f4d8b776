const SEPARATOR = '  ';
const MAX_WIDTH = 60;

/** A column of a table, and its text in each row. */
export interface TextColumn {
  readonly title: string;
  /** Aligned to the right. */
  readonly isNumber: boolean;
  readonly cells: readonly string[];
}

/** Replaces characters that control a terminal; data of the API can contain them. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const shortened = (text: string): string => (text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text);

/** Formats a table with a line of titles. Returns its lines. */
export const tableLines = (columns: readonly TextColumn[]): readonly string[] => {
  const padded = columns.map(({ title, isNumber, cells }) => {
    const texts = [title, ...cells.map((cell) => shortened(printable(cell)))];
    const width = Math.max(...texts.map(({ length }) => length));
    return texts.map((text) => (isNumber ? text.padStart(width) : text.padEnd(width)));
  });
  const [first = []] = padded;
  return first.map((_, row) =>
    padded
      .map((texts) => texts[row])
      .join(SEPARATOR)
      .trimEnd(),
  );
};
