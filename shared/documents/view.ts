import type { Tenant } from '../domain/tenant.ts';
import { type PrintedDocument, pdfModel } from './issued.ts';

/** The API's view of the texts of a document's PDF: the same rows that the PDF is laid out from. */
export const viewDocument = (printed: PrintedDocument, tenant: Tenant) => {
  const { locale, title, banner, facts, seller, buyer, lines, totals, tax, notes, footer } = pdfModel(printed, tenant);
  return {
    language: locale,
    title,
    banner,
    facts: [...facts],
    seller: { heading: seller.heading, lines: [...seller.lines] },
    buyer: { heading: buyer.heading, lines: [...buyer.lines] },
    line_headings: viewLine(lines.head),
    lines: lines.rows.map((line) => ({ ...viewLine(line), details: [...line.details] })),
    totals: [...totals],
    tax: tax === null ? null : { heading: tax.heading, headings: tax.head, rows: [...tax.rows] },
    notes: [...notes],
    footer,
  };
};

type LineTexts = ReturnType<typeof pdfModel>['lines']['head'];

const viewLine = ({ description, quantity, unitPrice, taxRate, amount }: LineTexts) => ({
  description,
  quantity,
  unit_price: unitPrice,
  tax_rate: taxRate,
  amount,
});
