import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Json } from '../../../scripts/support/api.ts';
import { type ConsoleAnswer, cookieOf, type MemberBrowser, send } from './console.ts';

/** A device that holds a passkey, and whose owner consents; what it answers may be bent. */

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

const lengthOf = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
};

/** What the console asks a device for. */
interface Asked {
  readonly challenge: string;
  readonly rpId: string;
  readonly userHandle: string;
}

const askedIn = (options: Json): Asked => {
  const { challenge, rpId, rp, user } = options as {
    readonly challenge: string;
    readonly rpId?: string;
    readonly rp?: { readonly id: string };
    readonly user?: { readonly id: string };
  };
  return { challenge, rpId: rpId ?? rp?.id ?? '', userHandle: user?.id ?? '' };
};

/** `padding`: bytes that its public key carries beyond what it needs. */
export const newDevice = (
  baseUrl: string,
  { credentialId = randomBytes(32), padding = 0 }: { readonly credentialId?: Buffer; readonly padding?: number } = {},
) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
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
    /** What it answers to who makes a passkey; `transports` as it says them. */
    make: (options: Json, transports: unknown = ['internal']) => {
      const asked = askedIn(options);
      userHandle = asked.userHandle;
      const credential = [Buffer.alloc(16), lengthOf(credentialId), credentialId, Buffer.from(isoCBOR.encode(cose))];
      const made = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(asked.rpId, USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, ...credential))],
      ]);
      const attestationObject = base64url(isoCBOR.encode(made as Parameters<typeof isoCBOR.encode>[0]));
      const clientDataJSON = base64url(clientData('webauthn.create', asked.challenge));
      return { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} };
    },
    /** What it answers to who signs in with it. */
    use: (options: Json) => {
      const { challenge, rpId } = askedIn(options);
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

/** What the member's browser is asked for to make a passkey. */
export const passkeyOptions = async (browser: MemberBrowser): Promise<Json> => {
  const answer = await browser.call({ method: 'POST', path: 'passkeys/options' });
  if (answer.status !== 200) throw new Error(`passkeys/options answered ${answer.status}`);
  return answer.body['options'] as Json;
};

/** Adds what the device makes to the member's passkeys. */
export const addPasskey = async (browser: MemberBrowser, device: Device, name = 'Laptop', transports?: unknown): Promise<ConsoleAnswer> => {
  const credential = device.make(await passkeyOptions(browser), transports);
  return browser.call({ method: 'POST', path: 'passkeys', body: { name, credential } });
};

/** Signs in by what the device signs, from a separate browser. */
export const signInByPasskey = async (baseUrl: string, device: Device): Promise<ConsoleAnswer> => {
  const { origin } = new URL(baseUrl);
  const asked = await send(baseUrl, { method: 'POST', path: 'passkey_challenges', body: {}, headers: { origin } });
  const credential = device.use(asked.body['options'] as Json);
  const headers = { origin, cookie: cookieOf(asked) };
  return send(baseUrl, { method: 'POST', path: 'passkey_sessions', body: { credential }, headers });
};
