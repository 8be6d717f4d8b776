import * as v from 'valibot';
import * as fields from '../../../shared/api/schemas/fields.ts';
import { COUNTRY_CODES } from '../../../shared/domain/countries.ts';
import { type DateOrder, parseDateCell } from '../../../shared/domain/customer-import/dates.ts';
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  MAX_FAULTS,
  type RowFault,
  type RowSubscription,
  type UploadedRow,
} from '../../../shared/domain/customer-import/rows.ts';
import { malformedVatFault, vatNumberOfCell } from '../../../shared/domain/customer-import/vat.ts';
import { NAME_MAX_LENGTH } from '../../../shared/domain/limits.ts';
import { formatVatNumber } from '../../../shared/domain/tax/vat-id.ts';

/** An id or a plan name in the other system. It can be longer than the ids of this service. */
const reference = fields.text(1, 255);

const addressLine = fields.printed(0, 255);

/** The cell schema of each column, except the columns whose parsing depends on the file's date order or the row's country. */
const CELL_SCHEMAS: Readonly<Record<Exclude<ImportColumn, 'next_charge_date' | 'vat_number'>, v.GenericSchema<string, string>>> = {
  reference,
  name: fields.printed(0, NAME_MAX_LENGTH),
  email: fields.email,
  country_code: v.pipe(
    v.string(),
    v.toUpperCase(),
    v.check((code) => COUNTRY_CODES.includes(code), 'must be the two letters of a country (ISO 3166-1).'),
  ),
  address_line1: addressLine,
  address_line2: addressLine,
  postal_code: fields.printed(0, 32),
  city: addressLine,
  language: fields.language,
  plan: reference,
  mandate_reference: reference,
  subscription_reference: reference,
};

/** The cells of one row as in the file. An empty cell means the same as an omitted cell. */
export const RawRow = v.strictObject({
  row: fields.integer(1, 10_000_000),
  ...v.partial(
    v.object(Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, v.string()])) as Record<ImportColumn, v.StringSchema<undefined>>),
  ).entries,
});
export type RawRow = v.InferOutput<typeof RawRow>;

const SUBSCRIPTION_COLUMNS = ['plan', 'next_charge_date', 'mandate_reference', 'subscription_reference'] as const;

/** Parses the cells of a row and collects their faults, at most `MAX_FAULTS`. */
class Cells {
  readonly faults: RowFault[] = [];
  readonly #row: RawRow;

  constructor(row: RawRow) {
    this.#row = row;
  }

  text(column: ImportColumn): string {
    return (this.#row[column] ?? '').trim();
  }

  /** The parsed value; `null` if the cell is empty or faulty. */
  value(column: keyof typeof CELL_SCHEMAS): string | null {
    const text = this.text(column);
    if (text === '') return null;
    const parsed = v.safeParse(CELL_SCHEMAS[column], text, { abortEarly: true, abortPipeEarly: true });
    if (parsed.success) return parsed.output;
    this.fault(column, parsed.issues[0].message);
    return null;
  }

  fault(column: ImportColumn, message: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ column, message });
  }
}

const subscriptionOf = (cells: Cells, dateOrder: DateOrder): RowSubscription | null => {
  if (SUBSCRIPTION_COLUMNS.every((column) => cells.text(column) === '')) return null;
  const [plan, mandateReference, reference] = [
    cells.value('plan'),
    cells.value('mandate_reference'),
    cells.value('subscription_reference'),
  ];
  const date = cells.text('next_charge_date');
  const nextChargeAt = date === '' ? null : parseDateCell(date, dateOrder);
  if (cells.text('plan') === '') cells.fault('plan', 'is missing.');
  if (date === '') cells.fault('next_charge_date', 'is missing.');
  else if (nextChargeAt === null) cells.fault('next_charge_date', 'is not a date in the date order of the file.');
  return plan === null || nextChargeAt === null ? null : { reference, plan, nextChargeAt, mandateReference };
};

/** The VAT number of a row; `null` if the cell is empty or faulty. A number without a country prefix belongs to the row's country. */
const vatNumberOf = (cells: Cells, countryCode: string | null): string | null => {
  const text = cells.text('vat_number');
  if (text === '') return null;
  const number = vatNumberOfCell(text, countryCode);
  if (number !== null) return formatVatNumber(number);
  cells.fault('vat_number', malformedVatFault(text).message);
  return null;
};

/** Parses a row and collects its faults. The import worker checks later whether the plan exists and whether the row was imported before. */
export const parseRow = (row: RawRow, dateOrder: DateOrder): UploadedRow => {
  const cells = new Cells(row);
  const customerReference = cells.value('reference') ?? '';
  if (cells.text('reference') === '') cells.fault('reference', 'is missing.');
  const address = {
    line1: cells.value('address_line1'),
    line2: cells.value('address_line2'),
    postalCode: cells.value('postal_code'),
    city: cells.value('city'),
  };
  const customer = {
    name: cells.value('name'),
    email: cells.value('email'),
    countryCode: cells.value('country_code'),
    address: Object.values(address).every((line) => line === null) ? null : address,
    language: cells.value('language'),
  };
  const vatNumber = vatNumberOf(cells, customer.countryCode);
  return {
    row: row.row,
    reference: customerReference,
    customer,
    ...(vatNumber === null ? {} : { vatNumber }),
    subscription: subscriptionOf(cells, dateOrder),
    faults: cells.faults,
  };
};
