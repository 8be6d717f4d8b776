import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { sameEmail } from '../mail/recipients.ts';
import { Refusal } from '../refusal.ts';
import { type Account, accountAggregate, isAtLeastRole, MEMBER_PREFIX, type Member, type Role } from './record.ts';

/** Adds or removes a member, or changes a member's role. `member`: id or email of the member. */
export type ChangeMembers =
  | { readonly kind: 'add'; readonly email: string; readonly role: Role }
  | { readonly kind: 'set_role'; readonly member: string; readonly role: Role }
  | { readonly kind: 'remove'; readonly member: string };

/** `by`: role of the member who makes the change; `null`: an operator with access to the table, who may do everything. */
export interface MembersState {
  readonly account: Stored<Account> | null;
  readonly by: Role | null;
}

/** Maximum number of members per account. */
const MAX_MEMBERS = 200;

export const memberOf = ({ members }: Pick<Account, 'members'>, idOrEmail: string): Member | null =>
  members.find(({ id, email }) => id === idOrEmail || sameEmail(email, idOrEmail)) ?? null;

/** True when the member with this id is an admin or owner and therefore may change other members. */
export const isAdminOrOwner = (account: Pick<Account, 'members'> | null, id: string | undefined): boolean => {
  const member = account === null || id === undefined ? null : memberOf(account, id);
  return member !== null && isAtLeastRole(member.role, 'admin');
};

const NO_SUCH_MEMBER = new Refusal('resource_missing', 'No such member.');
const LAST_OWNER = new Refusal('state_conflict', 'An account keeps at least one owner.', { reason: 'last_owner' });
const NOT_ALLOWED = new Refusal('insufficient_scope', 'Only owners and admins change members, and only owners change owners.', {
  reason: 'role_not_allowed',
});
const LIMIT_REACHED = new Refusal('state_conflict', `An account has at most ${MAX_MEMBERS} members.`, { reason: 'member_limit_reached' });

/** True when the role `by` may change members with these roles: owners can change all members, admins all except owners, others none. */
const mayChange = (by: Role | null, ...roles: readonly Role[]): boolean =>
  by === null || by === 'owner' || (isAtLeastRole(by, 'admin') && !roles.includes('owner'));

/**
 * Adds or removes a member of the account's team, or changes a member's role [AUD-07]. Adding an existing member (in any spelling of the
 * email) changes nothing if the role is the same, and is refused if the role differs (409 `already_a_member`). Refuses to remove the last
 * owner or to change that owner's role (409 `last_owner`). No event, only an audit entry.
 */
export const changeMembers = (command: ChangeMembers, { account, by }: MembersState, ctx: DecisionContext): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  if (command.kind === 'add') return add(command, account, by, ctx);
  const member = memberOf(account.record, command.member);
  if (member === null) return NO_SUCH_MEMBER;
  const role = command.kind === 'set_role' ? command.role : null;
  const refusal = refuseChange(member, role, { account, by });
  if (refusal !== null) return refusal;
  if (role === member.role) return unchanged(account.record);
  const members = withRole(account.record.members, member, role);
  return decideMembersChange(account, members, role === null ? 'removed' : 'role_changed', { ...member, role: role ?? member.role });
};

/** Refuses to remove a member who is unknown or the last owner, or whom the role `by` may not remove; `null`: allowed. */
export const refuseMemberRemoval = (id: string, state: MembersState): Refusal | null => {
  const member = state.account === null ? null : memberOf(state.account.record, id);
  return member === null ? NO_SUCH_MEMBER : refuseChange(member, null, state);
};

/** The list of members after `member` gets this role; `role: null`: without the member. */
const withRole = (members: readonly Member[], member: Member, role: Role | null): readonly Member[] =>
  members.flatMap((each) => {
    if (each.id !== member.id) return [each];
    return role === null ? [] : [{ ...each, role }];
  });

const refuseChange = (member: Member, role: Role | null, { account, by }: MembersState): Refusal | null => {
  if (!mayChange(by, member.role, ...(role === null ? [] : [role]))) return NOT_ALLOWED;
  const remainingMembers = withRole(account?.record.members ?? [], member, role);
  return remainingMembers.some((each) => each.role === 'owner') ? null : LAST_OWNER;
};

const add = (
  { email, role }: Extract<ChangeMembers, { readonly kind: 'add' }>,
  account: Stored<Account>,
  by: Role | null,
  { ids, realNow }: DecisionContext,
): Decision<Account> | Refusal => {
  if (!mayChange(by, role)) return NOT_ALLOWED;
  const { members } = account.record;
  const existing = memberOf(account.record, email);
  if (existing !== null) {
    if (existing.role === role) return unchanged(account.record);
    return new Refusal('state_conflict', `This email address is already a member with the role ${existing.role}.`, {
      reason: 'already_a_member',
    });
  }
  if (members.length >= MAX_MEMBERS) return LIMIT_REACHED;
  const id = ids.next(MEMBER_PREFIX);
  const member: Member = { id, email: email.trim(), role, created: realNow, sessionsFrom: realNow, passkeys: [], isInvited: true };
  return decideMembersChange(account, [...members, member], 'added', member);
};

const decideMembersChange = (
  account: Stored<Account>,
  members: readonly Member[],
  verb: 'added' | 'role_changed' | 'removed' | 'signed_out_everywhere',
  { id, role }: Member,
): Decision<Account> => {
  const after: Account = { ...account.record, members };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('team_member', verb, id), metadata: { role }, accountWide: true },
    result: after,
  };
};

/** The change that marks an invited member as signed in; `null`: the member has signed in before, or is no longer a member. */
export const firstSignInChange = (account: Stored<Account>, memberId: string): Change | null => {
  if (memberOf(account.record, memberId)?.isInvited !== true) return null;
  const members = account.record.members.map((each) => {
    const { isInvited, ...member } = each;
    return each.id === memberId ? member : each;
  });
  return change(accountAggregate, account, { ...account.record, members });
};

/** Ends all existing sessions of a member. */
export const endSessions = (
  memberId: string,
  { account }: Pick<MembersState, 'account'>,
  { realNow }: DecisionContext,
): Decision<Account> | Refusal => {
  const member = account === null ? null : memberOf(account.record, memberId);
  if (account === null || member === null) return NO_SUCH_MEMBER;
  // Must be later than the `openedAt` of every session. An `openedAt` can be one second ahead of now: a session that is opened in the same
  // second as a sign-out has the `sessionsFrom` of that sign-out as its `openedAt`.
  const ended: Member = { ...member, sessionsFrom: Math.max(realNow, member.sessionsFrom) + 1 };
  const members = account.record.members.map((each) => (each.id === member.id ? ended : each));
  return decideMembersChange(account, members, 'signed_out_everywhere', ended);
};
