import { memberOf } from '../account/members.ts';
import type { Account, Member } from '../account/record.ts';
import type { NewAudit } from '../decision.ts';
import { type NamedOrder, NOTICE_ACTIONS, type NoticeAction, type OwnerNotice } from './orders.ts';
import { sameAddress } from './recipients.ts';

/** Who did it, from where and when. */
export type NoticeOrigin = Pick<OwnerNotice, 'actorType' | 'actorId' | 'ip' | 'at'>;

/** The member that an audit entry is about, as the account knew them before. */
const memberIn = ({ resourceType, resourceId, metadata = {} }: NewAudit, account: Account | null): Member | null => {
  const id = resourceType === 'team_member' ? resourceId : metadata['member_id'];
  return account === null || typeof id !== 'string' ? null : memberOf(account, id);
};

/** Whether the member is reported in addition to the owners. */
const isNotified = (action: NoticeAction, { role }: Member): boolean =>
  action === 'passkey.removed' || (action.startsWith('team_member.') && role === 'owner');

/** The order of the mail to the owners. `account`: as it was before; `noticeId` names it. Throws where no mail is written for the action. */
export const orderOwnersNotice = (audit: NewAudit, origin: NoticeOrigin, account: Account | null, noticeId: string): NamedOrder => {
  const { resourceId, metadata = {} } = audit;
  const action = NOTICE_ACTIONS.find((each) => each === audit.action);
  if (action === undefined) throw new Error(`no notice is written for ${audit.action}`);
  const member = memberIn(audit, account);
  const notice: OwnerNotice = {
    ...origin,
    action,
    resourceId,
    metadata,
    memberEmail: member?.email ?? null,
    alsoTo: member !== null && isNotified(action, member) ? member.email : null,
  };
  return { mailId: `owners_notice#${noticeId}`, order: { kind: 'owners_notice', notice }, customerId: null };
};

/** The addresses that a notice goes to. A member who added a passkey has a separate mail about it. */
export const recipientsOf = ({ action, metadata, alsoTo }: OwnerNotice, { members }: Pick<Account, 'members'>): readonly string[] => {
  const own = action === 'passkey.added' ? metadata['member_id'] : null;
  const owners = members.filter(({ role, id }) => role === 'owner' && id !== own).map(({ email }) => email);
  return alsoTo === null || owners.some((email) => sameAddress(email, alsoTo)) ? owners : [...owners, alsoTo];
};
