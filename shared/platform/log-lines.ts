/** One log line per request. Must not contain bodies, keys, tokens or personal data. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly account: string | null;
  readonly mode: string | null;
  readonly status: number;
  readonly ms: number;
  /** Use of the table, see `Usage` in `shared/store/core/meter.ts`. */
  readonly calls: number;
  readonly rounds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const write = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

export const logRequest = (line: RequestLine): void => write({ level: 'info', kind: 'request', ...line });

/** Describes a thrown value and its causes. */
const describeError = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error ? { cause: describeError(cause) } : {}) };
};

/** Logs an internal error with its causes. Error messages must not contain personal data. */
export const logError = (error: unknown, about: Readonly<Record<string, string>>): void =>
  write({ level: 'error', kind: 'fault', ...about, error: describeError(error) });

/** Kinds of log lines that alarms and dashboards count. */
export const COUNTED_NOTICES = {
  sweep: 'sweep',
  billingHold: 'billing_hold',
  /** An overpayment that is not refunded yet. */
  overpaymentOpen: 'overpayment_not_refunded',
  /** An unusual number of refused payments from one IP address in an account. */
  cardTesting: 'card_testing_suspected',
} as const;

/** Logs an occurrence other than a request, for example a billing hold or a sent mail. */
export const logNotice = (
  kind: string,
  about: Readonly<Record<string, string | number | boolean | null>> & { readonly kind?: never },
): void => write({ level: 'info', kind, ...about });
