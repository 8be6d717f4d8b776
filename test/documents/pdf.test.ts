import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it, vi } from 'vitest';
import { installedColorProfile, installedFonts } from '../../scripts/documents/fonts.ts';
import { buyerNamed, invoiceOf, lineOf, SELLER, vat } from '../../scripts/documents/sales.ts';
import { SAMPLES } from '../../scripts/documents/samples.ts';
import { invoiceDocument } from '../../shared/documents/invoice-document.ts';
import type { DocumentModel } from '../../shared/documents/model.ts';
import { readableOnWhite } from '../../shared/documents/pdf/colors.ts';
import { renderPdf } from '../../shared/documents/pdf/render.ts';
import { paragraphs, toPrintableText, wrapText } from '../../shared/documents/pdf/text.ts';
import { contrastOf } from '../../shared/platform/contrast.ts';
import { normalizeSpaces, PLAIN, render, textsOfPages } from './support.ts';

/** Every printed text of a model. */
const textsOf = ({ title, banner, facts, seller, buyer, lines, totals, tax, notes, footer }: DocumentModel): readonly string[] =>
  [
    title,
    banner ?? '',
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...[seller, buyer].flatMap((party) => [party.heading, ...party.lines]),
    ...Object.values(lines.head),
    ...lines.rows.flatMap(({ details, ...cells }) => [...details, ...Object.values(cells)]),
    ...totals.flatMap(({ label, amount }) => [label, amount]),
    ...(tax === null ? [] : [tax.heading, ...[tax.head, ...tax.rows].flatMap((row) => Object.values(row))]),
    ...notes,
    ...paragraphs(footer ?? ''),
  ].map(String);

/** The model of an invoice with this number of lines. */
const withLines = (lines: number): DocumentModel =>
  invoiceDocument(
    invoiceOf({
      buyer: buyerNamed('Ada'),
      lines: Array.from({ length: lines }, (_, index) => lineOf(`Seat ${index + 1}`, 100 + index)),
      tax: vat(2100, 'exclusive'),
    }),
    'live',
  );

describe('a rendered document', () => {
  it.each(Object.entries(SAMPLES))('of sample %s contains every text of the model', async (_name, buildModel) => {
    const model = buildModel();
    // The lines of a wrapped text are joined with spaces.
    const all = normalizeSpaces((await textsOfPages(await render(model))).join(' '));
    for (const text of textsOf(model)) expect(all).toContain(normalizeSpaces(text));
  });

  it('has the same bytes each time, and a different file id than another document', async () => {
    const model = withLines(3);
    const [first, second] = [await render(model), await render(model)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    const idOf = (pdf: Uint8Array): string => /\/ID \[<([0-9a-f]{32})> <\1>\]/.exec(Buffer.from(pdf).toString('latin1'))?.[1] ?? '';
    expect(idOf(first)).toMatch(/^[0-9a-f]{32}$/);
    expect(idOf(await render({ ...model, id: 'inv_another' }))).not.toBe(idOf(first));
  });

  it('reuses the layout of a text that an earlier document contained', async () => {
    const model = withLines(3);
    const fonts = installedFonts();
    const archive = { colorProfile: installedColorProfile(), eInvoice: null };
    const first = await renderPdf(model, PLAIN, fonts, archive);
    const layouts = Object.values(fonts).map(({ font }) => vi.spyOn(font, 'layout'));
    expect(await renderPdf(model, PLAIN, fonts, archive)).toEqual(first);
    for (const layout of layouts) expect(layout).not.toHaveBeenCalled();
    await renderPdf({ ...model, number: 'INV-000043' }, PLAIN, fonts, archive);
    expect(layouts[0]).toHaveBeenCalled();
  });

  it('repeats the table header on each page with lines, has a page number on each page, and prints each line once', async () => {
    const pages = await textsOfPages(await render(withLines(90)));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    for (const page of pages.slice(0, -1)) expect(page).toContain('Description Quantity Unit price Tax Amount');
    const all = pages.join(' ');
    // A text that occurs once splits the document into two parts.
    for (let line = 1; line <= 90; line += 1) expect(all.split(`Seat ${line} `)).toHaveLength(2);
    expect(pages.find((page) => page.includes('Subtotal'))).toMatch(/Subtotal.*VAT 21%.*Total/);
  });

  it('of a credit note has no columns for quantity and unit price', async () => {
    const [page = ''] = await textsOfPages(await render(SAMPLES['credit-note']?.() ?? withLines(1)));
    expect(page).toContain('Description Tax Amount');
  });

  it('keeps the totals on one page', async () => {
    for (let lines = 8; lines <= 16; lines += 1) {
      const pages = await textsOfPages(await render(withLines(lines)));
      expect(pages.filter((page) => page.includes('Subtotal')).every((page) => / Total €/.test(page))).toBe(true);
    }
  });

  it('has a structure tree, a language, a title and embedded fonts', async () => {
    const pdf = await render(SAMPLES['reverse-charge']?.() ?? withLines(1));
    const proxy = await getDocumentProxy(new Uint8Array(pdf));
    const { info } = await proxy.getMetadata();
    expect(info).toMatchObject({ Title: 'Facture INV-000042', Language: 'fr' });
    expect(await proxy.getMarkInfo()).toMatchObject({ Marked: true });
    const roles = JSON.stringify(await (await proxy.getPage(1)).getStructTree());
    for (const role of ['"H1"', '"H2"', '"Table"', '"TR"', '"TH"', '"TD"', '"P"']) expect(roles).toContain(role);
    const raw = Buffer.from(pdf).toString('latin1');
    expect(raw.match(/\/BaseFont \/[A-Z]{6}\+Inter/g)?.length).toBeGreaterThanOrEqual(2);
    expect(raw).toContain('/DisplayDocTitle true');
  });

  it('can contain any text: long texts, control characters, other scripts, lone surrogates', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(
        'x'.repeat(900),
        'שלום עולם',
        'مرحبا بالعالم',
        '株式会社 東京',
        '\ud800',
        '\u0000\u0007\u001b[31m',
        '👩‍👩‍👧‍👦',
        'a\u0301'.repeat(50),
        '\u202egnp.exe',
      ),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, description, footer) => {
        const seller = { ...SELLER, legalName: name, invoiceFooter: footer };
        const invoice = invoiceOf({ seller, buyer: buyerNamed(name), lines: [lineOf(description, 100), lineOf('Last', 200)] });
        const pages = await textsOfPages(await render(invoiceDocument(invoice, 'live')));
        // The total follows the names and the lines, so none of them was cut off.
        expect(pages.join(' ')).toContain('€3.00');
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('text with ligatures and composed letters', () => {
  it('is copied correctly, also after another document printed similar letters', async () => {
    const bill = (name: string) => invoiceDocument(invoiceOf({ buyer: buyerNamed(name), lines: [lineOf('Plan', 100)] }), 'live');
    await render(bill('ij\u00efj\u0301\u201cÅngström µμ\u201d'));
    for (const name of ['İğdır ıȷ ’', 'ǰ ĳ ï', 'Ώμέγα Ω', 'Łódź'])
      expect((await textsOfPages(await render(bill(name)))).join()).toContain(name);
  });
});

describe('printed text', () => {
  it('is normalized to composed characters, without invisible characters', () => {
    expect(toPrintableText(' e\u0301\u0000 \n x\u200b\u202e ')).toBe('é x');
    expect(toPrintableText('19,99\u00a0€')).toBe('19,99\u00a0€');
  });

  it('is wrapped at spaces, or within a word that is wider than a line, and loses no characters', () => {
    const measure = (text: string): number => text.length;
    expect(wrapText('one two three', 7, measure)).toEqual(['one two', 'three']);
    expect(wrapText('a incomprehensible b', 6, measure)).toEqual(['a', 'incomp', 'rehens', 'ible b']);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1, maxLength: 20 }), (strings) => {
        const lines = wrapText(strings.join(' '), 9, measure);
        expect(lines.every((line) => line.length <= 9)).toBe(true);
        expect(lines.join('').replaceAll(' ', '')).toBe(strings.join(''));
      }),
    );
  });
});

describe('the seller’s color', () => {
  it.each(['#ffff00', '#ffffff', '#0f766e', '#ff8800', '#000000'])('%s is printed in a shade that is readable on white', (color) => {
    expect(contrastOf(readableOnWhite(color), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it('is unchanged if it is readable, and replaced by the default color if it is invalid', () => {
    expect(readableOnWhite('#0F766E')).toBe('#0f766e');
    expect(readableOnWhite('red')).toBe(readableOnWhite(null));
  });
});
