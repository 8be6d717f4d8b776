import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import { askingBrowserIn, browserHashOf, refuseOtherSites } from '../../shared/api/pipeline/console-session.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { hashCredential, isToken } from '../../shared/platform/credentials.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';
import { type UsedLink, useSignInLink } from '../../shared/store/console/sign-in-links.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { debitPreAuth, preAuthState } from '../../shared/store/limits/rate-limit.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { knownBrowserIn, triesOf } from './api/known-browser.ts';
import { ConsoleSession } from './api/objects.ts';
import { openConsoleSession, SIGNING_IN } from './api/open-session.ts';

export const operation = defineOperation({
  id: 'console.open_session',
  method: 'POST',
  path: '/console/sessions',
  summary: 'Sign in to the console',
  description:
    'With the token of a link of sign-in, which is used up by it. Sets the cookie of the session, which lasts 7 days, and 12 hours without a use.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['pepper'],
  table: SIGNING_IN,
  params: {},
  query: null,
  body: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  response: ConsoleSession,
  errors: ['authentication_required', 'origin_access_denied', 'rate_limited'],
});

/** Whom a link lets in from this browser, which uses it up. */
const usedLink = async (table: Table, token: string, browserHash: string | null, now: number): Promise<UsedLink> => {
  if (!isToken('signin', token)) return { kind: 'over' };
  let found: UsedLink = { kind: 'over' };
  for (const pepper of await (await secrets()).apiKeyPeppers()) {
    const kept = { pepperVersion: pepper.version, hash: hashCredential(token, pepper) };
    found = await useSignInLink(table, kept, browserHash, now);
    if (found.kind !== 'over') break;
  }
  return found;
};

/** Whom the link signs in; `null`: somebody who is no member any more. */
const memberBehind = async (store: Store, { accountId, memberId }: Extract<UsedLink, { readonly kind: 'used' }>) => {
  const account = await store.get(accountAggregate, { accountId, mode: 'live' }, accountId);
  const member = account === null ? null : memberOf(account.record, memberId);
  return account === null || member === null ? null : { account, member };
};

const OVER = {
  message: 'This link was used, or its 15 minutes are over. Ask for another one.',
  reason: 'sign_in_link_expired',
} as const;

const ELSEWHERE = {
  message: 'Open the link in the browser in which you asked for it, or ask for another one here.',
  reason: 'sign_in_link_elsewhere',
} as const;

export const handler = servePublic(operation, async ({ body }, context) => {
  const { store, now, ip, http } = context;
  refuseOtherSites(http.headers.origin);
  const tries = triesOf(knownBrowserIn(await (await secrets()).apiKeyPeppers(), http), ip);
  const attempts = await preAuthState(store.table, tries, operation.id, clock.nowMs());
  if (!attempts.allowed) throw throttled(attempts);
  const asking = askingBrowserIn(http);
  const link = await usedLink(store.table, body.token, asking === null ? null : browserHashOf(asking), now);
  const found = link.kind === 'used' ? await memberBehind(store, link) : null;
  if (found === null) {
    await debitPreAuth(store.table, tries, operation.id, clock.nowMs(), 0);
    throw new ApiError('authentication_required', link.kind === 'elsewhere' ? ELSEWHERE : OVER);
  }
  return openConsoleSession(context, { ...found, by: { kind: 'link' } });
});
