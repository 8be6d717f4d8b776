/** Markup that is safe to send: whatever text went into it has been escaped. Only `html` and `raw` make it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What a template takes: text is escaped, markup is kept, `null` is nothing, lists are joined. */
export type Piece = Html | string | number | null | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it is in an element or a quoted attribute. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const markupOf = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return piece.map(markupOf).join('');
};

/** Tags a template of markup. Attribute values must are in quotes. */
export const html = (fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(fixed.reduce((markup, text, index) => markup + markupOf(pieces[index - 1] ?? null) + text));

/** Text that is markup already: constants of this service only, never anything from outside. */
export const raw = (constant: string): Html => new Html(constant);
