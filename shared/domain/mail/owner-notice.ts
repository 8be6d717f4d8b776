import { memberOf } from '../account/members.ts';
import type { Account, Member } from '../account/record.ts';
import type { NewAudit } from '../decision.ts';
import { type MailOrderWithId, NOTICE_ACTIONS, type NoticeAction, type OwnerNotice } from './orders.ts';
import { sameEmail } from './recipients.ts';

/** Actor, IP address and time of the action. */
export type NoticeOrigin = Pick<OwnerNotice, 'actorType' | 'actorId' | 'ip' | 'at'>;

/** The member that the audited action affects, in the state before the action; `null`: none, or no longer in the account. */
const affectedMember = ({ resourceType, resourceId, metadata = {} }: NewAudit, account: Account | null): Member | null => {
  const id = resourceType === 'team_member' ? resourceId : metadata['member_id'];
  return account === null || typeof id !== 'string' ? null : memberOf(account, id);
};

/** True when the affected member is notified in addition to the owners. */
const isAlsoNotified = (action: NoticeAction, { role }: Member): boolean =>
  action === 'passkey.removed' || (action.startsWith('team_member.') && role === 'owner');

/** True if the owners are notified. They are notified of an update of the billing profile only if it sets another bank account. */
export const notifiesOwners = ({ action, metadata = {} }: NewAudit): boolean =>
  action !== 'billing_profile.updated' || metadata['iban_ending'] !== undefined;

/** Returns the order of the mail to the owners. `account`: before the action. Throws for an action that is not in `NOTICE_ACTIONS`. */
export const orderOwnersNotice = (audit: NewAudit, origin: NoticeOrigin, account: Account | null, noticeId: string): MailOrderWithId => {
  const { resourceId, metadata = {} } = audit;
  const action = NOTICE_ACTIONS.find((noticeAction) => noticeAction === audit.action);
  if (action === undefined) throw new Error(`${audit.action} is not in NOTICE_ACTIONS`);
  const member = affectedMember(audit, account);
  const notice: OwnerNotice = {
    ...origin,
    action,
    resourceId,
    metadata,
    memberEmail: member?.email ?? null,
    alsoTo: member !== null && isAlsoNotified(action, member) ? member.email : null,
  };
  return { mailId: `owners_notice#${noticeId}`, order: { kind: 'owners_notice', notice }, customerId: null };
};

export const ownersOf = ({ members }: Pick<Account, 'members'>): readonly Member[] => members.filter(({ role }) => role === 'owner');

/** Recipients of a notice. An owner who adds a passkey is not a recipient, because that owner gets the mail `passkey_added` instead. */
export const recipientsOf = ({ action, metadata, alsoTo }: OwnerNotice, account: Pick<Account, 'members'>): readonly string[] => {
  const actingMemberId = action === 'passkey.added' ? metadata['member_id'] : null;
  const owners = ownersOf(account).flatMap(({ id, email }) => (id === actingMemberId ? [] : [email]));
  return alsoTo === null || owners.some((email) => sameEmail(email, alsoTo)) ? owners : [...owners, alsoTo];
};
