import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';
import type { DateOrder } from './dates.ts';
import { ROW_OUTCOMES, type RowOutcome, type RowResult, UPLOAD_SECONDS } from './rows.ts';

/**
 * `uploading`, `checked` and `completed` wait for a member; the others are at work. `checking_undo`: whether something was billed is
 * looked at before anything is taken back.
 */
export type ImportStatus = 'uploading' | 'checking' | 'checked' | 'importing' | 'completed' | 'checking_undo' | 'undoing' | 'undone';

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>;

/** Customers of another system, and their subscriptions, brought in from a file by a member of the account; in test mode alone. */
export interface CustomerImport extends BaseRecord {
  /** Who began it. */
  readonly memberId: string;
  /** Who said that what is at work now be done, and so is on record for it. */
  readonly actingMemberId: string;
  readonly fileName: string;
  readonly status: ImportStatus;
  /** The price that each plan of the file means. */
  readonly plans: Readonly<Record<string, string>>;
  /** Where customers continue once they have confirmed their subscription; `null` where the file has none. */
  readonly returnUrl: string | null;
  readonly dateOrder: DateOrder;
  /** Of the whole file; 0 until it is uploaded. */
  readonly rowCount: number;
  readonly chunkCount: number;
  /** The chunk that the work continues with, and how many rows lie before it. */
  readonly nextChunk: number;
  readonly rowsDone: number;
  readonly counts: OutcomeCounts;
  readonly customersCreated: number;
  readonly sessionsCreated: number;
  /** Rows whose customers a payment was begun with, as an undo found them. */
  readonly billedRows: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Real time of the last step of the work; `null` while nothing is at work. */
  readonly lastStepAt: number | null;
}

export const NO_COUNTS: OutcomeCounts = { ready: 0, imported: 0, unchanged: 0, faulty: 0, undone: 0, kept: 0 };

type Outcomes = readonly Pick<RowResult, 'outcome'>[];

/** The counts once rows became what they are; `before`: what they were counted as, where they were. */
export const recounted = (counts: OutcomeCounts, after: Outcomes, before: Outcomes = []): OutcomeCounts => {
  const count = (rows: Outcomes, outcome: RowOutcome): number => rows.filter((each) => each.outcome === outcome).length;
  return {
    ...counts,
    ...Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, counts[outcome] + count(after, outcome) - count(before, outcome)])),
  };
};

const AT_WORK: readonly ImportStatus[] = ['checking', 'importing', 'checking_undo', 'undoing'];

export const isAtWork = ({ status }: CustomerImport): boolean => AT_WORK.includes(status);

/** When an upload is too old to be begun with, Unix seconds; `null` once it was begun with. */
export const expiryOf = ({ created, startedAt }: CustomerImport): number | null => (startedAt === null ? created + UPLOAD_SECONDS : null);

export const viewCustomerImport = (given: CustomerImport, tenant: Tenant) => ({
  id: given.id,
  object: 'console.import' as const,
  created: given.created,
  livemode: livemode(tenant),
  file_name: given.fileName,
  status: given.status,
  member_id: given.memberId,
  row_count: given.rowCount,
  rows_done: given.rowsDone,
  chunk_count: given.chunkCount,
  counts: { ...given.counts },
  customers_created: given.customersCreated,
  checkout_sessions_created: given.sessionsCreated,
  billed_rows: given.billedRows,
  started_at: given.startedAt,
  ended_at: given.endedAt,
  expires_at: expiryOf(given),
});
type CustomerImportView = ReturnType<typeof viewCustomerImport>;

/** Seconds after which work that broke off is picked up by the sweep. */
const PICKUP_SECONDS = 60;

export const customerImportAggregate: Aggregate<CustomerImport, CustomerImportView> = {
  type: 'customer_import',
  prefix: 'imp_',
  view: viewCustomerImport,
  unlogged: true,
  dueOf: ({ lastStepAt }) => (lastStepAt === null ? null : { at: lastStepAt + PICKUP_SECONDS, kind: 'customer_import', clockId: null }),
};
