import type * as v from 'valibot';
import type { DateOrder } from '../../../../shared/domain/customer-import/dates.ts';
import type { ConsoleImport, ConsoleImportRows } from '../../api/import-objects.ts';

export type Import = v.InferOutput<typeof ConsoleImport>;
export type ImportRows = v.InferOutput<typeof ConsoleImportRows>;
export type ImportRow = ImportRows['data'][number];

export interface ImportPage {
  readonly data: readonly Import[];
  readonly has_more: boolean;
}

export interface NewImport {
  readonly file_name: string;
  readonly date_order: DateOrder;
  /** The price id for each plan name in the file. */
  readonly plans: Readonly<Record<string, string>>;
  readonly return_url: string | null;
}
