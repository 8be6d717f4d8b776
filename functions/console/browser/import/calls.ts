import type { createApiClient } from '../../../../shared/pages/browser/calls.ts';
import { retryRateLimited } from '../app/rate-limit.ts';
import type { Import, ImportPage, ImportRow, ImportRows, NewImport } from './api-types.ts';
import type { UploadRow } from './chunks.ts';

const pathOf = (id: string): string => `imports/${encodeURIComponent(id)}`;

/** The import operations. `get` must already retry rate limited calls; calls of `post` are retried here. */
export const importCalls = ({ get, post }: Pick<ReturnType<typeof createApiClient>, 'get' | 'post'>) => ({
  list: (query: URLSearchParams) => get<ImportPage>(`imports?${query}`),
  retrieve: (id: string) => get<Import>(pathOf(id)),
  rows: (id: string, chunk: number) => get<ImportRows>(`${pathOf(id)}/rows?chunk=${chunk}`),
  create: (newImport: NewImport) => retryRateLimited(() => post<Import>('imports', { ...newImport })),
  upload: (id: string, chunk: number, rows: readonly UploadRow[]) =>
    retryRateLimited(() => post<Import>(`${pathOf(id)}/rows`, { chunk, rows })),
  check: (id: string, chunks: number) => retryRateLimited(() => post<Import>(`${pathOf(id)}/check`, { chunks })),
  start: (id: string) => retryRateLimited(() => post<Import>(`${pathOf(id)}/start`)),
  undo: (id: string) => retryRateLimited(() => post<Import>(`${pathOf(id)}/undo`)),
});

export type ImportCalls = ReturnType<typeof importCalls>;

/** Fetches the rows of an import chunk by chunk. Returns the rows for which `isWanted` is true, at most `rowLimit`. */
export const fetchRows = async (
  calls: ImportCalls,
  id: string,
  isWanted: (row: ImportRow) => boolean = () => true,
  rowLimit = Number.POSITIVE_INFINITY,
): Promise<readonly ImportRow[]> => {
  const rows: ImportRow[] = [];
  for (let chunk = 0; ; chunk += 1) {
    const { data, has_more: hasMore } = await calls.rows(id, chunk);
    rows.push(...data.filter(isWanted));
    if (!hasMore || rows.length >= rowLimit) return rows.slice(0, rowLimit);
  }
};
