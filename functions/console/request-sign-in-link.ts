import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import {
  askingBrowserIn,
  askingCookie,
  browserHashOf,
  newAskingBrowser,
  refuseOtherSites,
} from '../../shared/api/pipeline/console-session.ts';
import { type PublicContext, servePublic } from '../../shared/api/serve.ts';
import type { SignInMessage } from '../../shared/mail/sign-in-requests.ts';
import { networkOf } from '../../shared/platform/networks.ts';
import { clock, queue, secrets } from '../../shared/runtime/services.ts';
import { SIGN_IN_LINK_SECONDS } from '../../shared/store/console/sign-in-links.ts';
import { keepSignInRequest, SIGN_IN_REQUEST_PREFIX } from '../../shared/store/console/sign-in-requests.ts';
import { debitKnownBrowser, debitMailTo } from '../../shared/store/limits/mail-limits.ts';
import { type BucketState, debitPreAuth } from '../../shared/store/limits/rate-limit.ts';
import { isKnownTo, knownBrowserIn } from './api/known-browser.ts';
import { ConsoleSignInLink } from './api/objects.ts';

export const operation = defineOperation({
  id: 'console.request_sign_in_link',
  method: 'POST',
  path: '/console/sign_in_links',
  summary: 'Ask for a link of sign-in by mail',
  description:
    'Sends a link to each account of which this address is a member; the answer does not tell whether it is one. The link works once, within ' +
    '15 minutes, in the browser that asked, which keeps a cookie for it. A browser in which the member signed in before may ask five times at ' +
    'once and then every two minutes; others five times at once and then every four hours from one network, ten at once and then every two ' +
    'hours all together.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['mail', 'pepper'],
  table: { put: ['L#console-sign-in#*'], update: ['P#*'] },
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email }),
  response: ConsoleSignInLink,
  errors: ['origin_access_denied', 'rate_limited'],
});

/**
 * Takes what a link costs. A browser that the member knows has its own bucket, out of reach of others; which one it is follows from what
 * the browser sent alone, so that it tells nothing of the address.
 */
const debit = async ({ store: { table }, ip, http }: PublicContext, email: string): Promise<BucketState> => {
  const nowMs = clock.nowMs();
  const known = knownBrowserIn(await (await secrets()).apiKeyPeppers(), http);
  if (known !== null && isKnownTo(known, email)) return debitKnownBrowser(table, email, known.id, nowMs);
  const network = networkOf(ip);
  const tries = await debitPreAuth(table, network, operation.id, nowMs, 0);
  return tries.allowed ? debitMailTo(table, { kind: 'sign-in-mail', email, sender: network }, nowMs) : tries;
};

export const handler = servePublic(operation, async ({ body: { email } }, context) => {
  const { store, now, ids, http, setCookie } = context;
  refuseOtherSites(http.headers.origin);
  const attempts = await debit(context, email);
  if (!attempts.allowed) throw throttled(attempts);
  // One who asks twice may use either link.
  const kept = askingBrowserIn(http) ?? newAskingBrowser();
  const asked = { id: ids.next(SIGN_IN_REQUEST_PREFIX), email, browserHash: browserHashOf(kept), expiresAt: now + SIGN_IN_LINK_SECONDS };
  await keepSignInRequest(store.table, asked);
  const message: SignInMessage = { signInRequestId: asked.id };
  await (await queue()).send('mail', message);
  setCookie(askingCookie(kept));
  return { object: 'console.sign_in_link' as const, expires_at: asked.expiresAt };
});
