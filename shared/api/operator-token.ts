import * as v from 'valibot';
import { ROLES } from '../domain/account/record.ts';
import type { Pepper } from '../platform/credentials.ts';
import { isSigned, signatureOf } from '../platform/signatures.ts';

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

const FORM = /^svc_operator_([0-9A-Za-z_-]+)\.([0-9a-f]{64})$/;

export const mintOperatorToken = (peppers: readonly Pepper[], grant: OperatorGrant): string => {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `svc_operator_${payload}.${signatureOf(peppers, 'operator-token', payload)}`;
};

export const isOperatorToken = (token: string): boolean => FORM.test(token);

/** What a token grants; `null`: it is not one of ours, or its time is over. */
export const readOperatorToken = (peppers: readonly Pepper[], token: string, nowMs: number): OperatorGrant | null => {
  const [, payload, signature] = FORM.exec(token) ?? [];
  if (payload === undefined || signature === undefined || !isSigned(peppers, 'operator-token', payload, signature)) return null;
  const grant = v.safeParse(Grant, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return grant.success && nowMs < grant.output.expiresAtMs ? grant.output : null;
};
