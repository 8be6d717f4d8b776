import { beforeAll, describe, expect, it, vi } from 'vitest';
import { service } from '../support/service.ts';
import { type ConsoleAnswer, type MemberBrowser, openSession, signIn, signInToken } from './support/console.ts';
import { consoleCall, ownOperations } from './support/console-operations.ts';
import { importsOf } from './support/imports.ts';
import { addPasskey, newDevice } from './support/passkeys.ts';

/** What members of a suspended account may still do: look, sign in and out, and take a passkey away. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const served = service();
const OWNER = 'test@example.com';
const SUSPENDED = [401, 'invalid_api_key', 'account_suspended'];

let accountId: string;
let owner: MemberBrowser;
let importId: string;
let passkeyId: string;

beforeAll(async () => {
  ({ accountId } = await served.createAccount());
  owner = await signIn(served, accountId, OWNER);
  importId = (await importsOf(owner).check([{ reference: 'C-1' }])).id;
  const { body } = await addPasskey(owner, newDevice(served.baseUrl));
  passkeyId = String((body['data'] as readonly { readonly id: string }[])[0]?.id);
  await served.operate('suspend', accountId);
});

const refusalOf = ({ status, error }: ConsoleAnswer) => [status, error?.code, error?.reason];
const memberId = (): string => String((owner.session['member'] as { readonly id: string }).id);
const ask = (operation: (typeof ownOperations)[number]) =>
  owner.call(consoleCall(operation, { memberId: memberId(), importId, passkeyId }));

const STAY = ['console.end_session', 'console.end_sessions', 'console.passkeys_remove'];

describe('a member of a suspended account', () => {
  it('changes nothing by any operation of the console', async () => {
    const changing = ownOperations.filter(({ id, method }) => method !== 'GET' && !STAY.includes(id));
    expect(changing.length).toBeGreaterThan(10);
    const answers: unknown[] = [];
    for (const operation of changing) answers.push([operation.id, ...refusalOf(await ask(operation))]);
    expect(answers).toEqual(changing.map(({ id }) => [id, ...SUSPENDED]));
    expect((await importsOf(owner).ok<{ readonly status: string }>('GET', `/${importId}`)).status).toBe('checked');
    const { body } = await owner.call({ path: 'members' });
    expect(body['data']).toHaveLength(1);
  });

  it('changes nothing by the API', async () => {
    for (const call of [{ method: 'POST', body: { name: 'Never' } }, { method: 'DELETE' }]) {
      expect(refusalOf(await owner.call({ ...call, path: 'api/test/v1/customers' }))).toEqual(SUSPENDED);
    }
  });

  it('looks at what the API has', async () => {
    for (const path of [
      'customers',
      'customers?limit=1',
      'invoices',
      'account/attention',
      'tenant/capabilities',
      'metrics',
      'audit_logs',
    ]) {
      for (const mode of ['test', 'live']) {
        expect([path, mode, (await owner.call({ path: `api/${mode}/v1/${path}` })).status]).toEqual([path, mode, 200]);
      }
    }
    const missing = await owner.call({ path: 'api/test/v1/customers/cus_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    expect(refusalOf(missing).slice(0, 2)).toEqual([404, 'resource_missing']);
  });

  it('looks at what the console itself has', async () => {
    const looking = ownOperations.filter(({ method }) => method === 'GET');
    expect(looking.length).toBeGreaterThan(4);
    for (const operation of looking) expect([operation.id, (await ask(operation)).status]).toEqual([operation.id, 200]);
  });

  it('signs in, takes a passkey away, and signs out, here or everywhere', async () => {
    const opened = await openSession(served.baseUrl, await signInToken(served, accountId, OWNER));
    expect(opened.status).toBe(200);
    const removed = await owner.call({ method: 'DELETE', path: `passkeys/${passkeyId}` });
    expect([removed.status, removed.body['data']]).toEqual([200, []]);
    const other = await signIn(served, accountId, OWNER);
    expect((await other.call({ method: 'DELETE', path: 'session' })).status).toBe(200);
    expect((await owner.call({ method: 'POST', path: 'session/sign_out_everywhere' })).status).toBe(200);
    expect((await owner.call({ path: 'session' })).status).toBe(401);
  });

  it('continues once the account is resumed', async () => {
    await served.operate('resume', accountId);
    const browser = await signIn(served, accountId, OWNER);
    expect((await importsOf(browser).start(importId)).status).toBe('completed');
  });
});
