import { eventually } from '../../../scripts/support/waiting.ts';
import type { Service } from '../../support/service.ts';
import { type ConsoleAnswer, clientOf, type MemberBrowser, signIn } from './console.ts';
import { newPlan } from './objects.ts';

/** A customer import of the console. */
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

/** Statuses in which the service waits for the next request of the member. */
const IDLE_STATUSES: readonly string[] = ['uploading', 'checked', 'completed', 'undone'];
const RETURN_URL = 'https://shop.example/back';

/** Functions that call the import operations in a member's browser, and retry after a 429. */
export const importsOf = (browser: MemberBrowser) => {
  const call = async (method: string, path: string, body?: unknown): Promise<ConsoleAnswer> =>
    eventually(
      () => browser.call({ method, path: `imports${path}`, ...(body === undefined ? {} : { body }) }),
      ({ status }) => status !== 429,
    );
  /** Calls an operation and returns the body. Throws unless the status is 200. */
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const waitUntilIdle = (id: string): Promise<Import> =>
    eventually(
      () => ok<Import>('GET', `/${id}`),
      ({ status }) => IDLE_STATUSES.includes(status),
    );
  const rowsOf = async (id: string): Promise<readonly Row[]> => (await ok<{ readonly data: readonly Row[] }>('GET', `/${id}/rows`)).data;
  /** Uploads the rows and waits until they are checked. The first row is row 2, below the header of the file. */
  const check = async (rows: readonly Cells[], settings: Readonly<Record<string, unknown>> = {}): Promise<Import> => {
    const { id } = await ok<Import>('POST', '', { file_name: 'customers.csv', return_url: RETURN_URL, ...settings });
    await ok('POST', `/${id}/rows`, { chunk: 0, rows: rows.map((row, index) => ({ row: index + 2, ...row })) });
    await ok('POST', `/${id}/check`, { chunks: 1 });
    return waitUntilIdle(id);
  };
  const start = async (id: string): Promise<Import> => {
    await ok('POST', `/${id}/start`);
    return waitUntilIdle(id);
  };
  return {
    call,
    ok,
    waitUntilIdle,
    rowsOf,
    check,
    start,
    checkAndStart: async (...args: Parameters<typeof check>): Promise<Import> => start((await check(...args)).id),
    undo: async (id: string): Promise<Import> => {
      await ok('POST', `/${id}/undo`);
      return waitUntilIdle(id);
    },
  };
};

/** Creates an account with a price and signs its owner in to the console. */
export const newImportAccount = async (testService: Service) => {
  const account = await testService.createAccount();
  const owner = await signIn(testService, account.accountId, 'test@example.com');
  const client = clientOf(testService, account.testKey);
  const { priceId } = await newPlan(client);
  return { account, owner, client, priceId, imports: importsOf(owner) };
};

/** The UTC date `days` days from today, as `YYYY-MM-DD`. */
export const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A row that imports a subscription. */
export const planRow = (reference: string, cells: Cells = {}): Cells => ({
  reference,
  plan: 'Gold',
  next_charge_date: dateIn(20),
  ...cells,
});
