import PDFDocument from 'pdfkit';
import type { DocumentFont, Fonts, Weight } from './fonts.ts';
import { toPrintableText, wrapText } from './text.ts';

/** The size and margins of a page, in points from the top left corner. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 50, bottom: 776 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;
const LINE_HEIGHT = 1.4;

export interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}
/** `right` is for columns of numbers, and uses digits of equal width. */
export type Align = 'left' | 'right';

/** Text broken into lines that fit `width`. */
export interface TextBox {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly style: Style;
  readonly align: Align;
}

type Element = PDFKit.PDFStructureElement;
/** Structure element types of tagged PDF, used by screen readers. */
export type Role = 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect';

const FEATURES: Readonly<Record<Align, PDFKit.Mixins.TextOptions>> = { left: {}, right: { features: ['tnum'] } };

// By default, PDFKit starts with a built-in font. PDFKit's built-in fonts contain Western letters only. With `null` (missing in its types),
// PDFKit starts without a font.
export const NO_FONT = null as never;

/** A PDF being written: the position of the next block and the structure tree. */
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
    for (const [name, font] of Object.entries(fonts)) this.#register(name, font);
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  /** Registers a font that lays out texts with its own cache; PDFKit would lay them out for each document again. */
  #register(name: string, { font, layoutRun }: DocumentFont): void {
    // PDFKit also accepts opened fonts (missing in its types).
    this.doc.registerFont(name, font as never);
    // The types of PDFKit lack `_font`, the font that is opened.
    Object.assign((this.doc.font(name) as unknown as { readonly _font: object })._font, { layoutRun });
  }

  /** Breaks text into lines that fit the width. */
  box(text: string, width: number, style: Style, align: Align = 'left'): TextBox {
    const printableText = toPrintableText(text);
    const lines = wrapText(printableText, width, (part) => this.#widthOf(part, style, align));
    return { lines, width, height: lines.length * style.size * LINE_HEIGHT, style, align };
  }

  /** Draws a box with its top left corner at x, y. Call it inside `leaf` or `artifact`. */
  write({ lines, width, style, align }: TextBox, x: number, y: number): void {
    const { doc } = this;
    doc.font(style.weight).fontSize(style.size).fillColor(style.color);
    lines.forEach((line, index) => {
      const left = align === 'left' ? x : x + width - this.#widthOf(line, style, align);
      doc.text(line, left, y + index * style.size * LINE_HEIGHT, { lineBreak: false, ...FEATURES[align] });
    });
  }

  #widthOf(text: string, { weight, size }: Style, align: Align): number {
    return this.doc.font(weight).fontSize(size).widthOfString(text, FEATURES[align]);
  }

  /** Adds a structure element with content. */
  leaf(
    role: Role,
    draw: () => void,
    options: { readonly alt?: string; readonly scope?: 'Column' | 'Row'; readonly in?: Element } = {},
  ): void {
    const { in: parent = this.#root, ...more } = options;
    // The types lack `scope`, which marks a table's header cells.
    parent.add(this.doc.struct(role, more as { alt?: string }, [draw]));
  }

  /** Adds a structure element with children, which `fill` adds. */
  group(role: Role, fill: (element: Element) => void, parent: Element = this.#root): void {
    const element = this.doc.struct(role);
    parent.add(element);
    fill(element);
    element.end();
  }

  /** Draws content that screen readers skip: lines, and content that is repeated on each page. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.doc.markContent('Artifact', { type });
    draw();
    this.doc.endMarkedContent();
  }

  /** Draws a horizontal line. */
  rule(y: number, color: string, left: number = PAGE.left, right: number = PAGE.right, thickness = 0.5): void {
    this.artifact('Layout', () => {
      this.doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();
    });
  }

  /** If less than `height` is left on the current page, starts a new page and returns true. */
  ensureSpace(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false;
    this.doc.addPage();
    this.y = PAGE.top;
    return true;
  }

  /** Draws on every page. Call it after all pages are written. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(start + page);
      this.artifact('Pagination', () => draw(page + 1, count));
    }
  }

  /** Ends the document and returns the file. */
  async endDocument(): Promise<Uint8Array> {
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
