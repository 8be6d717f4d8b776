import { audited, unchanged } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { memberOf } from './members.ts';
import { type Account, accountAggregate, type Member, PASSKEY_PREFIX, type Passkey } from './record.ts';

/** A member's own way in, beside the mailed link. */
export type ChangePasskeys =
  | { readonly kind: 'add'; readonly passkey: Omit<Passkey, 'id' | 'created'> }
  | { readonly kind: 'remove'; readonly passkeyId: string };

/** How many a member has at most: each device or key that somebody signs in with. */
export const MAX_PASSKEYS = 10;

const LIMIT_REACHED = new Refusal('state_conflict', `A member has at most ${MAX_PASSKEYS} passkeys. Remove one first.`, {
  reason: 'passkey_limit_reached',
});
const NO_PASSKEY = new Refusal('resource_missing', 'No such passkey.');

/**
 * Adds a passkey to a member, or takes one away [AUD-07]. One that the member has already is not added twice. Sessions that were opened
 * with one that goes stay open: signing out everywhere ends them.
 */
export const changePasskeys = (
  command: ChangePasskeys,
  memberId: string,
  { account }: { readonly account: Stored<Account> | null },
  { ids, realNow }: DecisionContext,
): Decision<Account> | Refusal => {
  const member = account === null ? null : memberOf(account.record, memberId);
  if (account === null || member === null) return new Refusal('resource_missing', 'No such member.');
  const { passkeys } = member;
  if (command.kind === 'remove') {
    const gone = passkeys.find(({ id }) => id === command.passkeyId);
    if (gone === undefined) return NO_PASSKEY;
    return changed(account, { ...member, passkeys: passkeys.filter((each) => each !== gone) }, 'removed', gone);
  }
  if (passkeys.some(({ credentialId }) => credentialId === command.passkey.credentialId)) return unchanged(account.record);
  if (passkeys.length >= MAX_PASSKEYS) return LIMIT_REACHED;
  const added: Passkey = { ...command.passkey, id: ids.next(PASSKEY_PREFIX), created: realNow };
  return changed(account, { ...member, passkeys: [...passkeys, added] }, 'added', added);
};

const changed = (account: Stored<Account>, member: Member, what: 'added' | 'removed', { id, name }: Passkey): Decision<Account> => {
  const members = account.record.members.map((each) => (each.id === member.id ? member : each));
  const after: Account = { ...account.record, members };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('passkey', what, id), metadata: { member_id: member.id, name }, accountWide: true },
    result: after,
  };
};
