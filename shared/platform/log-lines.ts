/** One wide line a request. Never bodies, keys, tokens or personal data. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly account: string | null;
  readonly mode: string | null;
  readonly status: number;
  readonly ms: number;
  readonly calls: number;
  readonly rounds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const write = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

export const logRequest = (line: RequestLine): void => write({ level: 'info', kind: 'request', ...line });

/** What is known of something thrown, and of what it was thrown for. */
const known = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error ? { cause: known(cause) } : {}) };
};

/** A fault of ours. Its name, message and stack, and its cause's, are code's texts, not the customer's. */
export const logError = (error: unknown, about: Readonly<Record<string, string>>): void =>
  write({ level: 'error', kind: 'fault', ...about, error: known(error) });

/** Kinds of lines that alarms and graphs are made of: anyone who filters for one takes its name from here. */
export const COUNTED_NOTICES = {
  sweep: 'sweep',
  billingHold: 'billing_hold',
  /** An overpayment that the provider has not returned yet. */
  overpaymentOpen: 'overpayment_not_refunded',
  /** More refused payments of one IP address at one account than buyers make. */
  cardTesting: 'card_testing_suspected',
} as const;

/** Something worth counting that is not a request: a retry, a billing hold, a drained queue. */
export const logNotice = (
  kind: string,
  about: Readonly<Record<string, string | number | boolean | null>> & { readonly kind?: never },
): void => write({ level: 'info', kind, ...about });
