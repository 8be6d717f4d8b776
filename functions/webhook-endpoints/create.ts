import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import * as fields from '../../shared/api/fields.ts';
import { WebhookEndpointWithSecret } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { createWebhookEndpoint } from '../../shared/domain/webhook-endpoint/create.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { checkEndpointUrl } from '../../shared/webhooks/endpoint-url.ts';
import { sealedSecret } from '../../shared/webhooks/sealing.ts';
import { guardSettings } from '../../shared/webhooks/settings.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.create',
  method: 'POST',
  path: '/v1/webhook_endpoints',
  summary: 'Register a webhook endpoint',
  description:
    'The url must resolve to public addresses only. The signing secret is shown in this answer, and again only when it is rotated.',
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['cipher'],
  params: {},
  query: null,
  body: v.strictObject({
    url: fields.text(1, 2083),
    enabled_events: v.optional(
      v.pipe(v.array(fields.text(1, 64)), v.minLength(1, 'must have an entry.'), v.maxLength(64, 'must have at most 64 entries.')),
    ),
    description: v.nullish(fields.text(0, 255)),
  }),
  response: WebhookEndpointWithSecret,
  errors: ['webhook_endpoint_limit_reached'],
});

/** Refused alike whatever was found: a caller must not learn from it what lies behind a name. */
const checkUrl = async (url: string): Promise<void> => {
  const verdict = await checkEndpointUrl(url, guardSettings());
  if (!verdict.ok) throw new ApiError('parameter_invalid', { message: verdict.message, param: 'url', reason: verdict.reason });
};

export const handler = serve(operation, async ({ body }, { tenant, ids, run }) => {
  const id = ids.next(webhookEndpointAggregate.prefix);
  const [{ plaintext, secret }] = await Promise.all([sealedSecret(tenant.accountId, id), checkUrl(body.url)]);
  return run({
    load: async () => null,
    decide: (_state, context) =>
      createWebhookEndpoint(
        { id, url: body.url, enabledEvents: body.enabled_events, description: body.description, secret },
        null,
        context,
      ),
    answer: (endpoint) =>
      shown<v.InferOutput<typeof WebhookEndpointWithSecret>>({ ...viewWebhookEndpoint(endpoint, tenant), secret: plaintext }),
    secret: true,
  });
});
