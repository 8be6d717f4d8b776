import type { SignedIn } from '../../../shared/api/pipeline/state.ts';
import { scopesOf } from '../../../shared/api/role-scopes.ts';
import type { Account, Member } from '../../../shared/domain/account/record.ts';
import { SESSION_SECONDS } from '../../../shared/store/console/sessions.ts';

/** Builds the response objects of the console. */

const viewMember = ({ id, created, email, role, isInvited }: Member) => ({
  id,
  object: 'console.member' as const,
  created,
  email,
  role,
  invited: isInvited === true,
});

export const viewMembers = ({ members }: Account) => ({ object: 'list' as const, data: members.map(viewMember), has_more: false as const });

/** The passkeys of a member, without their public keys. */
export const viewPasskeys = ({ members }: Account, memberId: string) => ({
  object: 'list' as const,
  data: (members.find(({ id }) => id === memberId)?.passkeys ?? []).map(({ id, created, name }) => ({
    id,
    object: 'console.passkey' as const,
    created,
    name,
  })),
  has_more: false as const,
});

export const viewConsoleSession = ({ account, member, session, csrfToken }: Omit<SignedIn, 'sessionKey' | 'mode'>) => ({
  object: 'console.session' as const,
  account: { id: account.record.id, name: account.record.name, suspended: account.record.suspendedAt !== null },
  member: viewMember(member),
  scopes: scopesOf(member.role),
  csrf_token: csrfToken,
  expires_at: session.openedAt + SESSION_SECONDS,
});
