/** White space where a line may break. Excludes the non-breaking spaces used in amounts. */
const BREAKS = /[\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+/gu;

/** Normalizes text for one line: composed characters and single spaces. Removes invisible characters, which fonts draw as boxes. */
export const toPrintableText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(BREAKS, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .trim();

/** Splits text at its line breaks. */
export const paragraphs = (text: string): readonly string[] => text.split(/\r\n|[\n\r\u2028\u2029]/u).map(toPrintableText);

type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits a word that is wider than a line. */
const splitWord = (word: string, width: number, measure: Measure): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
};

/** Breaks printable text into lines no wider than `width`: at spaces, and inside a word only if it is wider than a line. */
export const wrapText = (text: string, width: number, measure: Measure): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = measure(word) <= width ? [word] : splitWord(word, width, measure);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
};
