import * as v from 'valibot';
import * as fields from '../../../shared/api/fields.ts';
import { COUNTRY_CODES } from '../../../shared/domain/countries.ts';
import { type DateOrder, momentIn } from '../../../shared/domain/customer-import/dates.ts';
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  MOST_FAULTS,
  type RowFault,
  type RowSubscription,
  type UploadedRow,
} from '../../../shared/domain/customer-import/rows.ts';
import { NAME_MAX_LENGTH } from '../../../shared/domain/limits.ts';

/** References of other systems are longer than ours. */
const reference = fields.text(1, 255);

const line = fields.text(0, 255);

/** What each cell must be like, by the rules of the API itself where it has them. */
const FORMS: Readonly<Record<Exclude<ImportColumn, 'next_charge_date'>, v.GenericSchema<string, string>>> = {
  reference,
  name: fields.text(0, NAME_MAX_LENGTH),
  email: fields.email,
  country_code: v.pipe(
    v.string(),
    v.toUpperCase(),
    v.check((code) => COUNTRY_CODES.includes(code), 'must be the two letters of a country (ISO 3166-1).'),
  ),
  address_line1: line,
  address_line2: line,
  postal_code: fields.text(0, 32),
  city: line,
  language: fields.language,
  plan: reference,
  mandate_reference: reference,
  subscription_reference: reference,
};

/** The cells of one row, as the file has them; one that is empty is as good as left out. */
export const RawRow = v.strictObject({
  row: fields.integer(1, 10_000_000),
  ...v.partial(
    v.object(Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, v.string()])) as Record<ImportColumn, v.StringSchema<undefined>>),
  ).entries,
});
export type RawRow = v.InferOutput<typeof RawRow>;

const SUBSCRIPTION_COLUMNS = ['plan', 'next_charge_date', 'mandate_reference', 'subscription_reference'] as const;

/** Reads cells one by one, noting what is wrong with them. */
class Cells {
  readonly faults: RowFault[] = [];
  readonly #row: RawRow;

  constructor(row: RawRow) {
    this.#row = row;
  }

  text(column: ImportColumn): string {
    return (this.#row[column] ?? '').trim();
  }

  /** The cell's value in its form; `null` where it is empty, or faulty. */
  value(column: keyof typeof FORMS): string | null {
    const text = this.text(column);
    if (text === '') return null;
    const read = v.safeParse(FORMS[column], text, { abortEarly: true, abortPipeEarly: true });
    if (read.success) return read.output;
    this.fault(column, read.issues[0].message);
    return null;
  }

  fault(column: ImportColumn, message: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push({ column, message });
  }
}

const subscriptionOf = (cells: Cells, order: DateOrder): RowSubscription | null => {
  if (SUBSCRIPTION_COLUMNS.every((column) => cells.text(column) === '')) return null;
  const [plan, mandateReference, reference] = [
    cells.value('plan'),
    cells.value('mandate_reference'),
    cells.value('subscription_reference'),
  ];
  const date = cells.text('next_charge_date');
  const nextChargeAt = date === '' ? null : momentIn(date, order);
  if (cells.text('plan') === '') cells.fault('plan', 'is missing.');
  if (date === '') cells.fault('next_charge_date', 'is missing.');
  else if (nextChargeAt === null) cells.fault('next_charge_date', 'is not a date of the file’s order.');
  return plan === null || nextChargeAt === null ? null : { reference, plan, nextChargeAt, mandateReference };
};

/** A row with what its own texts show to be wrong; whether there is such a plan, and whether it is known, is seen later. */
export const readRow = (row: RawRow, order: DateOrder): UploadedRow => {
  const cells = new Cells(row);
  const ownReference = cells.value('reference') ?? '';
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
  return { row: row.row, reference: ownReference, customer, subscription: subscriptionOf(cells, order), faults: cells.faults };
};
