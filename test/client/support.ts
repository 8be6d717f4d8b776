import { expect } from 'vitest';
import { waitForValue } from '../../scripts/support/waiting.ts';
import { ApiError, type Billing, createBilling } from '../../shared/client/index.ts';

const RENDERED_MS = 60_000;
/** Limits are waited out: this is not about rates. */
const MAX_RETRIES = 60;

/** A client with a key, a client secret or a portal token. It notes in `calls` what is called, ids and all: `GET /v1/customers`. */
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

/** Everything in a list, from its first page to its last. */
export const allOf = async <T>(list: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
};

/** These are in the list, newest first; gives all of it. */
export const expectListed = async <T extends Identified>(
  list: AsyncIterable<T>,
  oldestFirst: readonly Identified[],
): Promise<readonly T[]> => {
  const listed = await allOf(list);
  const wanted = oldestFirst.map(({ id }) => id).reverse();
  expect(listed.map(({ id }) => id).filter((id) => wanted.includes(id))).toEqual(wanted);
  return listed;
};

/** What must be there. */
export const only = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('nothing is there');
  return value;
};

/** A document's first bytes, once it is rendered. */
export const pdfOf = async (read: () => Promise<Uint8Array>): Promise<string> => {
  const bytes = await waitForValue('The document', RENDERED_MS, () =>
    read().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 501) return null;
      throw error;
    }),
  );
  return Buffer.from(bytes).toString('latin1', 0, 5);
};
