import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * Who has the session's token sees and manages one subscription in the portal. It protects, so all of its times are real time, whatever
 * clock the customer lives on. Of the token only the peppered hash is kept.
 */
export interface PortalSession extends BaseRecord {
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Where the portal leads back to; `null`: nowhere, as from a mail. */
  readonly returnUrl: string | null;
  /** Opened by a link in a mail that the service sent itself: it may do less [PRT-15]. */
  readonly limited: boolean;
  /** The change of an address whose mail opened it, and that it may approve; `null`: none. */
  readonly emailChangeId: string | null;
  /** Digest of the address that its link was mailed to; `null`: it was not mailed. */
  readonly mailedTo: string | null;
  /** How often all of the customer's sessions had been revoked when it was opened. */
  readonly revocationsBefore: number;
  readonly hash: string;
  /** Which pepper made the hash. */
  readonly pepperVersion: string;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** What is left of the answer of the creation when its token and address are taken away [PRT-03..PRT-06]. */
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

/** What revoking answers [PRT-02]. `revokedAt`: when it was revoked first. */
export const viewRevoked = ({ id, subscriptionId, customerId }: PortalSession, revokedAt: number, tenant: Tenant) => ({
  id,
  object: 'billing_portal.session' as const,
  livemode: livemode(tenant),
  subscription_id: subscriptionId,
  customer_id: customerId,
  revoked_at: revokedAt,
});

/** What revoking all sessions of a customer answers. */
export const viewAllRevoked = ({ id }: Customer, revokedAt: number, tenant: Tenant) => ({
  object: 'billing_portal.session_revocation' as const,
  livemode: livemode(tenant),
  customer_id: id,
  revoked_at: revokedAt,
});

const PREFIX = 'bps_';

export const isPortalSessionId = (id: string): boolean => id.startsWith(PREFIX);

/** Where a session is looked up by what its holder sends; holds all that a call needs to know of it. */
export const portalTokenLookup = (pepperVersion: string, hash: string): string => `portal-token#${pepperVersion}#${hash}`;

/** An expired session can still be reported from one that never was, and revoked, for so long. */
const KEPT_SECONDS = 30 * DAY_SECONDS;

/** A step of `upgrades`: sessions of the first form approve nothing. */
const withEmailChange = (session: Omit<PortalSession, 'emailChangeId' | AddedLater>): Omit<PortalSession, AddedLater> => ({
  ...session,
  emailChangeId: null,
});

type AddedLater = 'mailedTo' | 'revocationsBefore';

/** A step of `upgrades`: sessions were not bound to an address, and no customer's were revoked together. */
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
