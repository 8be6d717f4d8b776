import type { WebhookEndpoint } from '../../shared/domain/webhook-endpoint/record.ts';

/** An enabled webhook endpoint for all events. */
export const ENDPOINT: WebhookEndpoint = {
  id: `we_${'0'.repeat(26)}`,
  created: 1,
  url: 'https://example.com/',
  enabledEvents: ['*'],
  description: null,
  status: 'enabled',
  heardAfter: 0,
  disabledSpan: null,
  secret: { ciphertext: 'x', fingerprint: 'x' },
  formerSecrets: [],
};
