import { memberOf } from '../account/members.ts';
import type { Account, Member } from '../account/record.ts';
import type { JsonObject, NewAudit } from '../kernel.ts';
import type { NamedOrder } from './orders.ts';
import { sameAddress } from './recipients.ts';

/** Actions of the audit log that owners are told of. */
export const NOTICE_ACTIONS = [
  'api_key.created',
  'passkey.added',
  'passkey.removed',
  'provider_credential.updated',
  'team_member.added',
  'team_member.removed',
  'team_member.role_changed',
  'tenant.data_exported',
] as const;

export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** What was done that decides where money goes or who may act for the account, as the audit log has it. */
export interface OwnerNotice {
  /** Of the audit entry, as the next two. */
  readonly action: NoticeAction;
  readonly resourceId: string | null;
  readonly metadata: JsonObject;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly ip: string | null;
  /** Unix seconds, real time. */
  readonly at: number;
  /** The address of the member that it was done to, who may be gone by the time of the mail; `null`: none, or not known yet. */
  readonly memberEmail: string | null;
  /** Who is told besides the owners: an owner until then, or the member whose passkey was removed. */
  readonly alsoTo: string | null;
}

/** Who did it, from where and when. */
export type NoticeOrigin = Pick<OwnerNotice, 'actorType' | 'actorId' | 'ip' | 'at'>;

/** The member that an audit entry is about, as the account knew them before. */
const memberIn = ({ resourceType, resourceId, metadata = {} }: NewAudit, account: Account | null): Member | null => {
  const id = resourceType === 'team_member' ? resourceId : metadata['member_id'];
  return account === null || typeof id !== 'string' ? null : memberOf(account, id);
};

/** Whether the member is told besides the owners. */
const isTold = (action: NoticeAction, { role }: Member): boolean =>
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
    alsoTo: member !== null && isTold(action, member) ? member.email : null,
  };
  return { mailId: `owners_notice#${noticeId}`, order: { kind: 'owners_notice', notice }, customerId: null };
};

/** The addresses that a notice goes to. A member who added a passkey has a mail of their own about it. */
export const recipientsOf = ({ action, metadata, alsoTo }: OwnerNotice, { members }: Pick<Account, 'members'>): readonly string[] => {
  const own = action === 'passkey.added' ? metadata['member_id'] : null;
  const owners = members.filter(({ role, id }) => role === 'owner' && id !== own).map(({ email }) => email);
  return alsoTo === null || owners.some((email) => sameAddress(email, alsoTo)) ? owners : [...owners, alsoTo];
};
