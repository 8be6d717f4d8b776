import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type Calls, openSessionByPasskey, type Passkey, passkeyChallenge, type Session } from '../app/calls.ts';

/** What the browser does with passkeys. */

/** Whether it has any here: they belong to hosts that have a name. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Anyone who stops the browser's own dialog has not failed. */
export const isGivenUp = (error: unknown): boolean => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

export const signInByPasskey = async (): Promise<Session> => {
  const { options } = await passkeyChallenge();
  // As the service made them, with the library that this one belongs to.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return openSessionByPasskey(await startAuthentication({ optionsJSON }));
};

export const makePasskey = async (calls: Calls, name: string): Promise<readonly Passkey[]> => {
  const { options } = await calls.passkeyOptions();
  // As above.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return calls.addPasskey(name, await startRegistration({ optionsJSON }));
};
