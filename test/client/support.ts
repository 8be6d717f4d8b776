import { expect } from 'vitest';
import { waitForValue } from '../../scripts/support/waiting.ts';
import { ApiError, type Billing, createBilling } from '../../shared/client/index.ts';

const RENDERING_TIMEOUT_MS = 60_000;
/** Enough retries to wait until the buckets of the rate limits are refilled. */
const MAX_RETRIES = 60;

/** Creates a client with a key, client secret or portal token. Records each request in `calls`: `GET /v1/customers/cus_...`. */
export const billingFor = (baseUrl: string, key: string, calls: Set<string>): Billing =>
  createBilling({
    key,
    baseUrl,
    maxRetries: MAX_RETRIES,
    fetch: (input, init) => {
      calls.add(`${init?.method} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });

interface Identified {
  readonly id: string;
}

/** Fetches all pages of a list. */
export const allOf = async <T>(list: AsyncIterable<T>): Promise<readonly T[]> => {
  const entries: T[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
};

/** Expects that a list contains the objects of `oldestFirst` in reverse order, possibly among other objects. Returns the whole list. */
export const expectListed = async <T extends Identified>(
  list: AsyncIterable<T>,
  oldestFirst: readonly Identified[],
): Promise<readonly T[]> => {
  const entries = await allOf(list);
  const expectedIds = oldestFirst.map(({ id }) => id).reverse();
  expect(entries.map(({ id }) => id).filter((id) => expectedIds.includes(id))).toEqual(expectedIds);
  return entries;
};

/** Returns the value; throws if it is undefined. */
export const defined = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The value is undefined.');
  return value;
};

/** Waits until a document is rendered; returns its first five bytes, `%PDF-` for a PDF. */
export const pdfHeaderOf = async (read: () => Promise<Uint8Array>): Promise<string> => {
  const bytes = await waitForValue('The document', RENDERING_TIMEOUT_MS, () =>
    read().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 501) return null;
      throw error;
    }),
  );
  return Buffer.from(bytes).toString('latin1', 0, 5);
};
