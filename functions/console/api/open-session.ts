import { csrfTokenOf, sessionCookie } from '../../../shared/api/pipeline/console-session.ts';
import type { PublicContext } from '../../../shared/api/serve.ts';
import type { TableAccess } from '../../../shared/api/table-access.ts';
import type { Account, Member } from '../../../shared/domain/account/record.ts';
import { signIn, type WayIn } from '../../../shared/domain/account/sign-in.ts';
import type { Stored } from '../../../shared/domain/aggregate.ts';
import { mintToken } from '../../../shared/platform/credentials.ts';
import { secrets } from '../../../shared/runtime/services.ts';
import { sessionItem } from '../../../shared/store/console/sessions.ts';
import { memberAddressItem } from '../../../shared/store/console/sign-in-links.ts';
import { knownBrowserCookie, knownBrowserIn } from './known-browser.ts';
import { viewConsoleSession } from './views.ts';

/** What signing in does with the table: an attempt is counted, a link or challenge used up, and a session opened. */
export const SIGNING_IN: TableAccess = {
  get: ['P#*', 'account'],
  put: ['-#audit', 'L#console-session#*', 'L#member-email#*'],
  update: ['L#console-sign-in#*', 'P#*'],
};

/** A member who has proven to be one, and by what. */
interface Proven {
  readonly account: Stored<Account>;
  readonly member: Member;
  readonly by: WayIn;
}

/** Opens a session, which is on record from then on, and sets its cookie and the one by which the browser is known from now on. */
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
  { account, member, by }: Proven,
) => {
  const peppers = await (await secrets()).apiKeyPeppers();
  const { token, kept } = mintToken('console', peppers);
  // Anyone who ended all sessions in this very second signs in after that.
  const openedAt = Math.max(now, member.sessionsFrom);
  const session = { id: ids.next('cons_'), accountId: account.record.id, memberId: member.id, openedAt, seenAt: openedAt };
  await store.run({
    tenant: { accountId: account.record.id, mode: 'live' },
    actor: { type: 'operator', id: member.id, ip, userAgent },
    load: async () => null,
    nowOf: () => null,
    decide: () => signIn({ sessionId: session.id, by }),
    extraWrites: () => [sessionItem(kept, session), memberAddressItem(account.record, member)],
  });
  setCookie(sessionCookie({ accountId: account.record.id, token }));
  setCookie(knownBrowserCookie(peppers, knownBrowserIn(peppers, http), member.email));
  return viewConsoleSession({ account, member, session, csrfToken: csrfTokenOf(token) });
};
