import type { Row } from '../objects/rows.ts';

const PAGE_SIZE = '100';

interface RowPage {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

/** A list with its filters, read from the newest object to the oldest. */
export interface ListExport {
  readonly filters: Readonly<Record<string, string>>;
  readonly fetchPage: (query: URLSearchParams) => Promise<RowPage>;
  /** Called after each page with the number of objects so far. */
  readonly progress?: (count: number) => void;
  /** Returns true when the member has stopped the export. */
  readonly isStopped?: () => boolean;
}

/** Reads all objects of a list, or fewer if the member stops the export. */
export const fetchAllRows = async ({
  filters,
  fetchPage,
  progress = () => {},
  isStopped = () => false,
}: ListExport): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const query = new URLSearchParams({
      ...filters,
      limit: PAGE_SIZE,
      ...(last === undefined ? {} : { starting_after: String(last['id']) }),
    });
    const page = await fetchPage(query);
    rows.push(...page.data);
    progress(rows.length);
    if (!page.has_more || page.data.length === 0 || isStopped()) return rows;
  }
};
