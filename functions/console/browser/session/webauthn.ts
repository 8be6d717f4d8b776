import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type Calls, createPasskeyChallenge, openSessionByPasskey, type Passkey, type Session } from '../app/calls.ts';

/** Whether the member can use passkeys on this page: they require browser support, and a host name instead of an IP address in the URL. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the member canceled the browser's dialog. */
export const isCanceledByUser = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

export const signInByPasskey = async (): Promise<Session> => {
  const { options } = await createPasskeyChallenge();
  // The cast is safe, because the service creates the options with the server package of this library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return openSessionByPasskey(await startAuthentication({ optionsJSON }));
};

export const createPasskey = async (calls: Calls, name: string): Promise<readonly Passkey[]> => {
  const { options } = await calls.passkeyOptions();
  // The cast is safe, because the service creates the options with the server package of this library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return calls.addPasskey(name, await startRegistration({ optionsJSON }));
};
