import { CallError, type createApiClient, sleep } from '../../../../shared/pages/browser/calls.ts';
import type { Import, ImportPage, ImportRow, ImportRows, NewImport } from './api-types.ts';
import type { UploadRow } from './chunks.ts';

const MAX_TRIES = 10;

/** Retries a rate limited call after the seconds of its `Retry-After` header, up to `MAX_TRIES` tries. */
export const retryRateLimited = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) throw error;
      await sleep(Math.max(1, error.retryAfterSeconds) * 1000);
    }
  }
  return call();
};

const pathOf = (id: string): string => `imports/${encodeURIComponent(id)}`;

/** Creates the client from `get` and `post` of the session. */
export const importCalls = ({ get, post }: Pick<ReturnType<typeof createApiClient>, 'get' | 'post'>) => ({
  list: (query: URLSearchParams) => retryRateLimited(() => get<ImportPage>(`imports?${query}`)),
  retrieve: (id: string) => retryRateLimited(() => get<Import>(pathOf(id))),
  rows: (id: string, chunk: number) => retryRateLimited(() => get<ImportRows>(`${pathOf(id)}/rows?chunk=${chunk}`)),
  create: (newImport: NewImport) => retryRateLimited(() => post<Import>('imports', { ...newImport })),
  upload: (id: string, chunk: number, rows: readonly UploadRow[]) =>
    retryRateLimited(() => post<Import>(`${pathOf(id)}/rows`, { chunk, rows })),
  check: (id: string, chunks: number) => retryRateLimited(() => post<Import>(`${pathOf(id)}/check`, { chunks })),
  start: (id: string) => retryRateLimited(() => post<Import>(`${pathOf(id)}/start`)),
  undo: (id: string) => retryRateLimited(() => post<Import>(`${pathOf(id)}/undo`)),
});

export type ImportCalls = ReturnType<typeof importCalls>;

/** Fetches the rows of an import chunk by chunk. Returns the rows for which `isWanted` is true, at most `most`. */
export const rowsOf = async (
  calls: ImportCalls,
  id: string,
  isWanted: (row: ImportRow) => boolean = () => true,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly ImportRow[]> => {
  const rows: ImportRow[] = [];
  for (let chunk = 0; ; chunk += 1) {
    const { data, has_more: hasMore } = await calls.rows(id, chunk);
    rows.push(...data.filter(isWanted));
    if (!hasMore || rows.length >= most) return rows.slice(0, most);
  }
};
