import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { ConsoleSignInLink } from '../../shared/api/objects/console.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import {
  askingBrowserIn,
  askingCookie,
  browserHashOf,
  newAskingBrowser,
  refuseOtherSites,
} from '../../shared/api/pipeline/console-session.ts';
import { servePublic } from '../../shared/api/serve.ts';
import type { SignInMessage } from '../../shared/mail/sign-in-requests.ts';
import { clock, queue } from '../../shared/runtime/services.ts';
import { SIGN_IN_LINK_SECONDS } from '../../shared/store/console/sign-in-links.ts';
import { keepSignInRequest, SIGN_IN_REQUEST_PREFIX } from '../../shared/store/console/sign-in-requests.ts';
import { debitPreAuth, debitSignInMail } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'console.request_sign_in_link',
  method: 'POST',
  path: '/console/sign_in_links',
  summary: 'Ask for a link of sign-in by mail',
  description:
    'Sends a link to each account of which this address is a member; the answer does not tell whether it is one. The link works once, within ' +
    '15 minutes, in the browser that asked, which keeps a cookie for it.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['mail'],
  table: { put: ['L#console-sign-in#*'], update: ['P#*'] },
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email }),
  response: ConsoleSignInLink,
  errors: ['origin_access_denied', 'rate_limited'],
});

export const handler = servePublic(operation, async ({ body: { email } }, { store, now, ids, ip, http, setCookie }) => {
  refuseOtherSites(http.headers.origin);
  for (const debit of [
    () => debitPreAuth(store.table, ip, operation.id, clock.nowMs(), 0),
    () => debitSignInMail(store.table, email, clock.nowMs()),
  ]) {
    const attempts = await debit();
    if (!attempts.allowed) throw throttled(attempts);
  }
  // One who asks twice may use either link.
  const kept = askingBrowserIn(http) ?? newAskingBrowser();
  const asked = { id: ids.next(SIGN_IN_REQUEST_PREFIX), email, browserHash: browserHashOf(kept), expiresAt: now + SIGN_IN_LINK_SECONDS };
  await keepSignInRequest(store.table, asked);
  const message: SignInMessage = { signInRequestId: asked.id };
  await (await queue()).send('mail', message);
  setCookie(askingCookie(kept));
  return { object: 'console.sign_in_link' as const, expires_at: asked.expiresAt };
});
