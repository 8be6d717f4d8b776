import type { Mode } from '../../domain/kernel.ts';
import type { Item } from '../../store/core/table.ts';
import type { ErrorCode, ErrorDetail } from '../errors.ts';
import type { Buyer } from './state.ts';

/** Why a credential opens nothing. */
export type Failure = ErrorDetail & { readonly code: ErrorCode };

const invalid = (message: string, reason?: Failure['reason']): { readonly failure: Failure } => ({
  failure: { code: 'invalid_api_key', message, reason },
});

/** Who is behind a portal token, by what is kept of it: the holder of one session, until it expires or is revoked [PRT-12..PRT-14]. */
export const portalVerdict = (
  header: string | undefined,
  record: Item | null,
  nowMs: number,
): { readonly buyer: Buyer } | { readonly failure: Failure } => {
  if (header === undefined) {
    const message = 'Send the token of the portal session as "Authorization: Bearer <token>".';
    return { failure: { code: 'authentication_required', message } };
  }
  if (record === null) return invalid('This is not the token of a portal session. Open the portal again.');
  if ((record.revoked_at ?? null) !== null)
    return invalid('This portal session was ended. Open the portal again.', 'portal_session_revoked');
  if (nowMs >= Number(record.expires_at) * 1000)
    return invalid('This portal session has expired. Open the portal again.', 'portal_session_expired');
  return { buyer: buyerIn(record) };
};

const buyerIn = (record: Item): Buyer => ({
  tenant: { accountId: String(record.account_id), mode: record.mode as Mode },
  sessionId: String(record.session_id),
  portal: {
    subscriptionId: String(record.subscription_id),
    customerId: String(record.customer_id),
    limited: record.limited === true,
  },
});
