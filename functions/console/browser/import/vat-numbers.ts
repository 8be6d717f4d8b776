import { vatNumberOfCell } from '../../../../shared/domain/customer-import/vat.ts';
import { toApiCell } from './chunks.ts';
import { cellText, type Mapping } from './columns.ts';
import type { TableRecord } from './table.ts';

/** The non-empty cells of the VAT number column that the import will reject, in file order. */
export const malformedVatNumbers = (records: readonly TableRecord[], mapping: Mapping): readonly string[] =>
  records.flatMap((record) => {
    const text = cellText(record, mapping, 'vat_number');
    const country = toApiCell('country_code', cellText(record, mapping, 'country_code')).toUpperCase();
    return text === '' || vatNumberOfCell(text, country) !== null ? [] : [text];
  });

/** The warning about malformed VAT numbers; `null`: there are none. */
export const vatNumbersText = (texts: readonly string[]): string | null => {
  const [first] = texts;
  if (first === undefined) return null;
  const subject =
    texts.length === 1 ? `“${first}” is not a VAT number` : `${texts.length} cells, such as “${first}”, do not contain a VAT number`;
  return `${subject} of the EU with its country prefix. Rows with such a number have errors: fix them, or do not import the column.`;
};
