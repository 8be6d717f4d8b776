import * as v from 'valibot';
import { ROLES } from '../../domain/account/record.ts';
import { isSignedBy, type SigningKey, signText } from '../../platform/signing-key.ts';

/**
 * Content of an operator token, with which the console forwards a member's call to an operation of the API. The console's function
 * checks the session and creates the token for one request. The browser itself gets a token only for the export, which is streamed.
 */
const Grant = v.strictObject({
  accountId: v.string(),
  mode: v.picklist(['live', 'test']),
  memberId: v.string(),
  role: v.picklist(ROLES),
  /** The only allowed operation; `null`: every operation that the role allows. */
  operation: v.nullable(v.string()),
  /** When the member signed in, Unix seconds; 0 in tokens of earlier releases, which can be in use during a deployment. */
  signedInAt: v.optional(v.number(), 0),
  /** The member's IP address, for the audit log. */
  ip: v.string(),
  userAgent: v.nullable(v.string()),
  /** Unix milliseconds. */
  expiresAtMs: v.number(),
});

export type OperatorGrant = v.InferOutput<typeof Grant>;

/** Lifetime of a token, milliseconds. */
export const OPERATOR_TOKEN_MS = 60_000;

/** `svc_operator_<id of the key>.<grant>.<signature>` */
const TOKEN_PATTERN = /^svc_operator_([0-9a-f]{32})\.([0-9A-Za-z_-]+)\.([0-9a-f]{128})$/;

const signedText = (keyId: string, payload: string): string => `operator-token:${keyId}.${payload}`;

/** Signs a grant. Only the functions of the console that declare `operator-key` can read the key. */
export const mintOperatorToken = (key: SigningKey, grant: OperatorGrant): string => {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `svc_operator_${key.id}.${payload}.${signText(key, signedText(key.id, payload))}`;
};

export const isOperatorToken = (token: string): boolean => TOKEN_PATTERN.test(token);

/** Returns the grant of a token; `null` if it is invalid or expired. `spkiOf` returns the published key (SPKI format) by id, or `null`. */
export const readOperatorToken = async (
  token: string,
  nowMs: number,
  spkiOf: (keyId: string) => Promise<string | null>,
): Promise<OperatorGrant | null> => {
  const [, keyId, payload, signature] = TOKEN_PATTERN.exec(token) ?? [];
  if (keyId === undefined || payload === undefined || signature === undefined) return null;
  const spki = await spkiOf(keyId);
  if (spki === null || !isSignedBy(spki, signedText(keyId, payload), signature)) return null;
  const grant = v.safeParse(Grant, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return grant.success && nowMs < grant.output.expiresAtMs ? grant.output : null;
};
