import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import { customerId, objectHead, objectName, timestamp } from '../common.ts';

const { id, object, livemode, created } = objectHead('billing_portal.session', doc('Id of the portal session. Starts with `bps_`.'));

/** Response of the creation, the only response that contains the token [PRT-03..PRT-06]. */
export const BillingPortalSession = v.strictObject({
  id,
  object,
  created,
  livemode,
  subscription_id: described(v.string(), doc('Id of the subscription that the portal shows. Starts with `sub_`.')),
  customer_id: customerId,
  token: described(
    v.string(),
    doc('Token of the session, `svc_portal_...`, which authorizes the calls of the portal. Only this response contains it.'),
  ),
  url: described(
    v.string(),
    doc('URL of the portal, with the token, to which to redirect the customer. On the custom domain of the account, if it has one.'),
  ),
  return_url: described(v.string(), doc('URL of the link in the portal that leads back to your site.')),
  expires_at: described(
    timestamp,
    doc('Unix time in seconds when the session expires, one hour of real time after its creation, even if the customer has a test clock.'),
  ),
});

/** Response of revoking a session [PRT-02]. */
export const BillingPortalSessionRevoked = named(
  v.strictObject({
    id,
    object,
    livemode,
    subscription_id: described(v.string(), doc('Id of the subscription that the portal shows. Starts with `sub_`.')),
    customer_id: customerId,
    revoked_at: described(timestamp, doc('Unix time in seconds when the session was first revoked.')),
  }),
  'BillingPortalSessionRevoked',
);

/** Response of revoking all existing sessions of a customer. */
export const PortalSessionsRevoked = v.strictObject({
  object: objectName('billing_portal.session_revocation'),
  livemode,
  customer_id: customerId,
  revoked_at: described(timestamp, doc('Unix time in seconds when the sessions were revoked.')),
});
