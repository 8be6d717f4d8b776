import type * as v from 'valibot';
import type { WebhookEndpoint } from '../../shared/api/objects/webhook-endpoint.ts';
import { examplesOf, START } from './example.ts';

const webhookEndpoint: v.InferOutput<typeof WebhookEndpoint> = {
  id: 'we_01JD8Q4W2Z6V7K3M9XTRB5YH01',
  object: 'webhook_endpoint',
  created: START,
  livemode: false,
  url: 'https://hooks.example.com/billing',
  enabled_events: ['*'],
  description: null,
  status: 'enabled',
  secret_fingerprint: '9f86d081884c',
};

export const webhookEndpointExamples = examplesOf(webhookEndpoint, {
  'webhook_endpoint.created': { previous: null, invalid: { data: { secret: 'svcwhsec_0123456789' } } },
  'webhook_endpoint.updated': {
    data: { status: 'disabled' },
    previous: { status: 'enabled' },
    // The event has no field `customer`.
    invalid: { event: { customer: null } },
  },
  'webhook_endpoint.deleted': {
    previous: null,
    // The id of a delivery instead of an event.
    invalid: { event: { id: 'whd_0123456789abcdef0123456789abcdef' } },
  },
});
