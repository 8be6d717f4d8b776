import { meansOverload } from './overload.ts';

/** One log line per request. Must not contain bodies, keys, tokens or personal data. */
export interface RequestLine {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  /** Path without the query. Values that could be personal data or credentials are replaced by the name of their parameter. */
  readonly path: string;
  /** Id of the API key; `null` for other callers. */
  readonly key: string | null;
  readonly account: string | null;
  readonly mode: string | null;
  readonly status: number;
  /** Error code of the response; `null` for a success. */
  readonly errorCode: string | null;
  readonly ms: number;
  /** Use of the table, see `Usage` in `shared/store/core/capacity-counter.ts`. */
  readonly calls: number;
  readonly rounds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Line = Readonly<Record<string, unknown>>;

/** Kinds of log lines that CloudWatch counts, so that alarms and dashboards can use them. */
export const METRIC_LINES = {
  /** An internal error. */
  fault: 'fault',
  /** A call was throttled, or a record changed too often concurrently. Expected when much is due at once; what failed is tried again. */
  overload: 'overload',
  /** An invocation failed, and no invocation of this process has succeeded yet: a release may be broken. */
  neverSucceeded: 'never_succeeded',
  sweep: 'sweep',
  /** Tenants wait for a slot of a billing run. */
  runsWaiting: 'runs_waiting',
  /** An entry of the due index whose kind this release does not know. */
  dueKindUnknown: 'due_kind_unknown',
  relayHeartbeat: 'relay_heartbeat',
  billingHold: 'billing_hold',
  /** This kind and the next three: a payment or setup succeeded at the provider, and a rule refused to apply it. */
  renewalRefused: 'renewal_refused',
  checkoutRefused: 'checkout_refused',
  changeRefused: 'change_refused',
  setupRefused: 'setup_refused',
  /** A charge has no outcome after all attempts of its billing run. */
  chargeLeftOpen: 'charge_left_open',
  /** A payment without an outcome is no longer polled. */
  paymentGivenUp: 'payment_given_up',
  /** A refund that a customer is owed has failed, or the provider does not have it yet. */
  owedRefundOpen: 'owed_refund_open',
  /** An unusual number of refused payments from one IP address in an account. */
  cardTesting: 'card_testing_suspected',
  /** A mail bounced permanently or was reported as spam. */
  mailFeedback: 'mail_feedback',
  /** A message of the mail service that cannot be parsed. */
  mailFeedbackMalformed: 'mail_feedback_malformed',
} as const;
const COUNTED_KINDS: ReadonlySet<unknown> = new Set(Object.values(METRIC_LINES));

/** Names of the metrics. Each has the dimension `kind`, the kind of the line. */
export const LINE_METRICS = {
  /** Number of lines of a counted kind. */
  lines: 'Lines',
  /** Value of the field `lagSeconds` of the lines of a counted kind that have this field. */
  lag: 'lagSeconds',
  /** Number of requests that were refused with 429. */
  rateLimited: 'RateLimited',
} as const;

const metricsIn = (line: Line): Line => {
  if (COUNTED_KINDS.has(line.kind))
    return {
      [LINE_METRICS.lines]: 1,
      ...(typeof line[LINE_METRICS.lag] === 'number' ? { [LINE_METRICS.lag]: line[LINE_METRICS.lag] } : {}),
    };
  return line.kind === 'request' && line.status === 429 ? { [LINE_METRICS.rateLimited]: 1 } : {};
};

/** Describes the metrics of a line in the embedded metric format, from which CloudWatch reads them. */
const embeddedMetrics = (metrics: Line, namespace: string): Line => ({
  ...metrics,
  _aws: {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace: namespace, Dimensions: [['kind']], Metrics: Object.keys(metrics).map((Name) => ({ Name })) }],
  },
});

const write = (line: Line): void => {
  const namespace = process.env.METRIC_NAMESPACE;
  const metrics = metricsIn(line);
  const isCounted = namespace !== undefined && Object.keys(metrics).length > 0;
  process.stdout.write(`${JSON.stringify(isCounted ? { ...line, ...embeddedMetrics(metrics, namespace) } : line)}\n`);
};

export const logRequest = (line: RequestLine): void => write({ level: 'info', kind: 'request', ...line });

/** Describes a thrown value and its causes. */
const describeError = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error ? { cause: describeError(cause) } : {}) };
};

/**
 * Logs an internal error with its causes: as a fault or, if it only means too much load, as overload. Error messages must not contain
 * personal data.
 */
export const logError = (error: unknown, about: Readonly<Record<string, string>>): void =>
  write({
    ...(meansOverload(error) ? { level: 'warn', kind: METRIC_LINES.overload } : { level: 'error', kind: METRIC_LINES.fault }),
    ...about,
    error: describeError(error),
  });

/** Logs an occurrence other than a request, for example a billing hold or a sent mail. */
export const logNotice = (
  kind: string,
  about: Readonly<Record<string, string | number | boolean | null>> & { readonly kind?: never },
): void => write({ level: 'info', kind, ...about });

let hasSucceeded = false;

/**
 * Tracks the outcome of an invocation of this process. `failed`: an internal error. Logs a counted line for each failure before the first
 * success.
 */
export const trackOutcome = (outcome: 'succeeded' | 'failed', about: Readonly<Record<string, string>>): void => {
  if (outcome === 'succeeded') hasSucceeded = true;
  else if (!hasSucceeded) logNotice(METRIC_LINES.neverSucceeded, about);
};
