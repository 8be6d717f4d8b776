import * as v from 'valibot';
import { objectHead, timestamp } from './common.ts';

const { id, object, livemode, created } = objectHead('billing_portal.session');

/** Response of the creation, the only response that contains the token [PRT-03..PRT-06]. */
export const BillingPortalSession = v.strictObject({
  id,
  object,
  created,
  livemode,
  subscription_id: v.string(),
  customer_id: v.string(),
  token: v.string(),
  url: v.string(),
  return_url: v.string(),
  expires_at: timestamp,
});

/** A revoked session [PRT-02]. */
export const BillingPortalSessionRevoked = v.strictObject({
  id,
  object,
  livemode,
  subscription_id: v.string(),
  customer_id: v.string(),
  revoked_at: timestamp,
});

/** All existing sessions of a customer were revoked. */
export const PortalSessionsRevoked = v.strictObject({
  object: v.literal('billing_portal.session_revocation'),
  livemode,
  customer_id: v.string(),
  revoked_at: timestamp,
});
