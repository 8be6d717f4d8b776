/** The first requests of a tenant in each minute are all recorded, up to this number. */
export const RECORDED_PER_MINUTE = 120;
/** After that, a failed request (except with status 429) is recorded if its number in the minute is at most this. */
const FAILURES_RECORDED_UNTIL = 600;
/** A request is always recorded if its number in the minute is a multiple of this. */
export const SAMPLE_INTERVAL = 10;

/**
 * True if a request is recorded. `ordinal`: number of the request in its minute, counted from 1 per tenant. `status`: HTTP status of the
 * response.
 */
export const isRecorded = (ordinal: number, status: number): boolean =>
  ordinal <= RECORDED_PER_MINUTE ||
  ordinal % SAMPLE_INTERVAL === 0 ||
  (status >= 400 && status !== 429 && ordinal <= FAILURES_RECORDED_UNTIL);
