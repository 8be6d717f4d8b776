import { create, type Font, type GlyphPosition, type GlyphRun } from 'fontkit';

/** The two weights used in documents. Open them once and share them between documents. */
export interface Fonts {
  readonly regular: DocumentFont;
  readonly bold: DocumentFont;
}
export type Weight = keyof Fonts;

/** Font features that are switched off: they take most of the layout time, and letters, accents and kerning do not need them. */
const DISABLED_FEATURES = { calt: false, clig: false, liga: false, rlig: false, rclt: false, locl: false };
const CACHE_LIMIT = 20_000;

/** A laid out text as PDFKit uses it: distances in thousandths of the font size, and each position with the width of its glyph. */
export interface TextRun {
  readonly glyphs: GlyphRun['glyphs'];
  readonly positions: readonly (GlyphPosition & { readonly advanceWidth: number })[];
  readonly advanceWidth: number;
}

/** A font with a cache of laid out texts, since documents repeat the same texts. */
export interface DocumentFont {
  readonly font: Font;
  readonly layoutRun: (text: string, features?: readonly string[]) => TextRun;
}

/**
 * Assigns each glyph the code point of its letter. fontkit caches a glyph with the code points of its first use, for example in a ligature;
 * with these, text copied from the PDF would have wrong letters.
 */
const withCodePoints = (glyphs: GlyphRun['glyphs'], text: string): GlyphRun['glyphs'] => {
  const letters = Array.from(text, (letter) => letter.codePointAt(0));
  if (letters.length !== glyphs.length) return glyphs;
  return glyphs.map((glyph, index) => Object.create(glyph, { codePoints: { value: [letters[index]] } }));
};

/** The glyph \u25A1, printed for letters that the font lacks: PDF/A forbids the font's own sign for them, `.notdef`. */
const SUBSTITUTE = '\u25A1';
const NOTDEF = 0;

/** Replaces missing glyphs by the substitute. The code points stay those of the letters, so that copied text is right. */
const withoutNotdef = (glyphs: GlyphRun['glyphs'], substitute: GlyphRun['glyphs'][number]): GlyphRun['glyphs'] =>
  glyphs.map((glyph) => (glyph.id === NOTDEF ? substitute : glyph));

/** PDFKit measures in thousandths of the font size. */
const PDFKIT_UNITS = 1000;

const scaledRun = ({ unitsPerEm }: Font, glyphs: TextRun['glyphs'], positions: readonly GlyphPosition[]): TextRun => {
  const scale = PDFKIT_UNITS / unitsPerEm;
  const scaled = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
    xAdvance: xAdvance * scale,
    yAdvance: yAdvance * scale,
    xOffset: xOffset * scale,
    yOffset: yOffset * scale,
    advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
  }));
  return { glyphs, positions: scaled, advanceWidth: scaled.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
};

const withCachedLayout = (font: Font): DocumentFont => {
  const cache = new Map<string, TextRun>();
  const [substitute] = font.layout(SUBSTITUTE).glyphs;
  if (substitute === undefined || substitute.id === NOTDEF) throw new Error('The font lacks the sign for missing letters.');
  const layoutRun = (text: string, features: readonly string[] = []): TextRun => {
    const key = `${features.join()}|${text}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= CACHE_LIMIT) cache.clear();
    const fontFeatures = { ...DISABLED_FEATURES, ...Object.fromEntries(features.map((feature) => [feature, true])) };
    const { glyphs, positions } = font.layout(text, fontFeatures);
    const run = scaledRun(font, withCodePoints(withoutNotdef(glyphs, substitute), text), positions);
    cache.set(key, run);
    return run;
  };
  return { font, layoutRun };
};

const openFont = (bytes: Uint8Array): DocumentFont => {
  const font = create(Buffer.from(bytes));
  if ('fonts' in font) throw new Error('The file contains several fonts; use a file with one.');
  return withCachedLayout(font);
};

/** Opens two font files (TrueType or OpenType). Throws if a file is not a font. */
export const openFonts = (files: { readonly [Each in Weight]: Uint8Array }): Fonts => ({
  regular: openFont(files.regular),
  bold: openFont(files.bold),
});
