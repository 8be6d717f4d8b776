import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { browserHashOf, browserIdIn, refuseOtherSites } from '../../shared/api/pipeline/console-session.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { hashCredential, isToken } from '../../shared/platform/credentials.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';
import { type SignInLinkResult, useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { debitPreAuth, preAuthState } from '../../shared/store/limits/rate-limit.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { attemptKeyOf, knownBrowserIn } from './api/known-browser.ts';
import { ConsoleSession } from './api/objects.ts';
import { openConsoleSession, SIGN_IN_ACCESS } from './api/open-session.ts';

export const operation = defineOperation({
  id: 'console.open_session',
  method: 'POST',
  path: '/console/sessions',
  summary: 'Sign in to the console',
  description: doc(
    'Takes the token of a sign-in link, which can be used once. Sets the session cookie. The session expires after 7 days, or after 12 hours without a request.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['pepper'],
  // `account`, because the first sign-in of an invited member changes the account.
  table: { ...SIGN_IN_ACCESS, put: [...(SIGN_IN_ACCESS.put ?? []), 'account'] },
  params: {},
  query: null,
  body: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  response: ConsoleSession,
  errors: ['authentication_required', 'origin_access_denied', 'rate_limited'],
});

/**
 * Marks the sign-in link of the token as used. Returns the ids of its account and member, or why the link cannot be used in this browser.
 * Tries each pepper, because the link may be stored under a hash that was computed with an older pepper.
 */
const consumeLink = async (table: Table, token: string, browserHash: string | null, now: number): Promise<SignInLinkResult> => {
  if (!isToken('signin', token)) return { kind: 'over' };
  let usedLink: SignInLinkResult = { kind: 'over' };
  for (const pepper of await (await secrets()).apiKeyPeppers()) {
    const storedToken = { pepperVersion: pepper.version, hash: hashCredential(token, pepper) };
    usedLink = await useSignInLink(table, storedToken, browserHash, now);
    if (usedLink.kind !== 'over') break;
  }
  return usedLink;
};

/** Loads the member to whom the link was sent, with the account; `null`: the member has been removed since then. */
const loadMemberOf = async (store: Store, { accountId, memberId }: Extract<SignInLinkResult, { readonly kind: 'used' }>) => {
  const account = await store.get(accountAggregate, { accountId, mode: 'live' }, accountId);
  const member = account === null ? null : memberOf(account.record, memberId);
  return account === null || member === null ? null : { account, member };
};

const LINK_EXPIRED = {
  message: 'This link was already used or is older than 15 minutes. Request a new one.',
  reason: 'sign_in_link_expired',
} as const;

const OTHER_BROWSER = {
  message: 'This link only works in the browser in which it was requested. Open it there, or request a new one here.',
  reason: 'sign_in_link_elsewhere',
} as const;

export const handler = servePublic(operation, async ({ body }, context) => {
  const { store, now, ip, http } = context;
  refuseOtherSites(http.headers.origin);
  const attemptKey = attemptKeyOf(knownBrowserIn(await (await secrets()).apiKeyPeppers(), http), ip);
  const attempts = await preAuthState(store.table, attemptKey, operation.id, clock.nowMs());
  if (!attempts.allowed) throw rateLimitedError(attempts);
  const browserId = browserIdIn(http);
  const link = await consumeLink(store.table, body.token, browserId === null ? null : browserHashOf(browserId), now);
  const memberWithAccount = link.kind === 'used' ? await loadMemberOf(store, link) : null;
  if (memberWithAccount === null) {
    await debitPreAuth(store.table, attemptKey, operation.id, clock.nowMs(), 0);
    throw new ApiError('authentication_required', link.kind === 'elsewhere' ? OTHER_BROWSER : LINK_EXPIRED);
  }
  return openConsoleSession(context, { ...memberWithAccount, by: { kind: 'link' } });
});
