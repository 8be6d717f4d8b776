import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { expect } from 'vitest';
import type { paths } from '../../shared/client/api.generated.d.ts';

/** A client of the published description, as a team makes one: everything it knows comes from the generated types. */
export type TypedClient = ReturnType<typeof createClient<paths>>;

/** A client with a key or a client secret. It notes in `calls` what is called, ids and all: `GET /v1/customers`. */
export const clientFor = (baseUrl: string, key: string, calls: Set<string>): TypedClient => {
  // As a caller does who respects the limits: comes again when the service says so.
  const patient = async (request: Request): Promise<Response> => {
    calls.add(`${request.method} ${new URL(request.url).pathname}`);
    for (;;) {
      const response = await fetch(request.clone());
      if (response.status !== 429) return response;
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    }
  };
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` }, fetch: patient });
};

/** The body of an answer that must be a success. */
export const got = <T>({ data, error, response }: { readonly data?: T; readonly error?: unknown; readonly response: Response }): T => {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
};

interface Identified {
  readonly id: string;
}
export interface ListQuery {
  readonly limit: number;
  readonly starting_after?: string;
}
export type ReadPage<T extends Identified> = (query: ListQuery) => Promise<{ readonly data: readonly T[]; readonly has_more: boolean }>;

/** Every entry of a list, read page by page with pages of `limit`. */
export const pagesOf = async <T extends Identified>(read: ReadPage<T>, limit: number): Promise<readonly T[]> => {
  const entries: T[] = [];
  for (;;) {
    const last = entries.at(-1);
    const page = await read(last === undefined ? { limit } : { limit, starting_after: last.id });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    entries.push(...page.data);
    if (!page.has_more) return entries;
  }
};

/** Pages through a list one entry at a time: these are in it, newest first. */
export const expectListed = async <T extends Identified>(read: ReadPage<T>, oldestFirst: readonly Identified[]): Promise<readonly T[]> => {
  const listed = await pagesOf(read, 1);
  const wanted = oldestFirst.map(({ id }) => id).reverse();
  expect(listed.map(({ id }) => id).filter((id) => wanted.includes(id))).toEqual(wanted);
  return listed;
};
