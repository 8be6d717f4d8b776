import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { type ConsoleAnswer, type ConsoleCall, clientOf, type MemberBrowser, signIn } from './support/console.ts';
import { ownOperations as own, consoleCall as ownCall } from './support/console-operations.ts';
import { importsOf } from './support/imports.ts';
import { bodyOf, modeOf, type Operation, operations, pathWith } from './support/operations.ts';
import { makeWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const served = service();
const OWNER = 'test@example.com';

let receiver: Receiver;
let world: World;
let owner: MemberBrowser;
let viewer: MemberBrowser;
let stranger: MemberBrowser;
/** One that was checked and may be begun. */
let importId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  const [own, other] = [await served.createAccount(), await served.createAccount()];
  world = await makeWorld(clientOf(served, own.testKey), receiver);
  owner = await signIn(served, own.accountId, OWNER);
  const email = `viewer-${randomUUID()}@example.com`;
  await owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
  viewer = await signIn(served, own.accountId, email);
  stranger = await signIn(served, other.accountId, OWNER);
  importId = (await importsOf(owner).check([{ reference: 'C-1' }])).id;
});

afterAll(() => receiver?.stop());

/** The answer once the bucket of the account, or of the address, is not empty. */
const ask = (browser: MemberBrowser, call: ConsoleCall): Promise<ConsoleAnswer> =>
  eventually(
    () => browser.call(call),
    ({ status }) => status !== 429,
  );

/** What the console passes on: all that takes a key, but for what is streamed. */
const passedOn = operations.filter(([, { auth, runs, path }]) => auth.kind === 'api_key' && runs !== 'sidecar' && path.startsWith('/v1/'));

const scopeOf = ({ auth }: Operation): string => (auth.kind === 'api_key' ? auth.scope : '');
const callOf = (operation: Operation, ids: World): ConsoleCall => ({
  method: operation.method,
  path: `api/${modeOf(operation)}${pathWith(operation, ids)}`,
  ...(operation.method === 'POST' ? { body: bodyOf(operation, ids, served.baseUrl) } : {}),
});

/** Everything that is on record of the account, in either mode. */
const onRecord = async (): Promise<readonly unknown[]> => {
  const read = (path: string) => ask(owner, { path }).then(({ body }) => body['data']);
  return Promise.all([
    read('members'),
    ...['test', 'live'].flatMap((mode) => ['audit_logs', 'events'].map((name) => read(`api/${mode}/v1/${name}?limit=100`))),
  ]);
};

const isOfOneself = (path: string): boolean => path.startsWith('/console/session') || path.startsWith('/console/passkeys');

const consoleCall = (operation: Operation, memberId: string): ConsoleCall => ownCall(operation, { memberId, importId });

const memberId = (browser: MemberBrowser): string => String((browser.session['member'] as { readonly id: string }).id);

describe('a viewer', () => {
  it('changes nothing by any operation of the API, for the objects that are there', async () => {
    const changing = passedOn.filter(([, operation]) => !scopeOf(operation).endsWith(':read'));
    expect(changing.length).toBeGreaterThan(35);
    const before = await onRecord();
    const answers: unknown[] = [];
    for (const [name, operation] of changing) {
      const { status, error } = await ask(viewer, callOf(operation, world));
      answers.push([name, status, error?.code]);
    }
    expect(answers).toEqual(changing.map(([name]) => [name, 403, 'insufficient_scope']));
    expect(await onRecord()).toEqual(before);
  });

  it('changes nothing by what it may ask for', async () => {
    const asking = passedOn.filter(([, operation]) => scopeOf(operation).endsWith(':read') && operation.method !== 'GET');
    const before = await onRecord();
    for (const [, operation] of asking) expect((await ask(viewer, callOf(operation, world))).status).toBeLessThan(500);
    expect(await onRecord()).toEqual(before);
  });

  it('changes nothing of the team, and imports nobody', async () => {
    const before = await onRecord();
    const changing = own.filter(({ method, path }) => method !== 'GET' && !isOfOneself(path));
    expect(changing.map(({ id }) => id).sort()).toEqual([
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
    for (const operation of changing) {
      for (const target of [owner, viewer]) {
        const { status, error } = await ask(viewer, consoleCall(operation, memberId(target)));
        expect([operation.id, status, error?.code]).toEqual([operation.id, 403, 'insufficient_scope']);
      }
    }
    expect(await onRecord()).toEqual(before);
  });
});

describe('a member of another account', () => {
  it('reaches no object by its id, whatever is asked of it', async () => {
    const naming = passedOn.filter(([, { path }]) => path.includes('{'));
    expect(naming.length).toBeGreaterThan(45);
    const before = await onRecord();
    const answers: unknown[] = [];
    for (const [name, operation] of naming) answers.push([name, (await ask(stranger, callOf(operation, world))).status]);
    // An entry of a list below a thing that is not there is not there either.
    expect(answers).toEqual(naming.map(([name]) => [name, 404]));
    expect(await onRecord()).toEqual(before);
  });

  it('sees no object in any answer', async () => {
    const ids = [...new Set(Object.values(world).filter((id) => /^[a-z]+_[0-9A-Za-z]{26,}$/.test(id)))];
    expect(ids.length).toBeGreaterThan(15);
    for (const [name, operation] of passedOn.filter(([, { path, method }]) => !path.includes('{') && method === 'GET')) {
      const { status, body } = await ask(stranger, callOf(operation, world));
      const text = JSON.stringify(body);
      expect([name, status, ids.filter((id) => text.includes(id))]).toEqual([name, status < 500 ? status : 200, []]);
    }
    for (const query of ['customer_id', 'subscription_id'].map((field) => `${field}=${world[field]}`)) {
      const { body } = await ask(stranger, { path: `api/test/v1/payments?${query}` });
      expect(body['data']).toEqual([]);
    }
  });

  it('sees and changes nobody of the team, and no import', async () => {
    const before = await onRecord();
    const naming = own.filter(({ path }) => /\{(member|import)_id\}/.test(path));
    expect(naming.length).toBeGreaterThan(7);
    for (const operation of naming) {
      expect([operation.id, (await ask(stranger, consoleCall(operation, memberId(owner)))).status]).toEqual([operation.id, 404]);
    }
    const listed = await ask(stranger, { path: 'members' });
    expect(JSON.stringify(listed.body)).not.toContain(memberId(owner));
    expect((await ask(stranger, { path: 'imports' })).body['data']).toEqual([]);
    expect(await onRecord()).toEqual(before);
  });
});

describe('nobody', () => {
  it('is answered by any route of the console without a session, or changes a thing without its proof', async () => {
    const before = await onRecord();
    const calls = [
      ...own.map((operation) => consoleCall(operation, memberId(viewer))),
      ...passedOn.map(([, operation]) => callOf(operation, world)),
    ];
    const unsigned: unknown[] = [];
    const unproven: unknown[] = [];
    // One operation passes all of the API on, and tries without a session have one bucket for each operation: some speak for all.
    const some = calls.filter(({ path }, index) => !path.startsWith('api/') || index % 12 === 0);
    for (const call of some) unsigned.push((await ask(owner, { ...call, headers: { cookie: '' } })).status);
    for (const call of calls) {
      if (call.method !== 'GET') unproven.push((await ask(owner, { ...call, headers: { 'x-csrf-token': '' } })).error?.reason);
    }
    expect(new Set(unsigned)).toEqual(new Set([401]));
    expect(new Set(unproven)).toEqual(new Set(['csrf_proof_missing']));
    expect(await onRecord()).toEqual(before);
  });
});
