import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';
import type { DateOrder } from './dates.ts';
import { ROW_OUTCOMES, type RowOutcome, type RowResult, UPLOAD_SECONDS } from './rows.ts';

/**
 * `uploading`, `checked` and `completed`: the import waits for a member. `undone`: the import has ended. In the other statuses, the worker
 * processes chunks. `checking_undo`: the worker checks for payments before anything is undone.
 */
export type ImportStatus = 'uploading' | 'checking' | 'checked' | 'importing' | 'completed' | 'checking_undo' | 'undoing' | 'undone';

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>;

/** Import of customers and their subscriptions from a file of another system, by a member of the account. Test mode only. */
export interface CustomerImport extends BaseRecord {
  /** The member who created the import. */
  readonly memberId: string;
  /** The member who started the current stage; actor of its audit entries. */
  readonly actingMemberId: string;
  readonly fileName: string;
  readonly status: ImportStatus;
  /** Price id of each plan of the file. */
  readonly plans: Readonly<Record<string, string>>;
  /** URL for customers after their checkout; `null`: the file has no plans. */
  readonly returnUrl: string | null;
  readonly dateOrder: DateOrder;
  /** Rows of the whole file; 0 until it is uploaded. */
  readonly rowCount: number;
  readonly chunkCount: number;
  /** The next chunk of the current stage. */
  readonly nextChunk: number;
  /** Number of rows in the chunks that the current stage has processed. */
  readonly rowsDone: number;
  readonly counts: OutcomeCounts;
  readonly customersCreated: number;
  readonly sessionsCreated: number;
  /** Number of rows with a payment, counted by the last undo. If it is not 0, nothing is undone. */
  readonly billedRows: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When the current stage started or its last chunk was processed, Unix seconds of real time; `null`: nothing is being processed. */
  readonly lastStepAt: number | null;
}

export const NO_COUNTS: OutcomeCounts = { ready: 0, imported: 0, unchanged: 0, faulty: 0, undone: 0, kept: 0 };

type Outcomes = readonly Pick<RowResult, 'outcome'>[];

/** Adds the outcomes of rows to the counts. `before`: former outcomes of the same rows, which are subtracted. */
export const updateCounts = (counts: OutcomeCounts, after: Outcomes, before: Outcomes = []): OutcomeCounts => {
  const count = (rows: Outcomes, outcome: RowOutcome): number => rows.filter((each) => each.outcome === outcome).length;
  return {
    ...counts,
    ...Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, counts[outcome] + count(after, outcome) - count(before, outcome)])),
  };
};

const PROCESSING: readonly ImportStatus[] = ['checking', 'importing', 'checking_undo', 'undoing'];

export const isProcessing = ({ status }: CustomerImport): boolean => PROCESSING.includes(status);

/** Time at which an upload whose import was not started expires, Unix seconds; `null`: the import was started. */
export const expiryOf = ({ created, startedAt }: CustomerImport): number | null => (startedAt === null ? created + UPLOAD_SECONDS : null);

export const viewCustomerImport = (customerImport: CustomerImport, tenant: Tenant) => ({
  id: customerImport.id,
  object: 'console.import' as const,
  created: customerImport.created,
  livemode: livemode(tenant),
  file_name: customerImport.fileName,
  status: customerImport.status,
  member_id: customerImport.memberId,
  row_count: customerImport.rowCount,
  rows_done: customerImport.rowsDone,
  chunk_count: customerImport.chunkCount,
  counts: { ...customerImport.counts },
  customers_created: customerImport.customersCreated,
  checkout_sessions_created: customerImport.sessionsCreated,
  billed_rows: customerImport.billedRows,
  started_at: customerImport.startedAt,
  ended_at: customerImport.endedAt,
  expires_at: expiryOf(customerImport),
});
type CustomerImportView = ReturnType<typeof viewCustomerImport>;

/** Seconds without progress after which the import is due work, so that the sweep (every minute) continues it. */
const PICKUP_SECONDS = 60;

export const customerImportAggregate: Aggregate<CustomerImport, CustomerImportView> = {
  type: 'customer_import',
  prefix: 'imp_',
  view: viewCustomerImport,
  unlogged: true,
  dueOf: ({ lastStepAt }) => (lastStepAt === null ? null : { at: lastStepAt + PICKUP_SECONDS, kind: 'customer_import', clockId: null }),
};
