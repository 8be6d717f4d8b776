import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * Access to one subscription in the portal for anyone with the token. Only the peppered hash of the token is stored. All times are real
 * time, also for customers on a test clock.
 */
export interface PortalSession extends BaseRecord {
  readonly customerId: string;
  readonly subscriptionId: string;
  /** URL of the portal's link back to the account's site; `null`: no link, as in sessions from mails. */
  readonly returnUrl: string | null;
  /**
   * True if the link in a mail about an invoice, a failed renewal or a changed email opened the session, which then has fewer permissions
   * [PRT-15]. False if the API created the session, also if its link was mailed (`deliver_email`).
   */
  readonly limited: boolean;
  /** The email change that the session can approve; `null`: none. */
  readonly emailChangeId: string | null;
  /** Digest of the email that the link was mailed to; `null`: not mailed. */
  readonly mailedTo: string | null;
  /** The customer's `portalRevocations` when the session was created. The session is revoked once the customer's number is higher. */
  readonly revocationsBefore: number;
  readonly hash: string;
  /** Version of the pepper of the hash. */
  readonly pepperVersion: string;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** The API's `billing_portal.session` without token and URL: only the response that creates the session contains them [PRT-03..PRT-06]. */
export const viewPortalSession = (session: PortalSession, tenant: Tenant) => ({
  id: session.id,
  object: 'billing_portal.session' as const,
  created: session.created,
  livemode: livemode(tenant),
  subscription_id: session.subscriptionId,
  customer_id: session.customerId,
  return_url: session.returnUrl,
  expires_at: session.expiresAt,
});
type PortalSessionView = ReturnType<typeof viewPortalSession>;

/** Response of revoking a session [PRT-02]. `revokedAt`: time of the first revocation. */
export const viewRevoked = ({ id, subscriptionId, customerId }: PortalSession, revokedAt: number, tenant: Tenant) => ({
  id,
  object: 'billing_portal.session' as const,
  livemode: livemode(tenant),
  subscription_id: subscriptionId,
  customer_id: customerId,
  revoked_at: revokedAt,
});

/** Response of revoking all sessions of a customer. */
export const viewAllRevoked = ({ id }: Customer, revokedAt: number, tenant: Tenant) => ({
  object: 'billing_portal.session_revocation' as const,
  livemode: livemode(tenant),
  customer_id: id,
  revoked_at: revokedAt,
});

const PREFIX = 'bps_';

export const isPortalSessionId = (id: string): boolean => id.startsWith(PREFIX);

/** Lookup key of a session by its token's hash. The lookup's data is sufficient to authorize a request. */
export const portalTokenLookup = (pepperVersion: string, hash: string): string => `portal-token#${pepperVersion}#${hash}`;

/** An expired session is stored for this time. While it is stored, it is reported as expired and can be revoked. */
const KEPT_SECONDS = 30 * DAY_SECONDS;

/** Migrates version 1, in which sessions could not approve email changes. */
const withEmailChange = (session: Omit<PortalSession, 'emailChangeId' | AddedLater>): Omit<PortalSession, AddedLater> => ({
  ...session,
  emailChangeId: null,
});

type AddedLater = 'mailedTo' | 'revocationsBefore';

/** Migrates version 2, in which sessions were not bound to an email and a customer's sessions could not be revoked together. */
const withBinding = (session: Omit<PortalSession, AddedLater>): PortalSession => ({ ...session, mailedTo: null, revocationsBefore: 0 });

export const portalSessionAggregate: Aggregate<PortalSession, PortalSessionView> = {
  type: 'portal_session',
  prefix: PREFIX,
  migrations: [withEmailChange, withBinding],
  view: viewPortalSession,
  unlogged: true,
  customerIdOf: (session) => session.customerId,
  expiresAtOf: (session) => session.expiresAt + KEPT_SECONDS,
  lookupsOf: (session) => [
    {
      key: portalTokenLookup(session.pepperVersion, session.hash),
      data: {
        session_id: session.id,
        subscription_id: session.subscriptionId,
        customer_id: session.customerId,
        limited: session.limited,
        mailed_to: session.mailedTo,
        email_change_id: session.emailChangeId,
        revocations_before: session.revocationsBefore,
        expires_at: session.expiresAt,
        revoked_at: session.revokedAt,
      },
    },
  ],
};
