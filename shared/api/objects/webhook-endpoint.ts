import * as v from 'valibot';
import { count, objectHead, openEnum, timestamp } from './common.ts';

const fields = {
  ...objectHead('webhook_endpoint'),
  url: v.string(),
  enabled_events: v.array(openEnum()),
  description: v.nullable(v.string()),
  status: openEnum(),
  secret_fingerprint: v.string(),
};

export const WebhookEndpoint = v.strictObject(fields);
/** Response of creation and rotation, the only responses that contain the secret [WHE-17]. */
export const WebhookEndpointWithSecret = v.strictObject({ ...fields, secret: v.string() });
export const WebhookEndpointDeleted = v.strictObject({ id: v.string(), object: v.literal('webhook_endpoint'), deleted: v.literal(true) });

export const WebhookDelivery = v.strictObject({
  ...objectHead('webhook_delivery'),
  endpoint_id: v.string(),
  event_id: v.string(),
  event_type: openEnum(),
  status: openEnum(),
  attempt_count: count,
  next_attempt_at: v.nullable(timestamp),
  last_response_code: v.nullable(count),
  last_error: v.nullable(v.string()),
  last_response_body_excerpt: v.nullable(v.string()),
});
