import PDFDocument from 'pdfkit';
import type { Fonts, Weight } from './fonts.ts';
import { printable, wrapped } from './text.ts';

/** Points, from the top left corner. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 50, bottom: 776 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;
const LINE_HEIGHT = 1.4;

export interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}
/** Figures below each other: of equal width, and at the right. */
export type Align = 'left' | 'right';

/** A box of text: its lines fit its width, and it is `height` high. */
export interface TextBox {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly style: Style;
  readonly align: Align;
}

type Element = PDFKit.PDFStructureElement;
/** What an element of the document's structure is; readers for the blind go by these. */
export type Role = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect';

const FEATURES: Readonly<Record<Align, PDFKit.Mixins.TextOptions>> = { left: {}, right: { features: ['tnum'] } };

// As documented, it takes null for no font to begin with, which its types do not say: the built-in ones know Western letters only.
export const NO_FONT = null as never;

/** A document while it is laid out: where the next block goes, and its structure. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  y: number = PAGE.top;
  readonly #root: Element;

  constructor(fonts: Fonts, options: PDFKit.PDFDocumentOptions) {
    this.doc = new PDFDocument({
      ...options,
      size: 'A4',
      margin: 0,
      bufferPages: true,
      tagged: true,
      displayTitle: true,
      font: NO_FONT,
    });
    // It takes opened fonts too, which its types do not say.
    for (const [name, font] of Object.entries(fonts)) this.doc.registerFont(name, font as never);
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  /** Text broken into lines of a width. */
  box(text: string, width: number, style: Style, align: Align = 'left'): TextBox {
    const shown = printable(text);
    const lines = wrapped(shown, width, (part) => this.#measured(part, style, align));
    return { lines, width, height: lines.length * style.size * LINE_HEIGHT, style, align };
  }

  /** Draws a box with its top left corner at a place. It belongs to the element that is being filled. */
  write({ lines, width, style, align }: TextBox, x: number, y: number): void {
    const { doc } = this;
    doc.font(style.weight).fontSize(style.size).fillColor(style.color);
    lines.forEach((line, index) => {
      const left = align === 'left' ? x : x + width - this.#measured(line, style, align);
      doc.text(line, left, y + index * style.size * LINE_HEIGHT, { lineBreak: false, ...FEATURES[align] });
    });
  }

  #measured(text: string, { weight, size }: Style, align: Align): number {
    return this.doc.font(weight).fontSize(size).widthOfString(text, FEATURES[align]);
  }

  /** An element with content of its own. */
  leaf(
    role: Role,
    draw: () => void,
    options: { readonly alt?: string; readonly scope?: 'Column' | 'Row'; readonly in?: Element } = {},
  ): void {
    const { in: parent = this.#root, ...more } = options;
    // The types lack `scope`, by which a table's head is known.
    parent.add(this.doc.struct(role, more as { alt?: string }, [draw]));
  }

  /** An element of elements; `fill` adds them. */
  group(role: Role, fill: (element: Element) => void, parent: Element = this.#root): void {
    const element = this.doc.struct(role);
    parent.add(element);
    fill(element);
    element.end();
  }

  /** Draws what says nothing: lines, and what repeats on each page. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  rule(y: number, color: string, left: number = PAGE.left, right: number = PAGE.right, thickness = 0.5): void {
    this.artifact('Layout', () => {
      this.doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();
    });
  }

  /** Goes to the next page where less than `height` is left on this one. Answers whether it did. */
  ensureSpace(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false;
    this.doc.addPage();
    this.y = PAGE.top;
    return true;
  }

  /** Draws something on every page, when all are there. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(start + page);
      this.artifact('Pagination', () => draw(page + 1, count));
    }
  }

  /** The file. */
  async finished(): Promise<Uint8Array> {
    this.#root.end();
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', resolve);
      this.doc.on('error', reject);
    });
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}
