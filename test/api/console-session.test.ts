import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { checkOrigin, csrfTokenOf, sessionCookie, sessionCookieIn, sessionVerdict } from '../../shared/api/pipeline/console-session.ts';
import { newAccount } from '../../shared/domain/account/record.ts';
import { mintToken } from '../../shared/platform/credentials.ts';
import { consoleSessionLookup, recordSessionUse, sessionIn, sessionItem } from '../../shared/store/console/sessions.ts';
import { saveSignInLink, useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import { lookupKey } from '../../shared/store/core/keys.ts';
import type { Item } from '../../shared/store/core/table.ts';
import { openFixture } from '../store/support.ts';
import { ENGINES } from '../support/engine.ts';

const NOW = 1_800_000_000;
const HOUR = 3600;
const DAY = 86_400;
const ACCOUNT_ID = 'acct_01J0000000000000000000000A';
const PEPPERS = [{ version: '1', value: 'pepper' }];

vi.stubEnv('PUBLIC_BASE_URL', 'https://billing.example/base');

const account = newAccount({ id: ACCOUNT_ID, created: NOW - DAY, name: 'Seller', email: 'owner@example.test', countryCode: null });
const [member] = account.members;
const stored = { record: account, version: 1, seq: 0, changedAt: NOW - DAY };
const { token } = mintToken('console', PEPPERS);
const cookie = { accountId: ACCOUNT_ID, token };

const event = (method: string, headers: Readonly<Record<string, string>> = {}) =>
  // The tested code reads only these fields.
  ({ headers, requestContext: { http: { method } } }) as unknown as APIGatewayProxyEventV2;

const storedSession = (openedAt: number, seenAt: number, memberId = member?.id) => ({
  pk: 'L#console-session#1#hash',
  sk: 'lookup',
  session_id: 'cons_1',
  account_id: ACCOUNT_ID,
  member_id: memberId,
  opened_at: openedAt,
  seen_at: seenAt,
});

const isSignedIn = (record: ReturnType<typeof storedSession> | null, nowSeconds = NOW, storedAccount = stored) =>
  'operator' in sessionVerdict(cookie, record, storedAccount, nowSeconds);

describe('a console session', () => {
  it('is read from its cookie, which is in the event’s cookie list or in the Cookie header', () => {
    const text = sessionCookie(cookie).split(';')[0] ?? '';
    const withCookieList = { ...event('GET'), cookies: ['a=1', text] };
    for (const request of [withCookieList, event('GET', { cookie: `a=1; ${text}; b=2` })]) expect(sessionCookieIn(request)).toEqual(cookie);
    for (const request of [event('GET'), event('GET', { cookie: `x${text}` })]) expect(sessionCookieIn(request)).toBeNull();
  });

  it('expires 7 days after the sign-in, or after 12 hours without use', () => {
    expect(isSignedIn(storedSession(NOW, NOW), NOW + 12 * HOUR - 1)).toBe(true);
    expect(isSignedIn(storedSession(NOW, NOW), NOW + 12 * HOUR)).toBe(false);
    expect(isSignedIn(storedSession(NOW, NOW + 7 * DAY - 10), NOW + 7 * DAY - 1)).toBe(true);
    expect(isSignedIn(storedSession(NOW, NOW + 7 * DAY - 10), NOW + 7 * DAY)).toBe(false);
  });

  it('is invalid if the member has ended all sessions or was removed', () => {
    const ended = { ...stored, record: { ...account, members: account.members.map((each) => ({ ...each, sessionsFrom: NOW + 1 })) } };
    expect(isSignedIn(storedSession(NOW, NOW), NOW, ended)).toBe(false);
    expect(isSignedIn(storedSession(NOW + 1, NOW + 1), NOW + 1, ended)).toBe(true);
    expect(isSignedIn(storedSession(NOW, NOW, 'mem_other'))).toBe(false);
    expect(isSignedIn(null)).toBe(false);
  });

  it('allows writes only from the service’s origin with the CSRF token of the session', () => {
    const csrf = csrfTokenOf(token);
    const origin = 'https://billing.example';
    const session = sessionVerdict(cookie, storedSession(NOW, NOW), stored, NOW);
    if (!('operator' in session)) throw new Error('The session is invalid.');
    const isAllowed = (headers: Readonly<Record<string, string>>): boolean => {
      try {
        checkOrigin(event('POST', headers), { ...session.operator, mode: 'live' });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'origin_access_denied', reason: 'csrf_proof_missing' });
        return false;
      }
    };
    expect(isAllowed({ origin, 'x-csrf-token': csrf })).toBe(true);
    for (const wrongToken of ['', csrf.slice(1), 'é'.repeat(csrf.length), csrfTokenOf(mintToken('console', PEPPERS).token)]) {
      expect(isAllowed({ origin, 'x-csrf-token': wrongToken })).toBe(false);
    }
    for (const otherOrigin of ['null', 'https://billing.example.evil', 'http://billing.example', `${origin}/base`]) {
      expect(isAllowed({ origin: otherOrigin, 'x-csrf-token': csrf })).toBe(false);
    }
  });
});

describe.each(ENGINES)('stored sessions and sign-in links, on %s', (engine) => {
  it('the time of the last use of a session is stored at most every five minutes, and not after the session is deleted', async () => {
    const { table, stop } = await openFixture(engine);
    const credential = { hash: 'abc', pepperVersion: '1' };
    const key = lookupKey(consoleSessionLookup('1', 'abc'));
    const session = { id: 'cons_1', accountId: ACCOUNT_ID, memberId: 'mem_1', openedAt: NOW, seenAt: NOW };
    const seenAt = async () => Number((await table.get(key))?.seen_at);
    await table.transact([sessionItem(credential, session)], 'once');
    expect(sessionIn((await table.get(key)) as Item)).toEqual(session);
    await recordSessionUse(table, key, session, NOW + 299);
    expect(await seenAt()).toBe(NOW);
    await recordSessionUse(table, key, session, NOW + 300);
    expect(await seenAt()).toBe(NOW + 300);
    await table.delete({ Key: key });
    await recordSessionUse(table, key, session, NOW + 900);
    expect(await table.get(key)).toBeNull();
    await stop();
  });

  it('a link is accepted once, before it expires, and only in the browser that requested it', async () => {
    const { table, stop } = await openFixture(engine);
    const link = { accountId: ACCOUNT_ID, memberId: 'mem_1', browserHash: null, expiresAt: NOW + 900 };
    const [expired, used] = [
      { hash: 'expired', pepperVersion: '1' },
      { hash: 'used', pepperVersion: '1' },
    ];
    for (const each of [expired, used]) await saveSignInLink(table, each, link);
    expect(await useSignInLink(table, expired, null, NOW + 900)).toEqual({ kind: 'over' });
    const attempts = await Promise.all(Array.from({ length: 20 }, () => useSignInLink(table, used, null, NOW + 899)));
    expect(attempts.filter(({ kind }) => kind !== 'over')).toEqual([{ kind: 'used', accountId: ACCOUNT_ID, memberId: 'mem_1' }]);
    expect(await useSignInLink(table, { hash: 'none', pepperVersion: '1' }, null, NOW)).toEqual({ kind: 'over' });
    const requested = { hash: 'bound', pepperVersion: '1' };
    await saveSignInLink(table, requested, { ...link, browserHash: 'requesting' });
    for (const otherBrowser of [null, 'another'])
      expect(await useSignInLink(table, requested, otherBrowser, NOW)).toEqual({ kind: 'elsewhere' });
    expect(await useSignInLink(table, requested, 'requesting', NOW)).toMatchObject({ kind: 'used' });
    expect(await useSignInLink(table, requested, 'another', NOW)).toEqual({ kind: 'over' });
    await stop();
  });
});
