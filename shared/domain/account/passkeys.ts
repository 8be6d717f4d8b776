import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { memberOf } from './members.ts';
import { type Account, accountAggregate, type Member, PASSKEY_PREFIX, type Passkey } from './record.ts';

/** Adds or removes a passkey of a member. */
export type ChangePasskeys =
  | { readonly kind: 'add'; readonly passkey: Omit<Passkey, 'id' | 'created'> }
  | { readonly kind: 'remove'; readonly passkeyId: string };

/** Maximum number of passkeys per member. */
export const MAX_PASSKEYS = 10;
/** Maximum length of a credential id in WebAuthn. */
const CREDENTIAL_ID_MAX_BYTES = 1023;
/** Twice the length of the longest supported key, RSA with 4096 bits. */
const PUBLIC_KEY_MAX_BYTES = 1024;
/**
 * Maximum size of the passkeys of all members: several hundred passkeys. They are stored in the account's DynamoDB item, whose limit is
 * 400 KB; the rest is for 200 members, the profile and the branding.
 */
const ALL_PASSKEYS_MAX_BYTES = 150_000;

/** Transports of WebAuthn. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'] as const;

/** Returns the known transports among those that a browser reports; unknown values are left out. */
export const knownTransports = (reported: unknown): readonly string[] =>
  Array.isArray(reported) ? TRANSPORTS.filter((transport) => reported.includes(transport)) : [];

const MEMBER_LIMIT_REACHED = new Refusal('state_conflict', `A member has at most ${MAX_PASSKEYS} passkeys. Remove one first.`, {
  reason: 'passkey_limit_reached',
});
const ACCOUNT_LIMIT_REACHED = new Refusal('state_conflict', 'The account has reached its limit of passkeys. Remove one first.', {
  reason: 'passkey_limit_reached',
});
const ID_TOO_LONG = new Refusal('parameter_invalid', `The id of a passkey has at most ${CREDENTIAL_ID_MAX_BYTES} bytes.`, {
  param: 'credential.id',
});
const KEY_TOO_LONG = new Refusal('parameter_invalid', `The public key of a passkey has at most ${PUBLIC_KEY_MAX_BYTES} bytes.`, {
  param: 'credential.response.attestationObject',
});
const NO_PASSKEY = new Refusal('resource_missing', 'No such passkey.');

/** Number of bytes that a base64url text encodes. */
const byteLength = (base64url: string): number => Math.floor((base64url.length * 3) / 4);

const storedBytes = (passkeys: readonly Passkey[]): number => new TextEncoder().encode(JSON.stringify(passkeys)).length;

const refuseTooLong = ({ credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>): Refusal | null => {
  if (byteLength(credentialId) > CREDENTIAL_ID_MAX_BYTES) return ID_TOO_LONG;
  return byteLength(publicKey) > PUBLIC_KEY_MAX_BYTES ? KEY_TOO_LONG : null;
};

/**
 * Adds or removes a passkey of a member [AUD-07]. No change for a passkey that the member already has. Sessions that were opened with a
 * removed passkey stay open; `endSessions` ends them.
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
  const removed = member.passkeys.find(({ id }) => id === command.passkeyId);
  if (removed === undefined) return NO_PASSKEY;
  return decideMemberChange(account, { ...member, passkeys: member.passkeys.filter((each) => each !== removed) }, 'removed', removed);
};

const add = (added: Passkey, member: Member, account: Stored<Account>): Decision<Account> | Refusal => {
  const { passkeys } = member;
  if (passkeys.some(({ credentialId }) => credentialId === added.credentialId)) return unchanged(account.record);
  if (passkeys.length >= MAX_PASSKEYS) return MEMBER_LIMIT_REACHED;
  const refusal = refuseTooLong(added);
  if (refusal !== null) return refusal;
  const all = account.record.members.flatMap((each) => each.passkeys);
  if (storedBytes([...all, added]) > ALL_PASSKEYS_MAX_BYTES) return ACCOUNT_LIMIT_REACHED;
  return decideMemberChange(account, { ...member, passkeys: [...passkeys, added] }, 'added', added);
};

const decideMemberChange = (
  account: Stored<Account>,
  member: Member,
  verb: 'added' | 'removed',
  { id, name }: Passkey,
): Decision<Account> => {
  const members = account.record.members.map((each) => (each.id === member.id ? member : each));
  const after: Account = { ...account.record, members };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('passkey', verb, id), metadata: { member_id: member.id, name }, accountWide: true },
    result: after,
  };
};
