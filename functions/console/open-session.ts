import * as v from 'valibot';
import { viewConsoleSession } from '../../shared/api/console-views.ts';
import { ApiError } from '../../shared/api/errors.ts';
import { ConsoleSession } from '../../shared/api/objects/console.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import { csrfTokenOf, isOwnOrigin, sessionCookie } from '../../shared/api/pipeline/console-session.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { hashCredential, isToken, mintToken } from '../../shared/platform/credentials.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';
import { keepSession } from '../../shared/store/console/sessions.ts';
import { useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { debitPreAuth, preAuthState } from '../../shared/store/limits/rate-limit.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'console.open_session',
  method: 'POST',
  path: '/console/sessions',
  summary: 'Sign in to the console',
  description:
    'With the token of a link of sign-in, which is used up by it. Sets the cookie of the session, which lasts 7 days, and 12 hours without a use.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['console-sessions', 'failed-attempts'],
  params: {},
  query: null,
  body: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  response: ConsoleSession,
  errors: ['authentication_required', 'origin_access_denied', 'rate_limited'],
});

/** The account and member that a link belongs to; `null`: it is none of ours, was used, or its time is over. */
const usedLink = async (table: Table, token: string, now: number) => {
  if (!isToken('signin', token)) return null;
  for (const pepper of await (await secrets()).apiKeyPeppers()) {
    const link = await useSignInLink(table, { pepperVersion: pepper.version, hash: hashCredential(token, pepper) }, now);
    if (link !== null) return link;
  }
  return null;
};

/** Whom a link signs in, which is used up by it; `null`: nobody. */
const memberBy = async (store: Store, token: string, now: number) => {
  const link = await usedLink(store.table, token, now);
  if (link === null) return null;
  const account = await store.get(accountAggregate, { accountId: link.accountId, mode: 'live' }, link.accountId);
  const member = account === null ? null : memberOf(account.record, link.memberId);
  return account === null || member === null ? null : { account, member };
};

const OVER = {
  message: 'This link was used, or its 15 minutes are over. Ask for another one.',
  reason: 'sign_in_link_expired',
} as const;

const ELSEWHERE = { message: 'The console is signed in to from its own page only.', reason: 'csrf_proof_missing' } as const;

export const handler = servePublic(operation, async ({ body }, { store, now, ids, ip, http, setCookie }) => {
  // Another site must not sign its visitor in as somebody else. What is no browser says nothing of itself.
  const { origin } = http.headers;
  if (origin !== undefined && !isOwnOrigin(origin)) throw new ApiError('origin_access_denied', ELSEWHERE);
  const attempts = await preAuthState(store.table, ip, operation.id, clock.nowMs());
  if (!attempts.allowed) throw throttled(attempts);
  const found = await memberBy(store, body.token, now);
  if (found === null) {
    await debitPreAuth(store.table, ip, operation.id, clock.nowMs(), 0);
    throw new ApiError('authentication_required', OVER);
  }
  const { token, kept } = mintToken('console', await (await secrets()).apiKeyPeppers());
  const { account, member } = found;
  const accountId = account.record.id;
  const session = { id: ids.next('cons_'), accountId, memberId: member.id, openedAt: now, seenAt: now };
  await keepSession(store.table, kept, session);
  setCookie(sessionCookie({ accountId, token }));
  return viewConsoleSession({ account, member, session, csrfToken: csrfTokenOf(token) });
});
