import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { RowAt, RowOf } from '../objects/rows.ts';

const PAGE_SIZE = 100;

/** Maximum number of objects of a list that `fetchNewestRows` reads. */
export const MAX_NEWEST = 1000;

/** The call with which lists are read. */
export interface ListApi {
  readonly mode: Mode;
  readonly calls: {
    readonly page: <Path extends string>(
      mode: Mode,
      path: Path,
      query: URLSearchParams,
    ) => Promise<{ readonly data: readonly RowAt<Path>[]; readonly has_more: boolean }>;
  };
}

/** The newest objects of a list. */
export interface NewestRows<R> {
  readonly rows: readonly R[];
  /** Whether these are all objects of the list. */
  readonly isComplete: boolean;
}

/** Reads the newest objects of a list with these filters, page by page. */
export const fetchNewestRows = async <Path extends keyof RowOf>(
  { calls, mode }: ListApi,
  path: Path,
  filters: Readonly<Record<string, string>>,
): Promise<NewestRows<RowAt<Path>>> => {
  const rows: RowAt<Path>[] = [];
  for (;;) {
    const after = rows.at(-1)?.id;
    const query = { ...filters, limit: String(PAGE_SIZE), ...(after === undefined ? {} : { starting_after: after }) };
    const { data, has_more: hasMore } = await calls.page(mode, path, new URLSearchParams(query));
    rows.push(...data);
    if (!hasMore || data.length === 0 || rows.length >= MAX_NEWEST) return { rows, isComplete: !hasMore };
  }
};
