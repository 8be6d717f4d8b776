import { create, type Font, type GlyphPosition, type GlyphRun } from 'fontkit';

/** The two weights used in documents. Open them once and share them between documents. */
export interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
}
export type Weight = keyof Fonts;

/** Font features that are switched off: they take most of the layout time, and letters, accents and kerning do not need them. */
const DISABLED_FEATURES = { calt: false, clig: false, liga: false, rlig: false, rclt: false, locl: false };
const CACHE_LIMIT = 20_000;

/** A cached glyph run. Callers get copies of the positions, because PDFKit scales them in place. */
interface CachedRun {
  readonly glyphs: GlyphRun['glyphs'];
  readonly positions: readonly GlyphPosition[];
}

const copyOf = ({ glyphs, positions }: CachedRun) => ({
  glyphs,
  positions: positions.map((position) => ({ ...position })),
  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  },
});

/**
 * Assigns each glyph the code point of its letter. fontkit caches a glyph with the code points of its first use, for example in a ligature;
 * without this, copying text from the PDF would yield wrong letters.
 */
const withCodePoints = (glyphs: GlyphRun['glyphs'], text: string): GlyphRun['glyphs'] => {
  const letters = Array.from(text, (context) => context.codePointAt(0));
  if (letters.length !== glyphs.length) return glyphs;
  return glyphs.map((glyph, index) => Object.create(glyph, { codePoints: { value: [letters[index]] } }));
};

/** The font with a cache of laid out texts, since documents repeat the same texts. */
const withCachedLayout = (font: Font): Font => {
  const cache = new Map<string, CachedRun>();
  const layout = (text: string, features: readonly string[] = []) => {
    const key = `${features.join()}|${text}`;
    const known = cache.get(key);
    if (known !== undefined) return copyOf(known);
    if (cache.size >= CACHE_LIMIT) cache.clear();
    const wanted = { ...DISABLED_FEATURES, ...Object.fromEntries(features.map((feature) => [feature, true])) };
    const run = font.layout(text, wanted);
    const made = { glyphs: withCodePoints(run.glyphs, text), positions: run.positions };
    cache.set(key, made);
    return copyOf(made);
  };
  return Object.create(font, { layout: { value: layout } });
};

const fontIn = (bytes: Uint8Array): Font => {
  const font = create(Buffer.from(bytes));
  if ('fonts' in font) throw new Error('The file contains several fonts; use a file with one.');
  return withCachedLayout(font);
};

/** Opens two font files (TrueType or OpenType). Throws if a file is not a font. */
export const openFonts = (files: { readonly [Each in Weight]: Uint8Array }): Fonts => ({
  regular: fontIn(files.regular),
  bold: fontIn(files.bold),
});
