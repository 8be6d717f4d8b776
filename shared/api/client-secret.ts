import type { Mode, Tenant } from '../domain/tenant.ts';
import type { Pepper } from '../platform/credentials.ts';
import { isSigned, signatureOf } from '../platform/signatures.ts';

/** Lifetime of a client secret; a replay of the create request returns a new one [LIM-13]. */
export const CLIENT_SECRET_SECONDS = 30 * 60;

/** Access of a client secret: one session, until it expires. */
export interface ClientGrant {
  readonly tenant: Tenant;
  /** Id of the checkout session, one-off payment or setup. */
  readonly sessionId: string;
  /** Unix seconds, real time. */
  readonly expiresAt: number;
}

const secretPattern = (prefixes: string): RegExp =>
  new RegExp(`^((?:${prefixes})_[0-9A-Z]{26})_secret_(live|test)_(acct_[0-9A-Z]{26})_([0-9a-z]+)_([0-9a-f]{64})$`);

/** Creates a secret for the element calls of one session, or the confirmation of one setup. Signed with its expiry, so it is not stored. */
export const mintClientSecret = (peppers: readonly Pepper[], tenant: Tenant, sessionId: string, nowSeconds: number): string => {
  const expiry = (nowSeconds + CLIENT_SECRET_SECONDS).toString(36);
  const payload = `${sessionId}_secret_${tenant.mode}_${tenant.accountId}_${expiry}`;
  return `${payload}_${signatureOf(peppers, 'client-secret', payload)}`;
};

/** Adds a new client secret to the response of an embedded session [IDEM-13, OSP-12]. */
export const withClientSecret =
  <Answer extends { readonly id: string; readonly ui_mode: string; readonly client_secret: string | null }>(
    peppers: readonly Pepper[],
    tenant: Tenant,
    now: number,
  ) =>
  (answer: Answer): Answer =>
    answer.ui_mode === 'embedded' ? { ...answer, client_secret: mintClientSecret(peppers, tenant, answer.id, now) } : answer;

type ReadSecret = (peppers: readonly Pepper[], secret: string) => ClientGrant | null;

const secretReader =
  (pattern: RegExp): ReadSecret =>
  (peppers, secret) => {
    const [, sessionId, mode, accountId, expiry, signature] = pattern.exec(secret) ?? [];
    if (sessionId === undefined || accountId === undefined || expiry === undefined || signature === undefined) return null;
    const payload = secret.slice(0, -(signature.length + 1));
    const valid = isSigned(peppers, 'client-secret', payload, signature);
    return valid ? { tenant: { accountId, mode: mode as Mode }, sessionId, expiresAt: Number.parseInt(expiry, 36) } : null;
  };

/** Reads the secret of a session or one-off payment, also an expired one; `null` if it is invalid. */
export const readClientSecret = /* @__PURE__ */ secretReader(/* @__PURE__ */ secretPattern('cs|osp'));

/** Reads the secret of a setup, which does not authenticate requests. */
export const readSetupSecret = /* @__PURE__ */ secretReader(/* @__PURE__ */ secretPattern('seti'));
