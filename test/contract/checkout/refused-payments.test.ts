import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { elementClient } from '../support/element.ts';
import { advance, newPlan, openPortal, openSession, pay, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const card = () => ({ method: 'creditcard', card_token: `tkn_${randomUUID()}` });
const retryAfter = ({ headers }: Answer): number => Number(headers['retry-after']);

/** Makes up to 26 payments, until declined payments cause a rate limit. Returns the number of declined payments and the last answer. */
const declineUntilLimited = async (attempt: () => Promise<Answer>): Promise<readonly [number, Answer]> => {
  for (let declinedCount = 0; ; declinedCount += 1) {
    const answer = await attempt();
    if (answer.status === 429 && answer.error?.message.includes('refused') === true) return [declinedCount, answer];
    if (declinedCount > 24) return [declinedCount, answer];
  }
};

describe('after ten declined payments', () => {
  it('a session rejects all payments for an hour', async () => {
    const element = elementClient(baseUrl, await openSession(client, priceId, { ui_mode: 'embedded' }));
    await setBehavior(client, element.customerId, { charges: 'insufficient_funds' });
    const [declinedCount, limited] = await declineUntilLimited(() => element.confirm(card()));
    expect(declinedCount).toBe(10);
    expect(statusAndCode(limited)).toEqual([429, 'rate_limited']);
    expect(retryAfter(limited)).toBeGreaterThan(3400);
    expect(retryAfter(limited)).toBeLessThanOrEqual(3600);
    await setBehavior(client, element.customerId, { charges: 'paid' });
    expect((await element.confirm(card())).status).toBe(429);
    const payments = await client.list(`/v1/payments?customer_id=${element.customerId}`);
    expect(payments.map(({ status }) => status)).toEqual(Array(10).fill('failed'));
  });

  it('sessions that replace each other reject all payments for an hour', async () => {
    let session = await openSession(client, priceId);
    const details = { method: 'creditcard', email: 'ada@example.com', name: 'Ada', country: 'NL' };
    const submit = (fields: Readonly<Record<string, string>>, path: string) =>
      fetch(`${String(session.url)}/${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    for (let refusedCount = 0; refusedCount < 10; refusedCount += 1) {
      expect([refusedCount, (await submit(refusedCount === 0 ? details : { method: 'creditcard' }, 'pay')).status]).toEqual([
        refusedCount,
        303,
      ]);
      await pay(client, session.id, { outcome: 'failed' });
      const { headers } = await submit({}, 'again');
      const next = new URL(String(headers.get('location'))).pathname.split('/').at(-1);
      expect(next).not.toBe(session.id);
      session = await client.get(`/v1/checkout/sessions/${next}`);
    }
    const limited = await submit({ method: 'creditcard' }, 'pay');
    expect([limited.status, Number(limited.headers.get('retry-after')) > 3400]).toEqual([429, true]);
  });

  it('a customer can add no card and pay no invoice in the portal for an hour', async () => {
    const start = 1_800_000_000;
    const { id, clockId, customerId } = await subscribeOnClock(client, priceId, start);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, start + 35 * 86_400);
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}&status=open`);
    const { portal_token: token } = await openPortal(client, id);
    const portal = api.client(String(token));
    const pay = () => portal.call('POST', `/portal/invoices/${String(invoice?.id)}/pay`);
    // Two concurrent requests share one payment. One may get `processing` while the other request waits for the charge.
    const answers = await Promise.all([pay(), pay()]);
    const outcomes = answers.map(({ status, body }) => (status === 402 ? 'declined' : body.status));
    expect(outcomes).toContain('declined');
    for (const outcome of outcomes) expect(['declined', 'processing']).toContain(outcome);
    for (let count = 0; count < 4; count += 1) expect((await pay()).status).toBe(402);
    const [declinedCount, limited] = await declineUntilLimited(() => portal.call('POST', '/portal/payment_methods', card()));
    // The five declined payments of the invoice count towards the limit of ten.
    expect(declinedCount).toBe(5);
    expect(statusAndCode(limited)).toEqual([429, 'rate_limited']);
    const limitedPayment = await pay();
    expect([statusAndCode(limitedPayment), retryAfter(limitedPayment) > 3000]).toEqual([[429, 'rate_limited'], true]);
  });
});
