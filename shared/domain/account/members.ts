import { audited, unchanged } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { sameAddress } from '../mail/recipients.ts';
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
  if (!mayMove(by, member.role, ...(role === null ? [] : [role]))) return NOT_ALLOWED;
  if (role === member.role) return unchanged(account.record);
  const members = account.record.members.flatMap((each) => {
    if (each.id !== member.id) return [each];
    return role === null ? [] : [{ ...each, role }];
  });
  if (!members.some((each) => each.role === 'owner')) return LAST_OWNER;
  return changed(account, members, role === null ? 'removed' : 'role_changed', { ...member, role: role ?? member.role });
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
