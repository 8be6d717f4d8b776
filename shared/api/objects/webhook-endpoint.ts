import * as v from 'valibot';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { described, doc, named } from '../schemas/described.ts';
import { count, objectHead, openEnum, timestamp } from './common.ts';

const fields = {
  ...objectHead('webhook_endpoint', doc('Id of the webhook endpoint. Starts with `we_`.')),
  url: described(v.string(), doc('URL that receives the events by POST.')),
  enabled_events: described(v.array(openEnum<string>(['*', ...EVENT_TYPES])), doc('Types of the events that are sent; `*`: all types.')),
  description: described(v.nullable(v.string()), doc('Your note about the endpoint; `null` if none was set.')),
  status: described(
    openEnum(['enabled', 'disabled']),
    doc('`enabled`, or `disabled`: events that are recorded while it is disabled are never sent.'),
  ),
  secret_fingerprint: described(
    v.string(),
    doc('First 12 hexadecimal digits of the SHA-256 digest of the signing secret, to recognize it.'),
  ),
};

export const WebhookEndpoint = v.strictObject(fields);
/** Response of creation and rotation, the only responses that contain the secret [WHE-17]. */
export const WebhookEndpointWithSecret = named(
  v.strictObject({
    ...fields,
    secret: described(v.string(), doc('Secret to verify the signature of deliveries, `svcwhsec_...`. Only this response contains it.')),
  }),
  'WebhookEndpointWithSecret',
);
export const WebhookEndpointDeleted = named(
  v.strictObject({
    id: fields.id,
    object: fields.object,
    deleted: described(v.literal(true), doc('Always true: the endpoint and its deliveries are deleted.')),
  }),
  'WebhookEndpointDeleted',
);

export const WebhookDelivery = v.strictObject({
  ...objectHead('webhook_delivery', doc('Id of the delivery. Starts with `whd_`.')),
  endpoint_id: described(v.string(), doc('Id of the webhook endpoint. Starts with `we_`.')),
  event_id: described(v.string(), doc('Id of the event. Starts with `evt_`.')),
  event_type: described(openEnum<string>(EVENT_TYPES), doc('Type of the event, such as `invoice.paid`.')),
  status: described(
    openEnum(['pending', 'delivered', 'failed']),
    doc('`pending` (an attempt follows), `delivered` (the endpoint answered with 2xx) or `failed` (the last attempt failed).'),
  ),
  attempt_count: described(count, doc('Number of attempts so far.')),
  next_attempt_at: described(v.nullable(timestamp), doc('Unix time in seconds of the next attempt; `null` if none follows.')),
  last_response_code: described(
    v.nullable(count),
    doc('HTTP status of the last response; `null` before the first attempt, or if the last attempt got no response.'),
  ),
  last_error: described(
    v.nullable(v.string()),
    doc('Why the last attempt failed; `null` if the last attempt succeeded, and before the first attempt.'),
  ),
  last_response_body_excerpt: described(
    v.nullable(v.string()),
    doc('First 2048 bytes of the last response; `null` if the last attempt got no response.'),
  ),
  test: described(
    v.optional(v.literal(true)),
    doc('True for a test event, which no list of events contains. Absent in deliveries of recorded events.'),
  ),
});

export const WebhookDeliveryRequest = v.strictObject({
  object: described(v.literal('webhook_delivery_request'), doc('Type of the object.')),
  method: described(v.literal('POST'), doc('HTTP method of the request.')),
  url: described(v.string(), doc('URL of the endpoint, to which the next attempt is sent.')),
  headers: described(
    v.record(v.string(), v.string()),
    doc(
      'Headers of the request by name. The signatures and their times are missing, because each attempt computes them when it is sent; ' +
        '`Service-Delivery-Attempt` is the number of the last attempt, or 1 before the first one.',
    ),
  ),
  body: described(
    v.nullable(v.string()),
    doc(
      'Body of the request, byte for byte as it is sent; `null` if the event is no longer kept (90 days), or the key lacks the scope `events:read`.',
    ),
  ),
});
