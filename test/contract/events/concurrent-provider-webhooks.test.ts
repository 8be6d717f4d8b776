import { beforeAll, expect, it, vi } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../../scripts/support/api.ts';
import { until } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, openSession } from '../support/objects.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const PAYMENTS = 20;
const WEBHOOKS_PER_PAYMENT = 10;

let client: Client;
let accountId: string;
let priceId: string;

beforeAll(async () => {
  const account = await createAccount();
  ({ accountId } = account);
  client = clientOf(baseUrl, account.testKey);
  ({ priceId } = await newPlan(client));
});

/** Creates a payment that is paid at the provider. The provider sends no webhook, because the test sends the webhooks. */
const payWithoutWebhook = async (): Promise<{ readonly session: ApiObject; readonly paymentId: string }> => {
  const session = await openSession(client, priceId);
  const payResponse = await fetch(`${String(session.url)}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ method: 'creditcard' }),
    redirect: 'manual',
  });
  expect(payResponse.status).toBe(303);
  const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
  const paymentId = String(payment?.id);
  await client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: 'paid', notify: false });
  return { session, paymentId };
};

it('two hundred concurrent provider webhooks of one account are all accepted, and each payment is processed once', async () => {
  const sales: Awaited<ReturnType<typeof payWithoutWebhook>>[] = [];
  while (sales.length < PAYMENTS) sales.push(await payWithoutWebhook());
  const paymentIds = sales.flatMap(({ paymentId }) => Array.from({ length: WEBHOOKS_PER_PAYMENT }, () => paymentId));
  const answers = await Promise.all(
    paymentIds.map(async (paymentId) => {
      // The URL identifies the payment; the id in the body is ignored.
      const url = `${baseUrl}/provider/webhooks/${accountId}/test/${paymentId}`;
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ id: 'tr_whatever' }) });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  const isCompleted = async ({ session }: (typeof sales)[number]): Promise<boolean> =>
    (await client.get(`/v1/checkout/sessions/${session.id}`)).status === 'completed';
  for (const sale of sales) await until(() => isCompleted(sale), 300_000);
  for (const { session } of sales) {
    expect(await client.list(`/v1/subscriptions?customer_id=${String(session.customer_id)}`)).toHaveLength(1);
    const payments = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(payments.map(({ status, amount_refunded_cents }) => [status, amount_refunded_cents])).toEqual([['succeeded', 0]]);
  }
});
