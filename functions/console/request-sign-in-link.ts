import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { browserHashOf, browserIdCookie, browserIdIn, newBrowserId, refuseOtherSites } from '../../shared/api/pipeline/console-session.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { type PublicContext, servePublic } from '../../shared/api/serve/serve.ts';
import type { SignInMessage } from '../../shared/mail/sign-in-requests.ts';
import { networkOf } from '../../shared/platform/networks.ts';
import { clock, queue, secrets } from '../../shared/runtime/services.ts';
import { SIGN_IN_LINK_SECONDS } from '../../shared/store/console/sign-in-links.ts';
import { SIGN_IN_REQUEST_PREFIX, saveSignInRequest } from '../../shared/store/console/sign-in-requests.ts';
import { debitKnownBrowser, debitMailTo } from '../../shared/store/limits/mail-limits.ts';
import { type BucketState, debitPreAuth } from '../../shared/store/limits/rate-limit.ts';
import { hasSignedIn, knownBrowserIn } from './api/known-browser.ts';
import { ConsoleSignInLink } from './api/objects.ts';

export const operation = defineOperation({
  id: 'console.request_sign_in_link',
  method: 'POST',
  path: '/console/sign_in_links',
  summary: 'Request a sign-in link by email',
  description: doc(
    'Sends a link for each account that has a member with this address. The response is the same if there is no such account. The ' +
      'link works once, within 15 minutes, in the requesting browser, which gets a cookie for it. Limits per email address: a browser in ' +
      'which the member signed in before can send 5 requests at once, then one every two minutes. Other browsers can send 5 at once ' +
      'from each network, then one every four hours, and together 10 at once, then one every two hours.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['sign-in-mail', 'pepper'],
  table: { put: ['L#console-sign-in#*'], update: ['P#*'] },
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email }),
  response: ConsoleSignInLink,
  errors: ['origin_access_denied', 'rate_limited'],
});

/**
 * Debits the rate limit. A browser in which the member signed in before has a separate bucket, so that other people cannot use it up. The
 * bucket is chosen from the request alone, so that the response does not reveal whether the email address belongs to a member.
 */
const debit = async ({ store: { table }, ip, http }: PublicContext, email: string): Promise<BucketState> => {
  const nowMs = clock.nowMs();
  const knownBrowser = knownBrowserIn(await (await secrets()).apiKeyPeppers(), http);
  if (knownBrowser !== null && hasSignedIn(knownBrowser, email)) return debitKnownBrowser(table, email, knownBrowser.id, nowMs);
  const network = networkOf(ip);
  const networkState = await debitPreAuth(table, network, operation.id, nowMs, 0);
  return networkState.allowed ? debitMailTo(table, { kind: 'sign-in-mail', email, sender: network }, nowMs) : networkState;
};

export const handler = servePublic(operation, async ({ body: { email } }, context) => {
  const { store, now, ids, http, setCookie } = context;
  refuseOtherSites(http.headers.origin);
  const attempts = await debit(context, email);
  if (!attempts.allowed) throw rateLimitedError(attempts);
  // A repeated request keeps the browser id, so that the links of both requests work.
  const browserId = browserIdIn(http) ?? newBrowserId();
  const [id, expiresAt] = [ids.next(SIGN_IN_REQUEST_PREFIX), now + SIGN_IN_LINK_SECONDS];
  await saveSignInRequest(store.table, { id, email, browserHash: browserHashOf(browserId), expiresAt });
  const message: SignInMessage = { signInRequestId: id };
  await (await queue()).send('sign-in-mail', message);
  setCookie(browserIdCookie(browserId));
  return { object: 'console.sign_in_link' as const, expires_at: expiresAt };
});
