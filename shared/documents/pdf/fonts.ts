import { create, type Font, type GlyphPosition, type GlyphRun } from 'fontkit';

/** The two weights that documents are set in, opened once for many documents. */
export interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
}
export type Weight = keyof Fonts;

/** What the font could do beside, and letters, accents and kerning do not need: it takes most of the time there is. */
const WITHOUT = { calt: false, clig: false, liga: false, rlig: false, rclt: false, locl: false };
const MOST_KEPT = 20_000;

/** A run of glyphs as a caller may change it: who writes documents scales its positions. */
interface KeptRun {
  readonly glyphs: GlyphRun['glyphs'];
  readonly positions: readonly GlyphPosition[];
}

const ownRun = ({ glyphs, positions }: KeptRun) => ({
  glyphs,
  positions: positions.map((position) => ({ ...position })),
  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  },
});

/**
 * The glyphs of a text, each with its own letter: the font remembers a glyph by the first use that was made of it, which may have been
 * as a part of another one, and then a reader would copy something else.
 */
const lettered = (glyphs: GlyphRun['glyphs'], text: string): GlyphRun['glyphs'] => {
  const letters = Array.from(text, (context) => context.codePointAt(0));
  if (letters.length !== glyphs.length) return glyphs;
  return glyphs.map((glyph, index) => Object.create(glyph, { codePoints: { value: [letters[index]] } }));
};

/** The font, remembering how words are set: documents repeat them, and one another's. */
const withCachedLayout = (font: Font): Font => {
  const kept = new Map<string, KeptRun>();
  const layout = (text: string, features: readonly string[] = []) => {
    const key = `${features.join()}|${text}`;
    const known = kept.get(key);
    if (known !== undefined) return ownRun(known);
    if (kept.size >= MOST_KEPT) kept.clear();
    const wanted = { ...WITHOUT, ...Object.fromEntries(features.map((feature) => [feature, true])) };
    const run = font.layout(text, wanted);
    const made = { glyphs: lettered(run.glyphs, text), positions: run.positions };
    kept.set(key, made);
    return ownRun(made);
  };
  return Object.create(font, { layout: { value: layout } });
};

const fontIn = (bytes: Uint8Array): Font => {
  const font = create(Buffer.from(bytes));
  if ('fonts' in font) throw new Error('the file holds several fonts');
  return withCachedLayout(font);
};

/** Opens two font files (TrueType or OpenType). Throws on what is none. */
export const openFonts = (files: { readonly [Each in Weight]: Uint8Array }): Fonts => ({
  regular: fontIn(files.regular),
  bold: fontIn(files.bold),
});
