import * as v from 'valibot';
import { ROLES } from '../domain/account/record.ts';
import { isSignedBy, type SigningKey, signText } from '../platform/signing-key.ts';

/**
 * What lets a call of the console through to an operation of the API: who signed in, for how long. Made for one request by the
 * function that has checked the session. A browser is given one for the export alone, which is streamed past that function.
 */
const Grant = v.strictObject({
  accountId: v.string(),
  mode: v.picklist(['live', 'test']),
  memberId: v.string(),
  role: v.picklist(ROLES),
  /** The only operation that it opens; `null`: any that the role reaches. */
  operation: v.nullable(v.string()),
  /** Unix seconds: when the member signed in; long ago where a console of a former release does not say it, while the service is updated. */
  signedInAt: v.optional(v.number(), 0),
  /** Where the member is: the audit log shows it. */
  ip: v.string(),
  userAgent: v.nullable(v.string()),
  /** Unix milliseconds. */
  expiresAtMs: v.number(),
});

export type OperatorGrant = v.InferOutput<typeof Grant>;

/** As long as a call may take. */
export const OPERATOR_TOKEN_MS = 60_000;

/** `svc_operator_<id of the key>.<grant>.<signature>` */
const FORM = /^svc_operator_([0-9a-f]{32})\.([0-9A-Za-z_-]+)\.([0-9a-f]{128})$/;

const signedText = (keyId: string, payload: string): string => `operator-token:${keyId}.${payload}`;

/** Signs a grant. Only the functions of the console that declare `operator-key` can read the key. */
export const mintOperatorToken = (key: SigningKey, grant: OperatorGrant): string => {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `svc_operator_${key.id}.${payload}.${signText(key, signedText(key.id, payload))}`;
};

export const isOperatorToken = (token: string): boolean => FORM.test(token);

/** What a token grants; `null`: it is not one of ours, or its time is over. `spkiOf`: the published key with an id, or `null`. */
export const readOperatorToken = async (
  token: string,
  nowMs: number,
  spkiOf: (keyId: string) => Promise<string | null>,
): Promise<OperatorGrant | null> => {
  const [, keyId, payload, signature] = FORM.exec(token) ?? [];
  if (keyId === undefined || payload === undefined || signature === undefined) return null;
  const spki = await spkiOf(keyId);
  if (spki === null || !isSignedBy(spki, signedText(keyId, payload), signature)) return null;
  const grant = v.safeParse(Grant, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return grant.success && nowMs < grant.output.expiresAtMs ? grant.output : null;
};
