import type { Mode, Tenant } from '../../domain/tenant.ts';
import type { Pepper } from '../../platform/credentials.ts';
import { isSigned, signatureOf } from '../../platform/signatures.ts';

/** Lifetime of a client secret; a replay of the create request returns a new secret [LIM-13]. */
export const CLIENT_SECRET_SECONDS = 30 * 60;

/** Access that a client secret grants: to one object, until `expiresAt`. */
export interface ClientGrant {
  readonly tenant: Tenant;
  /** Id of the checkout session (`cs_`), one-off payment (`osp_`) or setup (`seti_`). */
  readonly subjectId: string;
  /** Unix seconds, real time. */
  readonly expiresAt: number;
}

const secretPattern = (prefixes: string): RegExp =>
  new RegExp(`^((?:${prefixes})_[0-9A-Z]{26})_secret_(live|test)_(acct_[0-9A-Z]{26})_([0-9a-z]+)_([0-9a-f]{64})$`);

/** Creates a secret for one session, one-off payment or setup. The secret contains its signed expiry, so it is not stored. */
export const mintClientSecret = (peppers: readonly Pepper[], tenant: Tenant, subjectId: string, nowSeconds: number): string => {
  const expiry = (nowSeconds + CLIENT_SECRET_SECONDS).toString(36);
  const payload = `${subjectId}_secret_${tenant.mode}_${tenant.accountId}_${expiry}`;
  return `${payload}_${signatureOf(peppers, 'client-secret', payload)}`;
};

/** Adds a new client secret to the response of an embedded session or one-off payment [IDEM-13, OSP-12]. */
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
    const [, subjectId, mode, accountId, expiry, signature] = pattern.exec(secret) ?? [];
    if (subjectId === undefined || accountId === undefined || expiry === undefined || signature === undefined) return null;
    const payload = secret.slice(0, -(signature.length + 1));
    const valid = isSigned(peppers, 'client-secret', payload, signature);
    return valid ? { tenant: { accountId, mode: mode as Mode }, subjectId, expiresAt: Number.parseInt(expiry, 36) } : null;
  };

/** Reads the secret of a session or one-off payment, also an expired secret; `null` for an invalid secret. */
export const readClientSecret = /* @__PURE__ */ secretReader(/* @__PURE__ */ secretPattern('cs|osp'));

/** Reads the secret of a setup; a setup's secret does not authenticate requests. */
export const readSetupSecret = /* @__PURE__ */ secretReader(/* @__PURE__ */ secretPattern('seti'));
