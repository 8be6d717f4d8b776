import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultEngine, type EngineProcess, spawnEngine } from '../../scripts/local/engine.ts';
import type { Json } from '../../scripts/support/api.ts';
import { type ConsoleAnswer, type MemberBrowser, openSession, signIn, signInToken } from '../contract/support/console.ts';
import { operate, startHost, type TestHost } from '../support/host.ts';
import { type Call, type FaultyProxy, startProxy } from './proxy.ts';

const OWNER = 'test@example.com';
const WRITES = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'];
const EVERY_CALL = [...WRITES, 'GetItem', 'BatchGetItem', 'Query'];
/** More writes than any action of the console makes. */
const MOST_WRITES = 6;

/** Of the account itself, and of what its members are found by and signed in with. */
const isOfConsole = ({ input }: Call): boolean => /#account"|L#console|L#member/.test(JSON.stringify(input));

describe('an action of the console that dies after any of its writes', () => {
  let engine: EngineProcess;
  let proxy: FaultyProxy;
  let host: TestHost;
  let served: Parameters<typeof signIn>[0];
  let accountId: string;
  let owner: MemberBrowser;

  beforeAll(async () => {
    engine = await spawnEngine(defaultEngine(), null);
    proxy = await startProxy(engine.endpoint);
    host = await startHost({ env: { DYNAMODB_ENDPOINT: proxy.endpoint } });
    const env = { DATA_DIR: host.dataDir };
    served = {
      baseUrl: host.baseUrl,
      operate: (command, id, about = '') => operate(env, [...command.split(' '), '--id', id, '--email', about]),
    };
    ({ accountId } = await host.createAccount());
    owner = await signIn(served, accountId, OWNER);
  }, 320_000);
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await host.stop();
    await proxy.stop();
    await engine.stop();
  });

  /** From its `nth` write on the function hears nothing of the table, and the table nothing of it. Tells whether it came so far. */
  const dieAfter = (nth: number): (() => boolean) => {
    let made = 0;
    const isLast = (call: Call): boolean => made < nth && isOfConsole(call) && ++made === nth;
    for (const operation of WRITES) proxy.always(operation, 'reset_after', isLast);
    for (const operation of EVERY_CALL) proxy.always(operation, 'reset_before', (call) => made === nth && isOfConsole(call));
    return () => made === nth;
  };

  /** Acts once for each of its writes, dying there, and again once all is well; `check` looks at what came of both. Tells how many writes there are. */
  const atEachWrite = async (
    prepare: () => Promise<{ readonly act: () => Promise<ConsoleAnswer>; readonly check: (again: ConsoleAnswer) => Promise<void> }>,
  ): Promise<number> => {
    for (let nth = 1; nth <= MOST_WRITES; nth += 1) {
      const { act, check } = await prepare();
      const died = dieAfter(nth);
      const first = await act();
      const isDead = died();
      proxy.heal();
      if (!isDead) return nth - 1;
      expect([200, 500, 502, 503]).toContain(first.status);
      const again = await act();
      expect(again.status).toBeLessThan(500);
      await check(again);
    }
    throw new Error(`more than ${MOST_WRITES} writes`);
  };

  const membersNamed = async (email: string): Promise<readonly Json[]> =>
    ((await owner.call({ path: 'members' })).body['data'] as readonly Json[]).filter((member) => member['email'] === email);

  /** The actions that the audit log has of a member, oldest first. */
  const actionsOf = async (memberId: unknown): Promise<readonly unknown[]> => {
    const { data } = await owner.api('GET', '/v1/audit_logs?limit=100');
    const own = (data as readonly Json[]).filter((entry) => entry['resource_id'] === memberId);
    return own.map(({ action }) => action).toReversed();
  };

  const add = (email: string) => owner.call({ method: 'POST', path: 'members', body: { email, role: 'support' } });
  const newMember = async () => {
    const email = `${randomUUID()}@example.com`;
    await add(email);
    const [member] = await membersNamed(email);
    return { email, id: String(member?.['id']) };
  };
  const canEnter = (email: string): Promise<boolean> =>
    signIn(served, accountId, email).then(
      () => true,
      () => false,
    );

  it('has added a member once, who can sign in', async () => {
    const writes = await atEachWrite(async () => {
      const email = `${randomUUID()}@example.com`;
      return {
        act: () => add(email),
        check: async () => {
          const [member, ...others] = await membersNamed(email);
          expect([member?.['role'], others]).toEqual(['support', []]);
          expect(await actionsOf(member?.['id'])).toEqual(['team_member.added']);
          expect(await canEnter(email)).toBe(true);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('has given a member another role once', async () => {
    const writes = await atEachWrite(async () => {
      const { email, id } = await newMember();
      return {
        act: () => owner.call({ method: 'POST', path: `members/${id}`, body: { role: 'viewer' } }),
        check: async () => {
          expect((await membersNamed(email)).map(({ role }) => role)).toEqual(['viewer']);
          expect(await actionsOf(id)).toEqual(['team_member.added', 'team_member.role_changed']);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('has removed a member once, who can sign in no more', async () => {
    const writes = await atEachWrite(async () => {
      const { email, id } = await newMember();
      const signedIn = await signIn(served, accountId, email);
      return {
        act: () => owner.call({ method: 'DELETE', path: `members/${id}` }),
        check: async () => {
          expect(await membersNamed(email)).toEqual([]);
          expect(await actionsOf(id)).toEqual(['team_member.added', 'team_member.removed']);
          expect((await signedIn.call({ path: 'session' })).status).toBe(401);
          expect(await canEnter(email)).toBe(false);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('has opened one session at most by a link, and another link opens another', async () => {
    const { email } = await newMember();
    const writes = await atEachWrite(async () => {
      const token = await signInToken(served, accountId, email);
      return {
        act: () => openSession(host.baseUrl, token),
        check: async ({ status }) => {
          expect([200, 401]).toContain(status);
          expect((await openSession(host.baseUrl, token)).status).toBe(401);
          expect(await canEnter(email)).toBe(true);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('has signed out everywhere', async () => {
    const { email } = await newMember();
    const writes = await atEachWrite(async () => {
      const [one, other] = [await signIn(served, accountId, email), await signIn(served, accountId, email)];
      return {
        act: () => one.call({ method: 'POST', path: 'session/sign_out_everywhere' }),
        check: async ({ status }) => {
          expect([200, 401]).toContain(status);
          for (const browser of [one, other]) expect((await browser.call({ path: 'session' })).status).toBe(401);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);
});
