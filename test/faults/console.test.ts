import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultEngine, type EngineProcess, spawnEngine } from '../../scripts/local/prepare/engine.ts';
import type { Json } from '../../scripts/support/api.ts';
import { type ConsoleAnswer, type MemberBrowser, openMemberSession, signIn, signInToken } from '../contract/support/console.ts';
import { runCommand, startHost, type TestHost } from '../support/host.ts';
import { type Call, type FaultyProxy, startProxy } from './proxy.ts';

const OWNER = 'test@example.com';
const WRITES = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'];
const EVERY_CALL = [...WRITES, 'GetItem', 'BatchGetItem', 'Query'];
/** More writes than any console action needs. */
const MAX_WRITES = 6;

/** True for calls about the account, its members and their sessions. */
const isConsoleCall = ({ input }: Call): boolean => /#account"|L#console|L#member/.test(JSON.stringify(input));

describe('a console action that is retried after a failure at any of its writes', () => {
  let engine: EngineProcess;
  let proxy: FaultyProxy;
  let host: TestHost;
  let consoleHost: Parameters<typeof signIn>[0];
  let accountId: string;
  let owner: MemberBrowser;

  beforeAll(async () => {
    engine = await spawnEngine(defaultEngine(), null);
    proxy = await startProxy(engine.endpoint);
    host = await startHost({ env: { DYNAMODB_ENDPOINT: proxy.endpoint } });
    const env = { DATA_DIR: host.dataDir };
    consoleHost = {
      baseUrl: host.baseUrl,
      runCommand: (command, id, email = '') => runCommand(env, [...command.split(' '), '--id', id, '--email', email]),
    };
    ({ accountId } = await host.createAccount());
    owner = await signIn(consoleHost, accountId, OWNER);
  }, 320_000);
  afterEach(() => proxy.clearFaults());
  afterAll(async () => {
    await host.stop();
    await proxy.stop();
    await engine.stop();
  });

  /** Breaks the response of the `nth` write, and all calls after it. The returned function returns whether the `nth` write was reached. */
  const breakAfter = (nth: number): (() => boolean) => {
    let writeCount = 0;
    const isNth = (call: Call): boolean => writeCount < nth && isConsoleCall(call) && ++writeCount === nth;
    for (const operation of WRITES) proxy.always(operation, 'reset_after', isNth);
    for (const operation of EVERY_CALL) proxy.always(operation, 'reset_before', (call) => writeCount === nth && isConsoleCall(call));
    return () => writeCount === nth;
  };

  /**
   * For each write of the action: runs the action with a failure at this write, retries the action, and verifies the result with `check`.
   * Returns the number of writes.
   */
  const atEachWrite = async (
    prepare: () => Promise<{ readonly act: () => Promise<ConsoleAnswer>; readonly check: (retry: ConsoleAnswer) => Promise<void> }>,
  ): Promise<number> => {
    for (let nth = 1; nth <= MAX_WRITES; nth += 1) {
      const { act, check } = await prepare();
      const isReached = breakAfter(nth);
      const first = await act();
      const wasReached = isReached();
      proxy.clearFaults();
      if (!wasReached) return nth - 1;
      expect([200, 500, 502, 503]).toContain(first.status);
      const retry = await act();
      expect(retry.status).toBeLessThan(500);
      await check(retry);
    }
    throw new Error(`The action makes more than ${MAX_WRITES} writes.`);
  };

  const membersNamed = async (email: string): Promise<readonly Json[]> =>
    ((await owner.call({ path: 'members' })).body['data'] as readonly Json[]).filter((member) => member['email'] === email);

  /** Lists the audit actions of a member, oldest first. */
  const actionsOf = async (memberId: unknown): Promise<readonly unknown[]> => {
    const { data } = await owner.api('GET', '/v1/audit_logs?limit=100');
    const entries = (data as readonly Json[]).filter((entry) => entry['resource_id'] === memberId);
    return entries.map(({ action }) => action).toReversed();
  };

  const addMember = (email: string) => owner.call({ method: 'POST', path: 'members', body: { email, role: 'support' } });
  const newMember = async () => {
    const email = `${randomUUID()}@example.com`;
    await addMember(email);
    const [member] = await membersNamed(email);
    return { email, id: String(member?.['id']) };
  };
  const canSignIn = (email: string): Promise<boolean> =>
    signIn(consoleHost, accountId, email).then(
      () => true,
      () => false,
    );

  it('adds a member exactly once, and the member can sign in', async () => {
    const writes = await atEachWrite(async () => {
      const email = `${randomUUID()}@example.com`;
      return {
        act: () => addMember(email),
        check: async () => {
          const [member, ...others] = await membersNamed(email);
          expect([member?.['role'], others]).toEqual(['support', []]);
          expect(await actionsOf(member?.['id'])).toEqual(['team_member.added']);
          expect(await canSignIn(email)).toBe(true);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it("changes a member's role exactly once", async () => {
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

  it('removes a member exactly once, and the member can no longer sign in', async () => {
    const writes = await atEachWrite(async () => {
      const { email, id } = await newMember();
      const signedIn = await signIn(consoleHost, accountId, email);
      return {
        act: () => owner.call({ method: 'DELETE', path: `members/${id}` }),
        check: async () => {
          expect(await membersNamed(email)).toEqual([]);
          expect(await actionsOf(id)).toEqual(['team_member.added', 'team_member.removed']);
          expect((await signedIn.call({ path: 'session' })).status).toBe(401);
          expect(await canSignIn(email)).toBe(false);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('opens at most one session per sign-in link', async () => {
    const { email } = await newMember();
    const writes = await atEachWrite(async () => {
      const token = await signInToken(consoleHost, accountId, email);
      return {
        act: () => openMemberSession(host.baseUrl, token),
        check: async ({ status }) => {
          expect([200, 401]).toContain(status);
          expect((await openMemberSession(host.baseUrl, token)).status).toBe(401);
          expect(await canSignIn(email)).toBe(true);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);

  it('signs a member out of all sessions', async () => {
    const { email } = await newMember();
    const writes = await atEachWrite(async () => {
      const [first, second] = [await signIn(consoleHost, accountId, email), await signIn(consoleHost, accountId, email)];
      return {
        act: () => first.call({ method: 'POST', path: 'session/sign_out_everywhere' }),
        check: async ({ status }) => {
          expect([200, 401]).toContain(status);
          for (const browser of [first, second]) expect((await browser.call({ path: 'session' })).status).toBe(401);
        },
      };
    });
    expect(writes).toBeGreaterThan(0);
  }, 120_000);
});
