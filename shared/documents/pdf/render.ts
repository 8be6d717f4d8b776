import type { DocumentModel, Fact, Party } from '../model.ts';
import { type Archive, makeArchivable } from './archive.ts';
import type { Fonts } from './fonts.ts';
import type { Logo } from './image.ts';
import { CONTENT_WIDTH, PAGE, Sheet, type TextBox } from './sheet.ts';
import { writeLinesTable, writeTaxes, writeTotals } from './tables.ts';
import { paragraphs } from './text.ts';
import { buildTheme, type Theme } from './theme.ts';

export interface Branding {
  /** Shown if there is no logo; `null`: the seller's name is shown instead. */
  readonly displayName: string | null;
  readonly primaryColor: string | null;
  readonly logo: Logo | null;
}

const PRODUCER = 'PDFKit';

/**
 * Renders a document as PDF/A-3b: A4, tagged, with embedded fonts and selectable text, and as Factur-X if there is an e-invoice. The same
 * input gives the same bytes. Does not fail for any text.
 */
export const renderPdf = async (model: DocumentModel, branding: Branding, fonts: Fonts, archive: Archive): Promise<Uint8Array> => {
  const theme = buildTheme(branding.primaryColor);
  const issued = new Date(model.issuedAt * 1000);
  const seller = model.seller.lines[0] ?? '';
  const title = `${model.title} ${model.number}`;
  const sheet = new Sheet(fonts, {
    pdfVersion: '1.7',
    lang: model.locale,
    info: {
      Title: title,
      Author: seller,
      Subject: title,
      Keywords: model.id,
      Creator: seller,
      Producer: PRODUCER,
      CreationDate: issued,
      ModDate: issued,
    },
  });
  writeHead(sheet, model, branding, theme);
  writeParties(sheet, model, theme);
  writeLinesTable(sheet, model.lines, theme);
  writeTotals(sheet, model.totals, theme);
  if (model.tax !== null) writeTaxes(sheet, model.tax, theme);
  writeNotes(sheet, [...model.notes, ...(model.footer === null ? [] : paragraphs(model.footer))], theme);
  writePageNumbers(sheet, `${seller} · ${title}`, model.pageLabel, theme);
  makeArchivable(sheet.doc, archive, { title, author: seller, keywords: model.id, producer: PRODUCER, createdAt: issued });
  return sheet.endDocument();
};

const LOGO = { width: 180, height: 48 };
const SPACE = 22;

const writeHead = (sheet: Sheet, model: DocumentModel, branding: Branding, theme: Theme): void => {
  const half = CONTENT_WIDTH / 2;
  const { logo } = branding;
  const name = sheet.box(branding.displayName ?? model.seller.lines[0] ?? '', half - SPACE, theme.brand);
  const title = sheet.box(model.title, half, theme.title, 'right');
  if (logo === null) sheet.leaf('P', () => sheet.write(name, PAGE.left, sheet.y + 4));
  else {
    const draw = () => sheet.doc.image(logo.bytes as Buffer, PAGE.left, sheet.y, { fit: [LOGO.width, LOGO.height] });
    sheet.leaf('Figure', draw, { alt: model.logoLabel });
  }
  sheet.leaf('H1', () => sheet.write(title, PAGE.left + half, sheet.y));
  sheet.y += Math.max(logo === null ? name.height + 4 : LOGO.height, title.height) + SPACE;
  if (model.banner === null) return;
  const banner = sheet.box(model.banner, CONTENT_WIDTH, theme.heading);
  sheet.leaf('P', () => sheet.write(banner, PAGE.left, sheet.y));
  sheet.y += banner.height + SPACE / 2;
};

const THIRD = CONTENT_WIDTH / 3;
const FACT_GAP = 5;

const partyBoxes = (sheet: Sheet, { heading, lines }: Party, theme: Theme): readonly TextBox[] => [
  sheet.box(heading, THIRD - SPACE, theme.heading),
  ...lines.map((line, index) => sheet.box(line, THIRD - SPACE, index === 0 ? { ...theme.body, weight: 'bold' } : theme.body)),
];

const factBoxes = (sheet: Sheet, facts: readonly Fact[], theme: Theme): readonly TextBox[] =>
  facts.flatMap(({ label, value }) => [sheet.box(label, THIRD, theme.heading), sheet.box(value, THIRD, theme.body)]);

/** Seller, buyer and facts in three columns. */
const writeParties = (sheet: Sheet, model: DocumentModel, theme: Theme): void => {
  const parties = [model.seller, model.buyer].map((party) => partyBoxes(sheet, party, theme));
  const heights = [
    ...parties.map((boxes, index) => writeColumn(sheet, boxes, PAGE.left + index * THIRD, 0)),
    writeColumn(sheet, factBoxes(sheet, model.facts, theme), PAGE.left + parties.length * THIRD, FACT_GAP),
  ];
  sheet.y += Math.max(...heights) + SPACE;
};

/** Writes boxes below each other. `gap`: space after every second box, since a fact has two boxes. Returns the height of the column. */
const writeColumn = (sheet: Sheet, boxes: readonly TextBox[], x: number, gap: number): number => {
  let height = 0;
  sheet.group('Sect', (section) => {
    boxes.forEach((box, index) => {
      const y = sheet.y + height;
      sheet.leaf('P', () => sheet.write(box, x, y), { in: section });
      height += box.height + (index % 2 === 1 ? gap : 0);
    });
  });
  return height;
};

const NOTE_GAP = 3;
/** Notes with a smaller total height, in points, stay on one page. */
const SHORT_NOTES = 200;

const writeNotes = (sheet: Sheet, notes: readonly string[], theme: Theme): void => {
  const boxes = notes.map((note) => sheet.box(note, CONTENT_WIDTH, theme.small));
  const height = boxes.reduce((sum, box) => sum + box.height + NOTE_GAP, 0);
  if (notes.length > 0) sheet.y += SPACE;
  if (height < SHORT_NOTES) sheet.ensureSpace(height);
  for (const box of boxes) {
    const lineHeight = box.height / box.lines.length;
    // A note may be longer than a page, so it breaks between lines.
    for (const line of box.lines) {
      sheet.ensureSpace(lineHeight);
      sheet.leaf('P', () => sheet.write({ ...box, lines: [line] }, PAGE.left, sheet.y));
      sheet.y += lineHeight;
    }
    sheet.y += NOTE_GAP;
  }
};

const FOOTER_Y = 800;
const PAGE_LABEL_WIDTH = 120;

const writePageNumbers = (sheet: Sheet, footerText: string, pageLabel: DocumentModel['pageLabel'], theme: Theme): void => {
  const footer = sheet.box(footerText, CONTENT_WIDTH - PAGE_LABEL_WIDTH, theme.small);
  const firstFooterLine = { ...footer, lines: footer.lines.slice(0, 1) };
  sheet.onEachPage((page, pages) => {
    sheet.write(firstFooterLine, PAGE.left, FOOTER_Y);
    sheet.write(sheet.box(pageLabel(page, pages), PAGE_LABEL_WIDTH, theme.small, 'right'), PAGE.right - PAGE_LABEL_WIDTH, FOOTER_Y);
  });
};
