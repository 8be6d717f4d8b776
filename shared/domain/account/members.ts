import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { sameAddress } from '../mail/recipients.ts';
import { Refusal } from '../refusal.ts';
import { type Account, accountAggregate, MEMBER_PREFIX, type Member, type Role, reaches } from './record.ts';

/** A member who joins, gets another role or leaves. A member is named by id or address. */
export type ChangeMembers =
  | { readonly kind: 'add'; readonly email: string; readonly role: Role }
  | { readonly kind: 'set_role'; readonly member: string; readonly role: Role }
  | { readonly kind: 'remove'; readonly member: string };

/** `by`: the role of who asks; `null`: who has the table itself, and may do everything. */
export interface MembersState {
  readonly account: Stored<Account> | null;
  readonly by: Role | null;
}

/** How many an account has at most. */
const MAX_MEMBERS = 200;

export const memberOf = ({ members }: Pick<Account, 'members'>, idOrEmail: string): Member | null =>
  members.find(({ id, email }) => id === idOrEmail || sameAddress(email, idOrEmail)) ?? null;

/** Whether somebody is a member who may change others: an admin or owner. */
export const isAdmin = (account: Pick<Account, 'members'> | null, id: string | undefined): boolean => {
  const member = account === null || id === undefined ? null : memberOf(account, id);
  return member !== null && reaches(member.role, 'admin');
};

const NO_MEMBER = new Refusal('resource_missing', 'No such member.');
const LAST_OWNER = new Refusal('state_conflict', 'An account keeps at least one owner.', { reason: 'last_owner' });
const NOT_ALLOWED = new Refusal('insufficient_scope', 'Only owners and admins change members, and only owners change owners.', {
  reason: 'role_not_allowed',
});
const LIMIT_REACHED = new Refusal('state_conflict', `An account has at most ${MAX_MEMBERS} members.`, { reason: 'member_limit_reached' });

/** Owners may change everybody, admins everybody but owners, others nobody. */
const mayMove = (by: Role | null, ...roles: readonly Role[]): boolean =>
  by === null || by === 'owner' || (reaches(by, 'admin') && !roles.includes('owner'));

/**
 * Takes somebody into the account's team, out of it, or gives them another role [AUD-07]. Who is in already is not taken in twice,
 * however the address is written; 409 `already_a_member` where the role differs. One owner always stays (409 `last_owner`). No
 * event: the audit log has it.
 */
export const changeMembers = (command: ChangeMembers, { account, by }: MembersState, ctx: DecisionContext): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  if (command.kind === 'add') return add(command, account, by, ctx);
  const member = memberOf(account.record, command.member);
  if (member === null) return NO_MEMBER;
  const role = command.kind === 'set_role' ? command.role : null;
  const refusal = refusalOf(member, role, { account, by });
  if (refusal !== null) return refusal;
  if (role === member.role) return unchanged(account.record);
  const members = withRole(account.record.members, member, role);
  return changed(account, members, role === null ? 'removed' : 'role_changed', { ...member, role: role ?? member.role });
};

/** Why a member cannot be removed; `null`: they can. */
export const whyNotRemoved = (id: string, state: MembersState): Refusal | null => {
  const member = state.account === null ? null : memberOf(state.account.record, id);
  return member === null ? NO_MEMBER : refusalOf(member, null, state);
};

/** The members once one of them has another role; `null`: none any more. */
const withRole = (members: readonly Member[], member: Member, role: Role | null): readonly Member[] =>
  members.flatMap((each) => {
    if (each.id !== member.id) return [each];
    return role === null ? [] : [{ ...each, role }];
  });

const refusalOf = (member: Member, role: Role | null, { account, by }: MembersState): Refusal | null => {
  if (!mayMove(by, member.role, ...(role === null ? [] : [role]))) return NOT_ALLOWED;
  const left = withRole(account?.record.members ?? [], member, role);
  return left.some((each) => each.role === 'owner') ? null : LAST_OWNER;
};

const add = (
  { email, role }: Extract<ChangeMembers, { readonly kind: 'add' }>,
  account: Stored<Account>,
  by: Role | null,
  { ids, realNow }: DecisionContext,
): Decision<Account> | Refusal => {
  if (!mayMove(by, role)) return NOT_ALLOWED;
  const { members } = account.record;
  const known = memberOf(account.record, email);
  if (known !== null) {
    if (known.role === role) return unchanged(account.record);
    return new Refusal('state_conflict', `This address is a member already, as ${known.role}.`, { reason: 'already_a_member' });
  }
  if (members.length >= MAX_MEMBERS) return LIMIT_REACHED;
  const member: Member = { id: ids.next(MEMBER_PREFIX), email: email.trim(), role, created: realNow, sessionsFrom: realNow, passkeys: [] };
  return changed(account, [...members, member], 'added', member);
};

const changed = (
  account: Stored<Account>,
  members: readonly Member[],
  what: 'added' | 'role_changed' | 'removed' | 'signed_out_everywhere',
  { id, role }: Member,
): Decision<Account> => {
  const after: Account = { ...account.record, members };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('team_member', what, id), metadata: { role }, accountWide: true },
    result: after,
  };
};

/** Ends every session of a member: only those that are opened from now on are good. */
export const endSessions = (
  memberId: string,
  { account }: Pick<MembersState, 'account'>,
  { realNow }: DecisionContext,
): Decision<Account> | Refusal => {
  const member = account === null ? null : memberOf(account.record, memberId);
  if (account === null || member === null) return NO_MEMBER;
  // A session that was opened in this very second is over too.
  const ended: Member = { ...member, sessionsFrom: realNow + 1 };
  const members = account.record.members.map((each) => (each.id === member.id ? ended : each));
  return changed(account, members, 'signed_out_everywhere', ended);
};
