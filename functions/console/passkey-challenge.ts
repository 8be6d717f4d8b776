import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { browserHashOf, browserIdCookie, browserIdIn, newBrowserId, refuseOtherSites } from '../../shared/api/pipeline/console-session.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';
import { newChallenge } from '../../shared/store/console/passkey-challenges.ts';
import { debitPreAuth } from '../../shared/store/limits/rate-limit.ts';
import { attemptKeyOf, knownBrowserIn } from './api/known-browser.ts';
import { ConsolePasskeyOptions } from './api/objects.ts';
import { authenticationOptions } from './api/passkeys.ts';

export const operation = defineOperation({
  id: 'console.passkey_challenge',
  method: 'POST',
  path: '/console/passkey_challenges',
  summary: 'Create the options for a passkey sign-in',
  description: doc('The challenge works once, within five minutes, in the requesting browser, which gets a cookie for it.'),
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['pepper'],
  table: { put: ['L#console-sign-in#*'], update: ['P#*'] },
  params: {},
  query: null,
  body: null,
  response: ConsolePasskeyOptions,
  errors: ['origin_access_denied', 'rate_limited'],
});

export const handler = servePublic(operation, async (_input, { store, now, ip, http, setCookie }) => {
  refuseOtherSites(http.headers.origin);
  const attemptKey = attemptKeyOf(knownBrowserIn(await (await secrets()).apiKeyPeppers(), http), ip);
  const attempts = await debitPreAuth(store.table, attemptKey, operation.id, clock.nowMs(), 0);
  if (!attempts.allowed) throw rateLimitedError(attempts);
  const browserId = browserIdIn(http) ?? newBrowserId();
  const { challenge, expiresAt } = await newChallenge(store.table, browserHashOf(browserId), now);
  setCookie(browserIdCookie(browserId));
  return { object: 'console.passkey_options' as const, expires_at: expiresAt, options: { ...(await authenticationOptions(challenge)) } };
});
