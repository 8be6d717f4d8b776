import { ids } from '../../shared/api/fields.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { paymentIdIn } from '../../shared/provider/registry.ts';
import { clock, queue } from '../../shared/runtime/services.ts';
import { debitCallBack } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'provider_webhooks.receive',
  method: 'POST',
  path: '/provider/webhooks/{account_id}/{mode}/{payment_id}',
  summary: 'Payment provider webhook',
  description:
    'Unsigned and believed in nothing: it only makes the service ask the provider about the payment. Answers 200 whatever it names, so that nothing can be learned from it. One IP address may call 6 000 times a minute, and 30 times at once, then 6 times a minute, about one payment; 429 then, and the provider calls again later.',
  auth: { kind: 'none' },
  profile: 'read',
  uses: ['provider-webhook'],
  table: { update: ['P#*'] },
  params: { account_id: ids.account, mode: { pattern: /^(live|test)$/, what: 'mode' }, payment_id: ids.payment },
  query: null,
  body: null,
  response: 'wire',
  errors: [],
});

export const handler = servePublic(operation, async ({ params }, { text, ip, store: { table } }) => {
  const bucket = await debitCallBack(table, ip, params.payment_id, clock.nowMs());
  if (!bucket.allowed) throw throttled(bucket, 'call-backs');
  const id = paymentIdIn(text);
  if (id !== null) {
    const { account_id: accountId, mode, payment_id: paymentId } = params;
    await (await queue()).send('provider-webhook', { accountId, mode, paymentId, providerPaymentId: id });
  }
  return { statusCode: 200, body: '' };
});
