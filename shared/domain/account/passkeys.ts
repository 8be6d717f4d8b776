import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { memberOf } from './members.ts';
import { type Account, accountAggregate, type Member, PASSKEY_PREFIX, type Passkey } from './record.ts';

/** A member's own way in, next to the mailed link. */
export type ChangePasskeys =
  | { readonly kind: 'add'; readonly passkey: Omit<Passkey, 'id' | 'created'> }
  | { readonly kind: 'remove'; readonly passkeyId: string };

/** How many a member has at most: each device or key that somebody signs in with. */
export const MAX_PASSKEYS = 10;
/** What WebAuthn allows. */
const CREDENTIAL_ID_MAX_BYTES = 1023;
/** Twice that of the longest kind that is asked for, RSA of 4096 bits. */
const PUBLIC_KEY_MAX_BYTES = 1024;
/**
 * So much space the passkeys of all members take of the account's record: some hundred as devices make them. The record is one item of at
 * most 400 KB, of which 200 members, profile and branding may take half.
 */
const ALL_PASSKEYS_MAX_BYTES = 150_000;

/** The ways to reach a passkey that browsers know. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'] as const;

/** What is known of the ways to reach a passkey that a browser tells of. */
export const knownTransports = (reported: unknown): readonly string[] =>
  Array.isArray(reported) ? TRANSPORTS.filter((transport) => reported.includes(transport)) : [];

const LIMIT_REACHED = new Refusal('state_conflict', `A member has at most ${MAX_PASSKEYS} passkeys. Remove one first.`, {
  reason: 'passkey_limit_reached',
});
const PASSKEY_LIMIT = new Refusal('state_conflict', 'The account has reached its limit of passkeys. Remove one first.', {
  reason: 'passkey_limit_reached',
});
const ID_TOO_LONG = new Refusal('parameter_invalid', `The id of a passkey has at most ${CREDENTIAL_ID_MAX_BYTES} bytes.`, {
  param: 'credential.id',
});
const KEY_TOO_LONG = new Refusal('parameter_invalid', `The public key of a passkey has at most ${PUBLIC_KEY_MAX_BYTES} bytes.`, {
  param: 'credential.response.attestationObject',
});
const NO_PASSKEY = new Refusal('resource_missing', 'No such passkey.');

/** The bytes that a text in base64url means. */
const bytesIn = (base64url: string): number => Math.floor((base64url.length * 3) / 4);

const capacityOf = (passkeys: readonly Passkey[]): number => new TextEncoder().encode(JSON.stringify(passkeys)).length;

const tooLong = ({ credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>): Refusal | null => {
  if (bytesIn(credentialId) > CREDENTIAL_ID_MAX_BYTES) return ID_TOO_LONG;
  return bytesIn(publicKey) > PUBLIC_KEY_MAX_BYTES ? KEY_TOO_LONG : null;
};

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
  if (command.kind === 'add') {
    const added = { ...command.passkey, id: ids.next(PASSKEY_PREFIX), created: realNow };
    return add(added, member, account);
  }
  const gone = member.passkeys.find(({ id }) => id === command.passkeyId);
  if (gone === undefined) return NO_PASSKEY;
  return changed(account, { ...member, passkeys: member.passkeys.filter((each) => each !== gone) }, 'removed', gone);
};

const add = (added: Passkey, member: Member, account: Stored<Account>): Decision<Account> | Refusal => {
  const { passkeys } = member;
  if (passkeys.some(({ credentialId }) => credentialId === added.credentialId)) return unchanged(account.record);
  if (passkeys.length >= MAX_PASSKEYS) return LIMIT_REACHED;
  const refusal = tooLong(added);
  if (refusal !== null) return refusal;
  const all = account.record.members.flatMap((each) => each.passkeys);
  if (capacityOf([...all, added]) > ALL_PASSKEYS_MAX_BYTES) return PASSKEY_LIMIT;
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
