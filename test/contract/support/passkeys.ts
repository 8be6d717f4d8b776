import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Json } from '../../../scripts/support/api.ts';
import { type ConsoleAnswer, cookieOf, type MemberBrowser, sendConsoleRequest } from './console.ts';

/** A fake authenticator that registers a passkey and signs in with it. */

/** Flags of the authenticator data. */
const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

const lengthPrefix = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
};

/** The WebAuthn options that the authenticator uses. */
interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly userHandle: string;
}

const requestOf = (options: Json): PasskeyRequest => {
  const { challenge, rpId, rp, user } = options as {
    readonly challenge: string;
    readonly rpId?: string;
    readonly rp?: { readonly id: string };
    readonly user?: { readonly id: string };
  };
  return { challenge, rpId: rpId ?? rp?.id ?? '', userHandle: user?.id ?? '' };
};

/** Creates an authenticator with one key. `padding`: number of unused bytes in its public key, to test long keys. */
export const newDevice = (
  baseUrl: string,
  { credentialId = randomBytes(32), padding = 0 }: { readonly credentialId?: Buffer; readonly padding?: number } = {},
) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE labels of an elliptic curve key: 1 is the key type, 3 the algorithm (ES256), -1 the curve (P-256), -2 and -3 are the point.
  // -70000 is unassigned: it contains the padding.
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ...(padding === 0 ? [] : [[-70_000, new Uint8Array(padding)] as const]),
  ]);
  const id = base64url(credentialId);
  let userHandle = '';
  const clientData = (type: string, challenge: string): string => JSON.stringify({ type, challenge, origin: new URL(baseUrl).origin });
  const authData = (rpId: string, flags: number, ...rest: readonly Buffer[]): Buffer =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), Buffer.alloc(4), ...rest]);
  return {
    /** The response of `navigator.credentials.create()`. */
    make: (options: Json, transports: unknown = ['internal']) => {
      const request = requestOf(options);
      userHandle = request.userHandle;
      const credential = [Buffer.alloc(16), lengthPrefix(credentialId), credentialId, Buffer.from(isoCBOR.encode(cose))];
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(request.rpId, USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, ...credential))],
      ]);
      const attestationObject = base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]));
      const clientDataJSON = base64url(clientData('webauthn.create', request.challenge));
      return { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} };
    },
    /** The response of `navigator.credentials.get()`. */
    use: (options: Json) => {
      const { challenge, rpId } = requestOf(options);
      const data = clientData('webauthn.get', challenge);
      const authenticatorData = authData(rpId, USER_PRESENT_AND_VERIFIED);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle,
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };
};

export type Device = ReturnType<typeof newDevice>;

/** Fetches the registration options for the member. */
export const passkeyOptions = async (browser: MemberBrowser): Promise<Json> => {
  const answer = await browser.call({ method: 'POST', path: 'passkeys/options' });
  if (answer.status !== 200) throw new Error(`passkeys/options answered ${answer.status}`);
  return answer.body['options'] as Json;
};

/** Registers a passkey of the device for the member. */
export const addPasskey = async (browser: MemberBrowser, device: Device, name = 'Laptop', transports?: unknown): Promise<ConsoleAnswer> => {
  const credential = device.make(await passkeyOptions(browser), transports);
  return browser.call({ method: 'POST', path: 'passkeys', body: { name, credential } });
};

/** Signs in with the device's passkey, in a new browser. */
export const signInByPasskey = async (baseUrl: string, device: Device): Promise<ConsoleAnswer> => {
  const { origin } = new URL(baseUrl);
  const challengeAnswer = await sendConsoleRequest(baseUrl, { method: 'POST', path: 'passkey_challenges', body: {}, headers: { origin } });
  const credential = device.use(challengeAnswer.body['options'] as Json);
  const headers = { origin, cookie: cookieOf(challengeAnswer) };
  return sendConsoleRequest(baseUrl, { method: 'POST', path: 'passkey_sessions', body: { credential }, headers });
};
