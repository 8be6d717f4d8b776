import type { ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { cellText } from './columns.ts';
import type { ImportFile } from './report-csv.ts';

/** The consequence for a customer whose row has an empty cell in a column. Such rows are imported nevertheless. */
const CONSEQUENCES: readonly (readonly [column: ImportColumn, name: string, consequence: string])[] = [
  ['name', 'name', 'Without one, a customer is shown by the email address, or as unnamed.'],
  ['email', 'email address', 'Without one, a customer gets no invoices, receipts or reminders by email.'],
  [
    'country_code',
    'country',
    'Without one, no tax is charged. Hosted checkout pages ask for the country, and you can add it on the page of a customer.',
  ],
];

/** The warnings about rows without name, email address or country, with the row numbers of the file. */
export const missingCellsTexts = ({ table: { records }, mapping }: ImportFile): readonly string[] =>
  CONSEQUENCES.flatMap(([column, name, consequence]) => {
    const rows = records.filter((record) => cellText(record, mapping, column) === '').map(({ row }) => row);
    const [first] = rows;
    if (first === undefined) return [];
    const subject =
      rows.length === records.length
        ? `No row has ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}.`
        : rows.length === 1
          ? `Row ${first} has no ${name}.`
          : `${rows.length} rows have no ${name}, such as row ${first}.`;
    return [`${subject} ${consequence}`];
  });
