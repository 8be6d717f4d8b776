import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { browserHashOf, browserIdIn, refuseOtherSites } from '../../shared/api/pipeline/console-session.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { type Account, accountAggregate, type Member, type Passkey } from '../../shared/domain/account/record.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';
import { useChallenge } from '../../shared/store/console/passkey-challenges.ts';
import { debitPreAuth, preAuthState } from '../../shared/store/limits/rate-limit.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { attemptKeyOf, knownBrowserIn } from './api/known-browser.ts';
import { ConsoleSession } from './api/objects.ts';
import { openConsoleSession, SIGN_IN_ACCESS } from './api/open-session.ts';
import { claimedMemberOf, isVerifiedPasskey, PasskeyCredential } from './api/passkeys.ts';

export const operation = defineOperation({
  id: 'console.passkey_sign_in',
  method: 'POST',
  path: '/console/passkey_sessions',
  summary: 'Sign in to the console with a passkey',
  description: doc('Takes the credential that the passkey signed. Sets the session cookie, like a sign-in with a link.'),
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['pepper'],
  table: SIGN_IN_ACCESS,
  params: {},
  query: null,
  body: v.strictObject({ credential: PasskeyCredential }),
  response: ConsoleSession,
  errors: ['authentication_required', 'origin_access_denied', 'rate_limited'],
});

interface Holder {
  readonly account: Stored<Account>;
  readonly member: Member;
  readonly passkey: Passkey;
}

/** Loads the member and passkey that the unverified credential names; `null`: there is no such member or passkey. */
const holderOf = async (store: Store, passkeyCredential: PasskeyCredential): Promise<Holder | null> => {
  const claimed = claimedMemberOf(passkeyCredential);
  if (claimed === null) return null;
  const stored = await store.get(accountAggregate, { accountId: claimed.accountId, mode: 'live' }, claimed.accountId);
  const member = stored === null ? null : memberOf(stored.record, claimed.memberId);
  const passkey = member?.passkeys.find(({ credentialId }) => credentialId === passkeyCredential.id);
  return stored === null || member === null || passkey === undefined ? null : { account: stored, member, passkey };
};

export const handler = servePublic(operation, async ({ body: { credential } }, context) => {
  const { store, now, ip, http } = context;
  refuseOtherSites(http.headers.origin);
  const attemptKey = attemptKeyOf(knownBrowserIn(await (await secrets()).apiKeyPeppers(), http), ip);
  const attempts = await preAuthState(store.table, attemptKey, operation.id, clock.nowMs());
  if (!attempts.allowed) throw rateLimitedError(attempts);
  const browserId = browserIdIn(http);
  const holder = browserId === null ? null : await holderOf(store, credential);
  // Called only if `holder` was found. This requires a `browserId`, so `''` is never used.
  const consumeChallenge = (challenge: string): Promise<boolean> =>
    useChallenge(store.table, challenge, browserHashOf(browserId ?? ''), now);
  if (holder === null || !(await isVerifiedPasskey(credential, holder.passkey, consumeChallenge))) {
    await debitPreAuth(store.table, attemptKey, operation.id, clock.nowMs(), 0);
    throw new ApiError('authentication_required', {
      message: 'This passkey was not accepted. Try again, or request a sign-in link by email.',
      reason: 'passkey_not_accepted',
    });
  }
  return openConsoleSession(context, { ...holder, by: { kind: 'passkey', passkeyId: holder.passkey.id } });
});
