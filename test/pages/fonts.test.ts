import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { fontFilesModule, readFont } from '../../scripts/generate/font-files.ts';
import { pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { unknownPage } from '../../shared/pages/checkout.ts';
import { FONT_STACK, TOKENS } from '../../shared/platform/design-tokens.ts';
import { fontFaces } from '../../shared/platform/font-faces.ts';
import { FONT_FILES } from '../../shared/platform/font-files.generated.ts';

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'es', 'it', 'pl'];

/** Whether a font's `unicode-range` contains a character. */
const includes = (range: string, codePoint: number): boolean =>
  range.split(',').some((part) => {
    const [first = '', last = first] = part.replace('U+', '').split('-');
    return codePoint >= Number.parseInt(first, 16) && codePoint <= Number.parseInt(last, 16);
  });

const fonts = FONT_FILES.map((file) => {
  const font = create(readFont(file.subset));
  if ('fonts' in font) throw new Error('The file is a collection of fonts.');
  return { ...file, font };
});

/** The file that browsers load for a character, if it has the character. */
const fileFor = (character: string): string | undefined => {
  const codePoint = character.codePointAt(0) ?? 0;
  return fonts.find(({ unicodeRange, font }) => includes(unicodeRange, codePoint) && font.hasGlyphForCodePoint(codePoint))?.subset;
};

describe('the fonts of the pages', () => {
  it('in the generated module are those of the installed font package', () => {
    for (const { name, unicodeRange } of FONT_FILES) {
      expect(fontFilesModule()).toContain(`name: '${name}'`);
      expect(fontFilesModule()).toContain(unicodeRange);
    }
  });

  it('have the weights of the design tokens, and have digits of equal width', () => {
    for (const { font } of fonts) {
      const { wght } = font.variationAxes;
      expect([(wght?.min ?? 999) <= 400, (wght?.max ?? 0) >= 600]).toEqual([true, true]);
      expect(font.availableFeatures).toContain('tnum');
    }
  });

  it('have every character of the texts of the pages, in all languages', () => {
    for (const language of LANGUAGES) {
      const text = JSON.stringify(pageLocaleFor(language, undefined).texts);
      const missing = [...new Set(text)].filter((character) => fileFor(character) === undefined);
      expect([language, missing]).toEqual([language, []]);
    }
  });

  it('need the file `latin-ext` for Polish letters, but only `latin` for the letters of the other languages', () => {
    for (const character of 'éüßñçœ€–“') expect([character, fileFor(character)]).toEqual([character, 'latin']);
    for (const character of 'ąćęłńśźż') expect([character, fileFor(character)]).toEqual([character, 'latin-ext']);
  });

  it('never hide a text while they load', () => {
    const css = fontFaces('assets');
    expect(css.match(/font-display:swap/g)).toHaveLength(FONT_FILES.length);
    expect(css).toContain("font-family:'Inter fallback';src:local(");
    expect(TOKENS).toContain("--font:Inter, 'Inter fallback', system-ui");
  });

  it('are not loaded by emails and by pages that are rendered without a base URL', () => {
    expect(FONT_STACK).not.toContain('fallback');
    expect(unknownPage(pageLocaleFor('en', undefined)).markup).not.toContain('@font-face');
  });
});
