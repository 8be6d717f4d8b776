import type { Account, Member } from '../domain/account/record.ts';
import type { Stored } from '../domain/kernel.ts';
import { mintToken } from '../platform/credentials.ts';
import { secrets } from '../runtime/services.ts';
import { keepSession } from '../store/console/sessions.ts';
import { noteMemberAddress } from '../store/console/sign-in-links.ts';
import { viewConsoleSession } from './console-views.ts';
import { csrfTokenOf, sessionCookie } from './pipeline/console-session.ts';
import type { PublicContext } from './serve.ts';

/** Opens a session for a member who has proven to be one, and sets its cookie. */
export const openConsoleSession = async (
  { store, now, ids, setCookie }: Pick<PublicContext, 'store' | 'now' | 'ids' | 'setCookie'>,
  account: Stored<Account>,
  member: Member,
) => {
  const { token, kept } = mintToken('console', await (await secrets()).apiKeyPeppers());
  const session = { id: ids.next('cons_'), accountId: account.record.id, memberId: member.id, openedAt: now, seenAt: now };
  await Promise.all([keepSession(store.table, kept, session), noteMemberAddress(store.table, account.record, member)]);
  setCookie(sessionCookie({ accountId: account.record.id, token }));
  return viewConsoleSession({ account, member, session, csrfToken: csrfTokenOf(token) });
};
