import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { openOneShot, payOneShot } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
});

describe('the page of a one-off payment', () => {
  const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  it('shows description and amount, and redirects to the provider and back to the shop', async () => {
    const oneShot = await openOneShot(client, { description: 'Tea & cake' });
    const page = String(oneShot.url);
    const html = await (await fetch(page)).text();
    for (const text of ['<h1>Pay for Tea &amp; cake</h1>', '<dt>Total</dt><dd>€150.00</dd>', 'Pay €150.00']) expect(html).toContain(text);
    const redirect = await post(`${page}/pay`, { method: 'creditcard' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, expect.stringContaining('outcome-page')]);
    await payOneShot(client, oneShot.id);
    const returned = await fetch(`${page}/return`, { redirect: 'manual' });
    expect([returned.status, returned.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await (await fetch(page)).text()).toContain('We received your payment for Tea &amp; cake.');
  });

  it('rejects a payment method other than that of the one-off payment', async () => {
    const page = String((await openOneShot(client)).url);
    expect((await post(`${page}/pay`, { method: 'ideal' })).status).toBe(400);
  });

  it('cancels the payment and redirects to the shop when the buyer cancels', async () => {
    const oneShot = await openOneShot(client);
    const canceled = await post(`${String(oneShot.url)}/cancel`);
    expect([canceled.status, canceled.headers.get('location')]).toEqual([303, 'https://shop.example/cart']);
    expect((await client.get(`/v1/checkout/one_shot/${oneShot.id}`)).status).toBe('canceled');
    expect((await fetch(String(oneShot.url))).status).toBe(410);
  });

  it('explains a failed payment', async () => {
    const oneShot = await openOneShot(client);
    await payOneShot(client, oneShot.id, { outcome: 'failed' });
    expect(await (await fetch(`${String(oneShot.url)}/return`)).text()).toContain('Your payment was declined');
  });
});
