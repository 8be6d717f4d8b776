import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { type ConsoleAnswer, clientOf, type MemberBrowser, signIn } from './support/console.ts';
import { openShop } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const served = service();
const OWNER = 'test@example.com';
const RETURN_URL = 'https://shop.example/back';
const DAY_SECONDS = 86_400;

interface Import {
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
type Cells = Readonly<Record<string, string | number>>;

const WAITS: readonly string[] = ['uploading', 'checked', 'completed', 'undone'];

/** An account with a plan, and a member's browser at its console. */
const newShop = async () => {
  const account = await served.createAccount();
  const owner = await signIn(served, account.accountId, OWNER);
  const client = clientOf(served, account.testKey);
  const { priceId } = await openShop(client);
  return { account, owner, client, priceId };
};

const importsOf = (browser: MemberBrowser) => {
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

const dateIn = (days: number): string => new Date(Date.now() + days * DAY_SECONDS * 1000).toISOString().slice(0, 10);

describe('an import', () => {
  it('brings customers and their subscriptions in, which begin when they are confirmed and are charged on their date', async () => {
    const { owner, client, priceId, account } = await newShop();
    const imports = importsOf(owner);
    const date = dateIn(20);
    const checked = await imports.check(
      [
        {
          reference: 'C-1',
          name: 'Ada',
          email: 'ada@example.com',
          country_code: 'nl',
          city: 'Delft',
          plan: 'Gold',
          next_charge_date: date,
          mandate_reference: 'mdt_1',
        },
        { reference: 'C-2', name: 'Bo' },
      ],
      { plans: { Gold: priceId } },
    );
    expect(checked).toMatchObject({ status: 'checked', row_count: 2, counts: { ready: 2, faulty: 0 } });
    expect(await client.list('/v1/customers')).toEqual([]);
    const done = await imports.start(checked.id);
    expect(done).toMatchObject({ status: 'completed', counts: { imported: 2 }, customers_created: 2, checkout_sessions_created: 1 });
    const [first, second] = await imports.rowsOf(checked.id);
    expect(await client.get(`/v1/customers/${first?.customer_id}`)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      country_code: 'NL',
      address: { city: 'Delft' },
      metadata: { import_reference: 'C-1' },
      livemode: false,
    });
    expect(second).toMatchObject({ outcome: 'imported', checkout_session_id: null, checkout_url: null });
    const session = await client.get(`/v1/checkout/sessions/${first?.checkout_session_id}`);
    expect(session).toMatchObject({ status: 'open', url: first?.checkout_url, metadata: { import_mandate_reference: 'mdt_1' } });
    await client.post(`/sandbox/checkout_sessions/${first?.checkout_session_id}/pay`, {});
    const [subscription] = await client.list(`/v1/subscriptions?customer_id=${first?.customer_id}`);
    const nextCharge = Date.parse(date) / 1000;
    expect(subscription).toMatchObject({ status: 'active', price_id: priceId, trial_end: nextCharge, current_period_end: nextCharge });
    const entries = await client.list('/v1/audit_logs?action=customer.created');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ actor_type: 'operator', metadata: { import_id: checked.id } });
    expect(account.accountId).toContain('acct_');
  });
});
