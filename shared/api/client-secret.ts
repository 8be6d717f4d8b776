import type { Mode, Tenant } from '../domain/tenant.ts';
import type { Pepper } from '../platform/credentials.ts';
import { isSigned, signatureOf } from '../platform/signatures.ts';

/** How long a browser may act with one secret; a replay of the creation gives a fresh one [LIM-13]. */
export const CLIENT_SECRET_SECONDS = 30 * 60;

/** What a secret opens: one session, until a moment. */
export interface ClientGrant {
  readonly tenant: Tenant;
  /** The session, one-off payment or setup. */
  readonly sessionId: string;
  /** Unix seconds, real time. */
  readonly expiresAt: number;
}

const formOf = (prefixes: string): RegExp =>
  new RegExp(`^((?:${prefixes})_[0-9A-Z]{26})_secret_(live|test)_(acct_[0-9A-Z]{26})_([0-9a-z]+)_([0-9a-f]{64})$`);

/** A secret that authorises one session's element calls, or one setup's confirmation, and nothing else. Signed and dated, so nothing is stored. */
export const mintClientSecret = (peppers: readonly Pepper[], tenant: Tenant, sessionId: string, nowSeconds: number): string => {
  const expiry = (nowSeconds + CLIENT_SECRET_SECONDS).toString(36);
  const signed = `${sessionId}_secret_${tenant.mode}_${tenant.accountId}_${expiry}`;
  return `${signed}_${signatureOf(peppers, 'client-secret', signed)}`;
};

/** What is embedded answers with a secret for the buyer's browser: a fresh one each time [IDEM-13, OSP-12]. */
export const withClientSecret =
  <Answer extends { readonly id: string; readonly ui_mode: string; readonly client_secret: string | null }>(
    peppers: readonly Pepper[],
    tenant: Tenant,
    now: number,
  ) =>
  (answer: Answer): Answer =>
    answer.ui_mode === 'embedded' ? { ...answer, client_secret: mintClientSecret(peppers, tenant, answer.id, now) } : answer;

type ReadSecret = (peppers: readonly Pepper[], secret: string) => ClientGrant | null;

const reading =
  (form: RegExp): ReadSecret =>
  (peppers, secret) => {
    const [, sessionId, mode, accountId, expiry, given] = form.exec(secret) ?? [];
    if (sessionId === undefined || accountId === undefined || expiry === undefined || given === undefined) return null;
    const signed = secret.slice(0, -(given.length + 1));
    const right = isSigned(peppers, 'client-secret', signed, given);
    return right ? { tenant: { accountId, mode: mode as Mode }, sessionId, expiresAt: Number.parseInt(expiry, 36) } : null;
  };

/** What the secret of a session or one-off payment opens, whether or not its time is over; `null` when it is not one of ours. */
export const readClientSecret = /* @__PURE__ */ reading(/* @__PURE__ */ formOf('cs|osp'));

/** The same of the secret of a setup, which is no credential. */
export const readSetupSecret = /* @__PURE__ */ reading(/* @__PURE__ */ formOf('seti'));
