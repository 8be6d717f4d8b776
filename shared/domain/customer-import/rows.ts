import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { IdSource } from '../decision.ts';
import type { Address } from '../fields.ts';
import { DAY_SECONDS } from '../periods.ts';

/** Columns that can be mapped, and the field names of a row in an upload request. */
export const IMPORT_COLUMNS = [
  'reference',
  'name',
  'email',
  'country_code',
  'address_line1',
  'address_line2',
  'postal_code',
  'city',
  'vat_number',
  'language',
  'plan',
  'next_charge_date',
  'mandate_reference',
  'subscription_reference',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Reason why a row is not imported. `message`: shown after the column's name. `column: null`: the fault is not in a single column. */
export interface RowFault {
  readonly column: ImportColumn | null;
  readonly message: string;
}

/** A parsed row of the file. An invalid cell is in `faults`, and its field is `null`. */
export interface UploadedRow {
  /** Line in the file, counted from 1 including the headings. */
  readonly row: number;
  /** Customer reference in the other system; `''`: missing. */
  readonly reference: string;
  readonly customer: RowCustomer;
  /** The customer's VAT number in the format of its country, with the country prefix; not verified. Absent: none. */
  readonly vatNumber?: string;
  /** `null`: customer only. */
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
  /** Subscription reference in the other system; `null`: the only subscription of its customer. */
  readonly reference: string | null;
  readonly plan: string;
  /** Unix seconds. */
  readonly nextChargeAt: number;
  /** Mandate reference in the other system; stored as metadata, never charged [RENEW-02]. */
  readonly mandateReference: string | null;
}

/**
 * Outcome of a row. `ready`: can be imported. `unchanged`: customer and subscription were imported before. `kept`: could not be undone.
 */
export const ROW_OUTCOMES = ['ready', 'imported', 'unchanged', 'faulty', 'undone', 'kept'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export interface RowResult {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly faults: readonly RowFault[];
  readonly customerId: string | null;
  /** True when this row created the customer. */
  readonly createdCustomer: boolean;
  /** The checkout session that this row created; `null`: none. */
  readonly sessionId: string | null;
  /** Ids of the row's `ImportEntry` records. */
  readonly referenceIds: readonly string[];
}

/** Maximum rows per chunk: rows and results of a chunk fit into one item of the table. */
export const MAX_CHUNK_ROWS = 250;
/** Maximum stored faults per row; further faults are found when the corrected file is uploaded. */
export const MAX_FAULTS = 3;
export const MAX_CHUNKS = 100;

/** Lifetime of an upload whose import was not started. Its rows contain personal data and are deleted after twice this time. */
export const UPLOAD_SECONDS = DAY_SECONDS;

/** Rows of a file that are processed together. */
export interface ImportChunk extends BaseRecord {
  readonly importId: string;
  /** Counted from 0. */
  readonly chunk: number;
  /** The rows that are still to be processed: the check removes the faulty rows, the import removes all rows. */
  readonly rows: readonly UploadedRow[];
  /** Result of each row, in the order of the file; empty before the check. */
  readonly results: readonly RowResult[];
}

export const importChunkAggregate: Aggregate<ImportChunk> = {
  type: 'customer_import_rows',
  prefix: 'imr_',
  view: ({ id }) => ({ id }),
  unlogged: true,
  expiresAtOf: ({ rows, created }) => (rows.length === 0 ? null : created + 2 * UPLOAD_SECONDS),
};

export const importChunkIdOf = (ids: Pick<IdSource, 'derived'>, importId: string, chunk: number): string =>
  ids.derived(importChunkAggregate.prefix, `${importId}#${chunk}`);

/**
 * Returns the same text for two rows of the same subscription, and for two rows of the same customer that have no subscription. Used to
 * find duplicates in a file.
 */
export const duplicateKeyOf = ({ reference, subscription }: Pick<UploadedRow, 'reference' | 'subscription'>): string => {
  if (subscription === null) return `customer ${reference}`;
  return subscription.reference === null ? `subscription of ${reference}` : `subscription named ${subscription.reference}`;
};
