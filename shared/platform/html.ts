/** Safe markup, in which all text is escaped. Created only by `html` and `raw`. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A value in a template: text is escaped, markup is kept, `null` is empty, lists are joined. */
export type Piece = Html | string | number | null | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element or a quoted attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const markupOf = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return piece.map(markupOf).join('');
};

/** Template tag for markup. Attribute values must be quoted. */
export const html = (fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(fixed.reduce((markup, text, index) => markup + markupOf(pieces[index - 1] ?? null) + text));

/** Marks a constant as safe markup. Never pass it external input. */
export const raw = (constant: string): Html => new Html(constant);
