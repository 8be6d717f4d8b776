import { defineOperation } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { paymentIdIn } from '../../shared/provider/registry.ts';
import { clock, queue } from '../../shared/runtime/services.ts';
import { debitProviderWebhook } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'provider_webhooks.receive',
  method: 'POST',
  path: '/provider/webhooks/{account_id}/{mode}/{payment_id}',
  summary: 'Payment provider webhook',
  description: doc(
    'The webhook is unsigned, so its content is not trusted: the call only makes the service fetch the payment status from the provider. ' +
      'Returns 200 for any id, so that callers learn nothing about payments. Rate limits: 6,000 calls per minute per IP address; per ' +
      'payment 30 calls at once, then 6 per minute. Returns 429 above these limits, and 503 during maintenance; the provider ' +
      'retries later.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['provider-webhook'],
  // Rate limit buckets.
  table: { update: ['P#*'] },
  // While a backup is being restored, the table may not have the payment. The provider calls again later.
  maintenance: 'refused',
  params: { account_id: idParams.account, mode: { pattern: /^(live|test)$/, what: 'mode' }, payment_id: idParams.payment },
  response: 'http-result',
});

export const handler = servePublic(operation, async ({ params }, { text, ip, store: { table } }) => {
  const bucket = await debitProviderWebhook(table, ip, params.payment_id, clock.nowMs());
  if (!bucket.allowed) throw rateLimitedError(bucket, 'webhooks');
  const id = paymentIdIn(text);
  if (id !== null) {
    const { account_id: accountId, mode, payment_id: paymentId } = params;
    await (await queue()).send('provider-webhook', { accountId, mode, paymentId, providerPaymentId: id });
  }
  return { statusCode: 200, body: '' };
});
