import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { addMember, type ConsoleAnswer, type ConsoleCall, clientOf, type MemberBrowser, signIn } from '../support/console.ts';
import { consoleCall, sessionOperations } from '../support/console-operations.ts';
import { importsOf } from '../support/imports.ts';
import { bodyOf, modeOf, type Operation, operations, pathWith } from '../support/operations.ts';
import { makeWorld, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const testService = service();
const OWNER = 'test@example.com';

let receiver: Receiver;
let world: World;
let owner: MemberBrowser;
let viewer: MemberBrowser;
let stranger: MemberBrowser;
/** A checked import that can be started. */
let importId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  const [account, otherAccount] = [await testService.createAccount(), await testService.createAccount()];
  world = await makeWorld(clientOf(testService, account.testKey), receiver);
  owner = await signIn(testService, account.accountId, OWNER);
  viewer = await signIn(testService, account.accountId, (await addMember(owner, 'viewer')).email);
  stranger = await signIn(testService, otherAccount.accountId, OWNER);
  importId = (await importsOf(owner).check([{ reference: 'C-1' }])).id;
});

afterAll(() => receiver?.stop());

/** Sends a call, and repeats it while the answer is a 429. */
const send = (browser: MemberBrowser, call: ConsoleCall): Promise<ConsoleAnswer> =>
  eventually(
    () => browser.call(call),
    ({ status }) => status !== 429,
  );

/** The API operations that the console forwards: those that require an API key, except the event stream and the export. */
const forwarded = operations.filter(([, { auth, runs, path }]) => auth.kind === 'api_key' && runs === undefined && path.startsWith('/v1/'));

const scopeOf = ({ auth }: Operation): string => (auth.kind === 'api_key' ? auth.scope : '');
const callOf = (operation: Operation, ids: World): ConsoleCall => ({
  method: operation.method,
  path: `api/${modeOf(operation)}${pathWith(operation, ids)}`,
  ...(operation.method === 'POST' ? { body: bodyOf(operation, ids, testService.baseUrl) } : {}),
});

/** The members, audit entries and events of the account in both modes. */
const readState = async (): Promise<readonly unknown[]> => {
  const read = (path: string) => send(owner, { path }).then(({ body }) => body['data']);
  return Promise.all([
    read('members'),
    ...['test', 'live'].flatMap((mode) => ['audit_logs', 'events'].map((name) => read(`api/${mode}/v1/${name}?limit=100`))),
  ]);
};

const isSelfService = (path: string): boolean => path.startsWith('/console/session') || path.startsWith('/console/passkeys');
const callForMember = (operation: Operation, { member }: MemberBrowser): ConsoleCall =>
  consoleCall(operation, { memberId: member.id, importId });

describe('a viewer', () => {
  it('is rejected by every API operation that changes data', async () => {
    const writeOperations = forwarded.filter(([, operation]) => !scopeOf(operation).endsWith(':read'));
    expect(writeOperations.length).toBeGreaterThan(35);
    const before = await readState();
    const answers: unknown[] = [];
    for (const [name, operation] of writeOperations) {
      const { status, error } = await send(viewer, callOf(operation, world));
      answers.push([name, status, error?.code]);
    }
    expect(answers).toEqual(writeOperations.map(([name]) => [name, 403, 'insufficient_scope']));
    expect(await readState()).toEqual(before);
  });

  it('changes nothing through operations with a read scope', async () => {
    const readOperations = forwarded.filter(([, operation]) => scopeOf(operation).endsWith(':read') && operation.method !== 'GET');
    const before = await readState();
    for (const [, operation] of readOperations) expect((await send(viewer, callOf(operation, world))).status).toBeLessThan(500);
    expect(await readState()).toEqual(before);
  });

  it('cannot change members, run imports or export data', async () => {
    const before = await readState();
    const writeOperations = sessionOperations.filter(({ method, path }) => method !== 'GET' && !isSelfService(path));
    expect(writeOperations.map(({ id }) => id).sort()).toEqual([
      'console.export',
      'console.imports_check',
      'console.imports_create',
      'console.imports_start',
      'console.imports_undo',
      'console.imports_upload',
      'console.members_add',
      'console.members_remove',
      'console.members_update',
    ]);
    for (const operation of writeOperations) {
      for (const target of [owner, viewer]) {
        const { status, error } = await send(viewer, callForMember(operation, target));
        expect([operation.id, status, error?.code]).toEqual([operation.id, 403, 'insufficient_scope']);
      }
    }
    expect(await readState()).toEqual(before);
  });
});

describe('a member of another account', () => {
  it('gets 404 for every operation with the id of an object', async () => {
    const operationsWithId = forwarded.filter(([, { path }]) => path.includes('{'));
    expect(operationsWithId.length).toBeGreaterThan(45);
    const before = await readState();
    const answers: unknown[] = [];
    for (const [name, operation] of operationsWithId) answers.push([name, (await send(stranger, callOf(operation, world))).status]);
    // Lists under the object in the path also answer 404, not an empty list.
    expect(answers).toEqual(operationsWithId.map(([name]) => [name, 404]));
    expect(await readState()).toEqual(before);
  });

  it('gets no answer that contains the id of an object of the account', async () => {
    const ids = [...new Set(Object.values(world).filter((id) => /^[a-z]+_[0-9A-Za-z]{26,}$/.test(id)))];
    expect(ids.length).toBeGreaterThan(15);
    for (const [name, operation] of forwarded.filter(([, { path, method }]) => !path.includes('{') && method === 'GET')) {
      const { status, body } = await send(stranger, callOf(operation, world));
      const text = JSON.stringify(body);
      expect([name, status < 500, ids.filter((id) => text.includes(id))]).toEqual([name, true, []]);
    }
    for (const query of ['customer_id', 'subscription_id'].map((field) => `${field}=${world[field]}`)) {
      const { body } = await send(stranger, { path: `api/test/v1/payments?${query}` });
      expect(body['data']).toEqual([]);
    }
  });

  it('cannot read or change members or imports', async () => {
    const before = await readState();
    const operationsWithId = sessionOperations.filter(({ path }) => /\{(member|import)_id\}/.test(path));
    expect(operationsWithId.length).toBeGreaterThan(7);
    for (const operation of operationsWithId) {
      expect([operation.id, (await send(stranger, callForMember(operation, owner))).status]).toEqual([operation.id, 404]);
    }
    const members = await send(stranger, { path: 'members' });
    expect(JSON.stringify(members.body)).not.toContain(owner.member.id);
    expect((await send(stranger, { path: 'imports' })).body['data']).toEqual([]);
    expect(await readState()).toEqual(before);
  });
});

describe('a console request', () => {
  it('is rejected without a session, and a write without a CSRF token', async () => {
    const before = await readState();
    const calls = [
      ...sessionOperations.map((operation) => callForMember(operation, viewer)),
      ...forwarded.map(([, operation]) => callOf(operation, world)),
    ];
    const withoutSession: unknown[] = [];
    const withoutToken: unknown[] = [];
    // One console operation forwards all API calls. Without a session, they share one rate limit, so only a sample of them is sent.
    const sample = calls.filter(({ path }, index) => !path.startsWith('api/') || index % 12 === 0);
    for (const call of sample) withoutSession.push((await send(owner, { ...call, headers: { cookie: '' } })).status);
    for (const call of calls) {
      if (call.method !== 'GET') withoutToken.push((await send(owner, { ...call, headers: { 'x-csrf-token': '' } })).error?.reason);
    }
    expect(new Set(withoutSession)).toEqual(new Set([401]));
    expect(new Set(withoutToken)).toEqual(new Set(['csrf_proof_missing']));
    expect(await readState()).toEqual(before);
  });
});
