import { beforeAll, describe, expect, it, vi } from 'vitest';
import { service } from '../../support/service.ts';
import { type ConsoleAnswer, type MemberBrowser, openMemberSession, signIn, signInToken } from '../support/console.ts';
import { consoleCall, sessionOperations } from '../support/console-operations.ts';
import { importsOf } from '../support/imports.ts';
import { addPasskey, newDevice } from '../support/passkeys.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const testService = service();
const OWNER = 'test@example.com';
const SUSPENDED = [401, 'invalid_api_key', 'account_suspended'];

let accountId: string;
let owner: MemberBrowser;
let importId: string;
let passkeyId: string;

beforeAll(async () => {
  ({ accountId } = await testService.createAccount());
  owner = await signIn(testService, accountId, OWNER);
  importId = (await importsOf(owner).check([{ reference: 'C-1' }])).id;
  const { body } = await addPasskey(owner, newDevice(testService.baseUrl));
  passkeyId = String((body['data'] as readonly { readonly id: string }[])[0]?.id);
  await testService.runCommand('suspend', accountId);
});

const refusalOf = ({ status, error }: ConsoleAnswer) => [status, error?.code, error?.reason];
const send = (operation: (typeof sessionOperations)[number]) =>
  owner.call(consoleCall(operation, { memberId: owner.member.id, importId, passkeyId }));

/** The operations that change data and are allowed while the account is suspended. */
const ALLOWED = ['console.end_session', 'console.end_sessions', 'console.passkeys_remove'];

describe('a member of a suspended account', () => {
  it('is rejected by every console operation that changes data, except sign-out and the removal of a passkey', async () => {
    const writeOperations = sessionOperations.filter(({ id, method }) => method !== 'GET' && !ALLOWED.includes(id));
    expect(writeOperations.length).toBeGreaterThan(10);
    const answers: unknown[] = [];
    for (const operation of writeOperations) answers.push([operation.id, ...refusalOf(await send(operation))]);
    expect(answers).toEqual(writeOperations.map(({ id }) => [id, ...SUSPENDED]));
    expect((await importsOf(owner).ok<{ readonly status: string }>('GET', `/${importId}`)).status).toBe('checked');
    const { body } = await owner.call({ path: 'members' });
    expect(body['data']).toHaveLength(1);
  });

  it('cannot write through the API', async () => {
    for (const call of [{ method: 'POST', body: { name: 'Never' } }, { method: 'DELETE' }]) {
      expect(refusalOf(await owner.call({ ...call, path: 'api/test/v1/customers' }))).toEqual(SUSPENDED);
    }
  });

  it('can read through the API', async () => {
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

  it('can use every console operation that reads', async () => {
    const readOperations = sessionOperations.filter(({ method }) => method === 'GET');
    expect(readOperations.length).toBeGreaterThan(4);
    for (const operation of readOperations) expect([operation.id, (await send(operation)).status]).toEqual([operation.id, 200]);
  });

  it('can sign in, remove a passkey, sign out and sign out everywhere', async () => {
    const answer = await openMemberSession(testService.baseUrl, await signInToken(testService, accountId, OWNER));
    expect(answer.status).toBe(200);
    const removed = await owner.call({ method: 'DELETE', path: `passkeys/${passkeyId}` });
    expect([removed.status, removed.body['data']]).toEqual([200, []]);
    const otherBrowser = await signIn(testService, accountId, OWNER);
    expect((await otherBrowser.call({ method: 'DELETE', path: 'session' })).status).toBe(200);
    expect((await owner.call({ method: 'POST', path: 'session/sign_out_everywhere' })).status).toBe(200);
    expect((await owner.call({ path: 'session' })).status).toBe(401);
  });

  it('can write again after the account is resumed', async () => {
    await testService.runCommand('resume', accountId);
    const browser = await signIn(testService, accountId, OWNER);
    expect((await importsOf(browser).start(importId)).status).toBe('completed');
  });
});
