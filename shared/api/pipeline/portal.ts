import type { Stored } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { isEnded, type OpenedSession } from '../../domain/portal-session/validity.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { derivedIds } from '../../platform/ids.ts';
import type { Item } from '../../store/core/table.ts';
import type { Store } from '../../store/writer/store.ts';
import type { ErrorCode, ErrorDetail } from '../errors/errors.ts';
import type { Buyer } from './state.ts';

/** The error of an invalid credential. */
export type Failure = ErrorDetail & { readonly code: ErrorCode };

const invalid = (message: string, reason?: Failure['reason']): { readonly failure: Failure } => ({
  failure: { code: 'invalid_api_key', message, reason },
});

const REVOKED = invalid('This portal session was ended. Open the portal again.', 'portal_session_revoked');

/**
 * Returns the buyer of a portal token, or the error if the token is missing or unknown, or if its session expired, was revoked, or was
 * ended by a change of the customer's email address [PRT-12..PRT-14]. `record`: the stored session; `customer`: the session's customer.
 */
export const portalVerdict = (
  header: string | undefined,
  record: Item | null,
  customer: Customer | null,
  nowMs: number,
): { readonly buyer: Buyer } | { readonly failure: Failure } => {
  if (header === undefined) {
    const message = 'Send the token of the portal session as "Authorization: Bearer <token>".';
    return { failure: { code: 'authentication_required', message } };
  }
  if (record === null) return invalid('The token is not valid. Open the portal again.');
  if ((record.revoked_at ?? null) !== null || isEnded(openedIn(record), customer, derivedIds)) return REVOKED;
  if (nowMs >= Number(record.expires_at) * 1000)
    return invalid('This portal session has expired. Open the portal again.', 'portal_session_expired');
  return { buyer: buyerIn(record) };
};

/** Reads the fields that tell whether the session has ended; sessions of earlier releases do not have all of them. */
const openedIn = (record: Item): OpenedSession => ({
  limited: record.limited === true,
  mailedTo: (record.mailed_to ?? null) as string | null,
  emailChangeId: (record.email_change_id ?? null) as string | null,
  revocationsBefore: Number(record.revocations_before ?? 0),
});

/** Fetches the customer of a stored session. */
export const fetchCustomerOfSession = (store: Store, record: Item): Promise<Stored<Customer> | null> =>
  store.get(customerAggregate, tenantIn(record), String(record.customer_id));

const tenantIn = (record: Item): Tenant => ({ accountId: String(record.account_id), mode: record.mode as Mode });

const buyerIn = (record: Item): Buyer => ({
  tenant: tenantIn(record),
  sessionId: String(record.session_id),
  portal: {
    subscriptionId: String(record.subscription_id),
    customerId: String(record.customer_id),
    limited: record.limited === true,
  },
});
