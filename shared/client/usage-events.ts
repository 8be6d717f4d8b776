import { ApiError } from './errors.ts';
import type { Answer, Body } from './types.ts';

/** A usage event as it is sent. */
export type SentEvent = Body<'usage_events.create'>['events'][number];

/** Why the service refused an event. */
export type Refusal = NonNullable<Answer<'usage_events.create'>['outcomes'][number]['error']>;

const checkNumber = (field: string, value: unknown): unknown => {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new TypeError(`\`${field}\` is beyond 2^53 - 1. The event was not added.`);
  }
  return value;
};

/**
 * Matches a lone surrogate as `JSON.stringify` escapes it. Also matches an escaped backslash, so that its second character is not mistaken
 * for the beginning of an escape.
 */
const ESCAPE = /\\\\|\\ud[89a-f][0-9a-f]{2}/g;

/** Builds the JSON of an event as the service accepts it. Throws `TypeError` for a number beyond 2^53 - 1. */
export const toJson = (event: SentEvent): string =>
  JSON.stringify(event, checkNumber).replace(ESCAPE, (found) => (found.startsWith('\\u') ? '\uFFFD' : found));

/**
 * Returns the reason if the service refused a request because of its body, as for invalid JSON or too many bytes. `null` for all other
 * errors, which do not depend on the events.
 */
export const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof ApiError)) return null;
  const { status, code, param = null, reason = null, message } = error;
  const concernsBody = status === 413 || (status === 400 && param !== null && /^(events|$)/.test(param));
  return concernsBody ? { code, param, reason, message } : null;
};

/**
 * True if the service refused an event only for now: a plan change of its subscription is pending, which takes days if it is paid by direct
 * debit. The event can be sent again later.
 */
export const isRefusedForNow = ({ code }: Refusal): boolean => code === 'operation_pending';
