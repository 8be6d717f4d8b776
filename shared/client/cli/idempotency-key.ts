import { createHash } from 'node:crypto';

/** Sorts the keys of all objects in a value, so that equal values have equal JSON. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => [name, canonical(each)]),
  );
};

/**
 * Derives an idempotency key from the operation and the content of a call, so that the service executes equal calls only once in 24 hours,
 * even if they come from different processes. `prefix`: names the program that derives the key.
 */
export const idempotencyKeyOf = (prefix: string, operationId: string, content: unknown): string =>
  `${prefix}_${createHash('sha256')
    .update(JSON.stringify([operationId, canonical(content)]))
    .digest('hex')}`;
