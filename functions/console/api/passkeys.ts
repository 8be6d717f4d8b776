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

/** Passkeys of members (WebAuthn): what a browser is asked for, and whether what it answers is proof. */

const CREDENTIAL_MAX_LENGTH = 8192;
const part = v.pipe(v.string(), v.maxLength(CREDENTIAL_MAX_LENGTH));

/** A credential as a browser writes it (`PublicKeyCredential.toJSON`); the library reads what is in it. */
export const PasskeyAnswer = v.looseObject({
  id: part,
  rawId: part,
  type: v.literal('public-key'),
  response: v.looseObject({ clientDataJSON: part }),
});
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>;

/** Passkeys belong to a host. Browsers take no address in its place; this machine has a name. */
const hostOf = (): string => {
  const { hostname } = new URL(baseUrl());
  return /^(127\.|\[)/.test(hostname) ? 'localhost' : hostname;
};

/** Which member of which account a passkey is of: it tells when it signs in, so that nobody has to say an address. */
const handleOf = (accountId: string, memberId: string): string => `${accountId}.${memberId}`;

/** Who a passkey says that it is of; `null`: it says nothing that could be. */
export const holderIn = ({ response }: PasskeyAnswer): { readonly accountId: string; readonly memberId: string } | null => {
  const { userHandle } = response;
  const handle = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString('utf8') : '';
  const [, accountId, memberId] = /^(acct_[0-9A-Z]{26})\.(mem_[0-9A-Z]{26})$/.exec(handle) ?? [];
  return accountId === undefined || memberId === undefined ? null : { accountId, memberId };
};

const challengeBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** What the browser of a member is asked for to make a passkey. */
export const registrationOptions = (account: Account, member: Member, challenge: string) =>
  generateRegistrationOptions({
    rpName: account.name,
    rpID: hostOf(),
    userName: member.email,
    userID: new Uint8Array(Buffer.from(handleOf(account.id, member.id))),
    challenge: challengeBytes(challenge),
    attestationType: 'none',
    // Former releases kept the transports as they were reported.
    excludeCredentials: member.passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...knownTransports(transports)],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** What any browser is asked for to sign in: it offers the passkeys that it has for this host. */
export const authenticationOptions = (challenge: string) =>
  generateAuthenticationOptions({ rpID: hostOf(), challenge: challengeBytes(challenge), userVerification: 'required' });

type UseChallenge = (challenge: string) => Promise<boolean>;

/** What a browser made; `null`: it proves nothing, or the challenge was not to be used. */
export const provenPasskey = async (
  answer: PasskeyAnswer,
  useChallenge: UseChallenge,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'transports'> | null> => {
  const verified = await verifyRegistrationResponse({
    // The library checks every part of it, and throws where one is amiss.
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: useChallenge,
    expectedOrigin: [...ownOrigins(baseUrl())],
    expectedRPID: hostOf(),
  }).catch(() => null);
  if (verified === null || !verified.verified) return null;
  const { id, publicKey, transports } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), transports: knownTransports(transports) };
};

/** Whether the passkey signed the challenge, with its holder's consent. */
export const isProven = async (answer: PasskeyAnswer, passkey: Passkey, useChallenge: UseChallenge): Promise<boolean> => {
  const verified = await verifyAuthenticationResponse({
    // As above.
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: useChallenge,
    expectedOrigin: [...ownOrigins(baseUrl())],
    expectedRPID: hostOf(),
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
  }).catch(() => null);
  return verified?.verified === true;
};
