import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';
import type { Address } from '../fields.ts';
import { DAY_SECONDS } from '../periods.ts';

/** What the columns of a file may be for; the names of the cells of an uploaded row. */
export const IMPORT_COLUMNS = [
  'reference',
  'name',
  'email',
  'country_code',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'language',
  'plan',
  'next_charge_date',
  'mandate_reference',
  'subscription_reference',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Why a row is not imported. `column`: where it is wrong; `null`: not in one of them. */
export interface RowFault {
  readonly column: ImportColumn | null;
  readonly message: string;
}

/** A row of the file as it was read: what of it is faulty is in `faults`, and not here. */
export interface UploadedRow {
  /** Its line in the file, counted from 1 with the headings. */
  readonly row: number;
  /** What the other system calls the customer; `''` where the row does not say. */
  readonly reference: string;
  readonly customer: RowCustomer;
  /** `null`: the row names none. */
  readonly subscription: RowSubscription | null;
  readonly faults: readonly RowFault[];
}

export interface RowCustomer {
  readonly name: string | null;
  readonly email: string | null;
  readonly countryCode: string | null;
  readonly address: Address | null;
  readonly language: string | null;
}

export interface RowSubscription {
  /** What the other system calls it; `null`: by its customer, who then has one alone. */
  readonly reference: string | null;
  readonly plan: string;
  /** Unix seconds. */
  readonly nextChargeAt: number;
  /** What the other system charged; kept to be looked up, never charged [RENEW-02]. */
  readonly mandateReference: string | null;
}

/**
 * What became of a row. `ready`: it would be imported. `unchanged`: everything that it names was imported before. `kept`: its import
 * could not be undone any more.
 */
export const ROW_OUTCOMES = ['ready', 'imported', 'unchanged', 'faulty', 'undone', 'kept'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly faults: readonly RowFault[];
  readonly customerId: string | null;
  /** Whether the customer came by this row. */
  readonly createdCustomer: boolean;
  /** The checkout session that came by this row; `null`: none. */
  readonly sessionId: string | null;
  /** By which what the row names is known as imported. */
  readonly referenceIds: readonly string[];
}

/** The most rows that are uploaded, and worked, together: with all that is noted of them they fit into one item of the table. */
export const CHUNK_MOST_ROWS = 250;
/** Of a row; who mends them sees the others when the file is uploaded again. */
export const MOST_FAULTS = 3;
export const MOST_CHUNKS = 100;

/** An upload that is not begun with is refused after so long; its rows are people's data, and are forgotten soon after. */
export const UPLOAD_SECONDS = DAY_SECONDS;

/** Rows of a file that are processed together. */
export interface ImportRows extends BaseRecord {
  readonly importId: string;
  /** Counted from 0. */
  readonly chunk: number;
  /** Without the faulty ones once they are checked; empty once they are imported: then the customers say what was in them. */
  readonly rows: readonly UploadedRow[];
  /** What became of each, in the order of the rows; empty before they are checked. */
  readonly results: readonly RowResult[];
}

export const importRowsAggregate: Aggregate<ImportRows> = {
  type: 'customer_import_rows',
  prefix: 'imr_',
  view: ({ id }) => ({ id }),
  unlogged: true,
  expiresAtOf: ({ rows, created }) => (rows.length === 0 ? null : created + 2 * UPLOAD_SECONDS),
};

export const rowsIdOf = (ids: Pick<IdSource, 'derived'>, importId: string, chunk: number): string =>
  ids.derived(importRowsAggregate.prefix, `${importId}#${chunk}`);

/** What tells rows apart of which each may be imported once: the subscription that they name, or else the customer. */
export const identityOf = ({ reference, subscription }: Pick<UploadedRow, 'reference' | 'subscription'>): string => {
  if (subscription === null) return `customer ${reference}`;
  return subscription.reference === null ? `subscription of ${reference}` : `subscription named ${subscription.reference}`;
};
