import { csrfTokenOf, sessionCookie } from '../../../shared/api/pipeline/console-session.ts';
import type { PublicContext } from '../../../shared/api/serve/serve.ts';
import type { TableAccess } from '../../../shared/api/table-access.ts';
import type { Account, Member } from '../../../shared/domain/account/record.ts';
import { recordSignIn, type SignInMethod } from '../../../shared/domain/account/sign-in.ts';
import type { Stored } from '../../../shared/domain/aggregate.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { fetchAccount } from '../../../shared/flows/accounts/fetch.ts';
import { mintToken } from '../../../shared/platform/credentials.ts';
import { secrets } from '../../../shared/runtime/services.ts';
import { sessionItem } from '../../../shared/store/console/sessions.ts';
import { memberLookupItem } from '../../../shared/store/console/sign-in-links.ts';
import { knownBrowserCookie, knownBrowserIn } from './known-browser.ts';
import { viewConsoleSession } from './views.ts';

/** Table permissions of the sign-in operations: count an attempt, mark a sign-in link or challenge as used, create a session. */
export const SIGN_IN_ACCESS: TableAccess = {
  get: ['P#*', 'account'],
  put: ['-#audit', 'L#console-session#*', 'L#member-email#*'],
  update: ['L#console-sign-in#*', 'P#*'],
};

/** An authenticated member and the sign-in method. */
interface Authenticated {
  readonly account: Stored<Account>;
  readonly member: Member;
  readonly by: SignInMethod;
}

/** Creates a session with an audit entry, and sets the session cookie and the known-browser cookie. */
export const openConsoleSession = async (
  {
    store,
    now,
    ids,
    ip,
    userAgent,
    setCookie,
    http,
  }: Pick<PublicContext, 'store' | 'now' | 'ids' | 'ip' | 'userAgent' | 'setCookie' | 'http'>,
  { account, member, by }: Authenticated,
) => {
  const peppers = await (await secrets()).apiKeyPeppers();
  const { token, stored: storedToken } = mintToken('console', peppers);
  // Signing out everywhere sets the member's `sessionsFrom` to a future second. A session that starts before it would be invalid.
  const openedAt = Math.max(now, member.sessionsFrom);
  const session = { id: ids.next('cons_'), accountId: account.record.id, memberId: member.id, openedAt, seenAt: openedAt };
  const tenant: Tenant = { accountId: account.record.id, mode: 'live' };
  await store.run({
    tenant,
    // The actor type of a member in the console is `operator`.
    actor: { type: 'operator', id: member.id, ip, userAgent },
    // Only the first sign-in changes the account. For this change the account is loaded again, because another request may have changed it.
    load: () => (member.isInvited === true ? fetchAccount(store, tenant) : Promise.resolve(null)),
    nowOf: () => null,
    decide: (loaded) => recordSignIn({ sessionId: session.id, memberId: member.id, by }, loaded),
    extraWrites: () => [sessionItem(storedToken, session), memberLookupItem(account.record, member)],
  });
  setCookie(sessionCookie({ accountId: account.record.id, token }));
  setCookie(knownBrowserCookie(peppers, knownBrowserIn(peppers, http), member.email));
  return viewConsoleSession({ account, member, session, csrfToken: csrfTokenOf(token) });
};
