/** Names of the errors with which DynamoDB refuses a call because the table is overloaded. Such a call wrote nothing. */
export const TABLE_OVERLOAD: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
]);

/**
 * Names of errors that mean too much load. Most are errors of AWS services. Errors of this service are `Busy` (too many concurrent changes
 * of one record) and `ChargeNotTried` (the payment provider has too many calls).
 */
const OVERLOAD: ReadonlySet<string> = new Set([
  ...TABLE_OVERLOAD,
  'TransactionInProgressException',
  'Throttling',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'TooManyRequestsException',
  'SlowDown',
  'Busy',
  'ChargeNotTried',
]);

/**
 * Harmless reasons in a canceled transaction, which has one reason per item: too much load, a concurrent change of the item, or `None` if
 * another item caused the cancellation.
 */
const HARMLESS_REASONS: ReadonlySet<unknown> = new Set(['None', 'ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict']);

const codesIn = (error: Error): readonly unknown[] =>
  'reasons' in error && Array.isArray(error.reasons) ? error.reasons.map((reason: { readonly code?: unknown } | null) => reason?.code) : [];

/**
 * True for an error that only means too much load: it is expected when much is due at once, and what failed is tried again. True for an
 * `AggregateError` if each of its errors only means too much load.
 */
export const meansOverload = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(meansOverload);
  const codes = codesIn(error);
  return OVERLOAD.has(error.name) || (codes.length > 0 && codes.every((code) => HARMLESS_REASONS.has(code)));
};

/** The error for entries that AWS refused in a batch call; the error's name is the code of the refusal, if there is one. */
export const refusedEntriesError = (message: string, code: string | undefined): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { name: code });
