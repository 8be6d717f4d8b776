/** White space where a line may break; amounts hold together by other spaces. */
const BREAKS = /[\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+/gu;

/** Text as it may be printed on one line: composed characters, single spaces, nothing invisible that would be drawn as a box. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(BREAKS, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .trim();

/** The lines that a text's own line breaks make. */
export const paragraphs = (text: string): readonly string[] => text.split(/\r\n|[\n\r\u2028\u2029]/u).map(printable);

type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The parts of a word that is wider than a line. */
const cutAt = (word: string, width: number, measure: Measure): readonly string[] => {
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

/** Breaks printable text into lines no wider than `width`: between texts, and inside one only where it alone is too wide. */
export const wrapped = (text: string, width: number, measure: Measure): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = measure(word) <= width ? [word] : cutAt(word, width, measure);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
};
