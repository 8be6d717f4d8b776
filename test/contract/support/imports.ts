import { eventually } from '../../../scripts/support/waiting.ts';
import type { Service } from '../../support/service.ts';
import { type ConsoleAnswer, clientOf, type MemberBrowser, signIn } from './console.ts';
import { openShop } from './shop.ts';

/** Imports of the console over HTTP. */

export interface Import {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly [field: string]: unknown;
}
interface Row {
  readonly row: number;
  readonly outcome: string;
  readonly faults: readonly { readonly column: string | null; readonly message: string }[];
  readonly customer_id: string | null;
  readonly checkout_session_id: string | null;
  readonly checkout_url: string | null;
}
export type Cells = Readonly<Record<string, string | number>>;

const WAITS: readonly string[] = ['uploading', 'checked', 'completed', 'undone'];

const RETURN_URL = 'https://shop.example/back';

/** What a member does with imports. Asks again where a bucket is empty. */
export const importsOf = (browser: MemberBrowser) => {
  const call = async (method: string, path: string, body?: unknown): Promise<ConsoleAnswer> =>
    eventually(
      () => browser.call({ method, path: `imports${path}`, ...(body === undefined ? {} : { body }) }),
      ({ status }) => status !== 429,
    );
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const rested = (id: string): Promise<Import> =>
    eventually(
      () => ok<Import>('GET', `/${id}`),
      ({ status }) => WAITS.includes(status),
    );
  const rowsOf = async (id: string): Promise<readonly Row[]> => (await ok<{ readonly data: readonly Row[] }>('GET', `/${id}/rows`)).data;
  return {
    call,
    ok,
    rested,
    rowsOf,
    /** Uploads a file and has it checked. */
    check: async (rows: readonly Cells[], settings: Readonly<Record<string, unknown>> = {}): Promise<Import> => {
      const { id } = await ok<Import>('POST', '', { file_name: 'customers.csv', return_url: RETURN_URL, ...settings });
      await ok('POST', `/${id}/rows`, { chunk: 0, rows: rows.map((row, index) => ({ row: index + 2, ...row })) });
      await ok('POST', `/${id}/check`, { chunks: 1 });
      return rested(id);
    },
    start: async (id: string): Promise<Import> => {
      await ok('POST', `/${id}/start`);
      return rested(id);
    },
    undo: async (id: string): Promise<Import> => {
      await ok('POST', `/${id}/undo`);
      return rested(id);
    },
  };
};

/** An account with a plan, and a member's browser at its console. */
export const newImportShop = async (served: Service) => {
  const account = await served.createAccount();
  const owner = await signIn(served, account.accountId, 'test@example.com');
  const client = clientOf(served, account.testKey);
  const { priceId } = await openShop(client);
  return { account, owner, client, priceId, imports: importsOf(owner) };
};

/** A day of the calendar, so many from today. */
export const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A row with a subscription. */
export const withPlan = (reference: string, given: Cells = {}): Cells => ({
  reference,
  plan: 'Gold',
  next_charge_date: dateIn(20),
  ...given,
});
