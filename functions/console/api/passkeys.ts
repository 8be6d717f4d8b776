import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as v from 'valibot';
import { knownTransports } from '../../../shared/domain/account/passkeys.ts';
import type { Account, Member, Passkey } from '../../../shared/domain/account/record.ts';
import { baseUrl } from '../../../shared/platform/environment.ts';
import { ownOrigins } from '../../../shared/platform/public-url.ts';

/** Passkeys of members (WebAuthn): options for browsers and verification of their credentials. */

const CREDENTIAL_MAX_LENGTH = 8192;
const credentialText = v.pipe(v.string(), v.maxLength(CREDENTIAL_MAX_LENGTH));

/** A credential as serialized by the browser (`PublicKeyCredential.toJSON`). The WebAuthn library validates the other fields. */
export const PasskeyCredential = v.looseObject({
  id: credentialText,
  rawId: credentialText,
  type: v.literal('public-key'),
  response: v.looseObject({ clientDataJSON: credentialText }),
});
export type PasskeyCredential = v.InferOutput<typeof PasskeyCredential>;

/** The host name to which passkeys are bound. Browsers do not accept IP addresses, so a loopback address becomes `localhost`. */
const passkeyHost = (): string => {
  const { hostname } = new URL(baseUrl());
  return /^(127\.|\[)/.test(hostname) ? 'localhost' : hostname;
};

/** The user handle in a passkey identifies the member, so that no email address is needed to sign in. */
const userHandleOf = (accountId: string, memberId: string): string => `${accountId}.${memberId}`;

/** The account and member in the user handle, not yet verified; `null`: the handle is missing or invalid. */
export const claimedMemberOf = ({ response }: PasskeyCredential): { readonly accountId: string; readonly memberId: string } | null => {
  const { userHandle } = response;
  const handle = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString('utf8') : '';
  const [, accountId, memberId] = /^(acct_[0-9A-Z]{26})\.(mem_[0-9A-Z]{26})$/.exec(handle) ?? [];
  return accountId === undefined || memberId === undefined ? null : { accountId, memberId };
};

const challengeBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The options to create a passkey for a member. */
export const registrationOptions = (account: Account, member: Member, challenge: string) =>
  generateRegistrationOptions({
    rpName: account.name,
    rpID: passkeyHost(),
    userName: member.email,
    userID: new Uint8Array(Buffer.from(userHandleOf(account.id, member.id))),
    challenge: challengeBytes(challenge),
    attestationType: 'none',
    // Earlier releases also stored transports that this release does not support. They are left out.
    excludeCredentials: member.passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...knownTransports(transports)],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The options to sign in with any passkey of this host. */
export const authenticationOptions = (challenge: string) =>
  generateAuthenticationOptions({ rpID: passkeyHost(), challenge: challengeBytes(challenge), userVerification: 'required' });

/** Marks a challenge as used. Returns false if it is unknown, expired, already used, or was created for another session or browser. */
type UseChallenge = (challenge: string) => Promise<boolean>;

/** Verifies a new passkey; `null`: it is invalid, or its challenge is unknown, expired or already used. */
export const verifyNewPasskey = async (
  credential: PasskeyCredential,
  useChallenge: UseChallenge,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'transports'> | null> => {
  const verified = await verifyRegistrationResponse({
    // The library validates the credential and throws if a part is invalid.
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: useChallenge,
    expectedOrigin: [...ownOrigins(baseUrl())],
    expectedRPID: passkeyHost(),
  }).catch(() => null);
  if (verified === null || !verified.verified) return null;
  const { id, publicKey, transports } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), transports: knownTransports(transports) };
};

/**
 * Whether the passkey signed a valid challenge, with user verification. The signature counter is not stored: 0 makes the library accept any
 * counter of the passkey.
 */
export const isVerifiedPasskey = async (credential: PasskeyCredential, passkey: Passkey, useChallenge: UseChallenge): Promise<boolean> => {
  const verified = await verifyAuthenticationResponse({
    // The library validates the credential and throws if a part is invalid.
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: useChallenge,
    expectedOrigin: [...ownOrigins(baseUrl())],
    expectedRPID: passkeyHost(),
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
  }).catch(() => null);
  return verified?.verified === true;
};
