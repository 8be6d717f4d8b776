import * as v from 'valibot';
import { described, doc, named } from '../schemas/described.ts';

/** The texts of an invoice or credit note as its PDF has them, in the buyer's language and formats. */

const text = (description: string | undefined) => described(v.string(), description);

const Party = named(
  v.strictObject({
    heading: text(doc('Heading of the party, such as `Bill to`.')),
    lines: described(v.array(v.string()), doc('Name, address and numbers.')),
  }),
  'DocumentParty',
);

/** Columns of the lines, for their headings and for each line. */
const lineTexts = {
  description: text(doc('What was sold.')),
  quantity: text(doc('Quantity. Columns whose heading is empty are not printed.')),
  unit_price: text(doc('Price per unit.')),
  tax_rate: text(doc('Tax rate as a percentage, such as `21 %`; or the heading.')),
  amount: text(doc('Amount of the line.')),
};

/** Columns of the tax table, for their headings and for each row. */
const taxTexts = {
  rate: text(doc('Name and percentage of the tax, such as `MwSt 19 %`; or the heading.')),
  net: text(doc('Amount without the tax.')),
  tax: text(doc('Amount of the tax at this rate; or the heading.')),
  gross: text(doc('Amount with the tax.')),
};

export const DocumentTexts = named(
  v.strictObject({
    language: text(doc('Language of the document, as a BCP 47 tag.')),
    title: text(doc('Kind of the document, such as `Invoice` or `Rechnung`.')),
    banner: described(v.nullable(v.string()), doc('Notice at the top of documents of test mode; `null` in live mode.')),
    facts: described(
      v.array(
        named(
          v.strictObject({
            label: text(doc('What the value is, such as `Invoice number`.')),
            value: text(doc('A number, day, period or reason, as printed.')),
          }),
          'DocumentFact',
        ),
      ),
      doc('Number, days and other facts.'),
    ),
    seller: described(Party, doc('The seller.')),
    buyer: described(Party, doc('The buyer.')),
    line_headings: described(named(v.strictObject(lineTexts), 'DocumentLineHeadings'), doc('Headings of the lines.')),
    lines: described(
      v.array(
        named(
          v.strictObject({
            ...lineTexts,
            details: described(v.array(v.string()), doc('Smaller lines below the description: the period, a discount.')),
          }),
          'DocumentLine',
        ),
      ),
      doc('The lines.'),
    ),
    totals: described(
      v.array(
        named(
          v.strictObject({
            label: text(doc('What the amount is, such as `Subtotal`.')),
            amount: text(doc('Formatted sum with its currency.')),
            emphasized: described(v.boolean(), doc('True for the total.')),
          }),
          'DocumentTotal',
        ),
      ),
      doc('The totals below the lines.'),
    ),
    tax: described(
      v.nullable(
        named(
          v.strictObject({
            heading: text(doc('Printed above the table, such as `VAT by rate`.')),
            headings: described(named(v.strictObject(taxTexts), 'DocumentTaxHeadings'), doc('Headings of the table.')),
            rows: described(v.array(named(v.strictObject(taxTexts), 'DocumentTaxRow')), doc('A row for each rate.')),
          }),
          'DocumentTax',
        ),
      ),
      doc('Tax by rate; `null`: not printed.'),
    ),
    notes: described(v.array(v.string()), doc('Notes, such as the one of a reverse charge.')),
    footer: described(v.nullable(v.string()), doc('Footer of the seller, with line breaks; `null`: none.')),
  }),
  'DocumentTexts',
);

/** The field `document` of an invoice or credit note that was retrieved with `expand=document`. */
export const expandedDocument = described(
  v.optional(DocumentTexts),
  doc("The texts of the PDF, in the customer's language, with `expand=document`; absent otherwise."),
);
