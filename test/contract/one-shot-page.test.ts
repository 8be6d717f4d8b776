import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { openOneShot, payOneShot } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
});

describe('the page of a one-off payment', () => {
  const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  it('says what is paid, and leads to the provider and on to the shop', async () => {
    const oneShot = await openOneShot(client, { description: 'Tea & cake' });
    const page = String(oneShot.url);
    const text = await (await fetch(page)).text();
    for (const strings of ['<h1>Pay for Tea &amp; cake</h1>', '<dt>Due today</dt><dd>€150.00</dd>', 'Pay €150.00'])
      expect(text).toContain(strings);
    const begun = await post(`${page}/pay`, { method: 'creditcard' });
    expect([begun.status, begun.headers.get('location')]).toEqual([303, expect.stringContaining('outcome-page')]);
    await payOneShot(client, oneShot.id);
    const back = await fetch(`${page}/return`, { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await (await fetch(page)).text()).toContain('Your payment for Tea &amp; cake has arrived.');
  });

  it('takes no other method than its own', async () => {
    const page = String((await openOneShot(client)).url);
    expect((await post(`${page}/pay`, { method: 'ideal' })).status).toBe(400);
  });

  it('leads back to the shop when the buyer turns back, which ends it', async () => {
    const oneShot = await openOneShot(client);
    const left = await post(`${String(oneShot.url)}/cancel`);
    expect([left.status, left.headers.get('location')]).toEqual([303, 'https://shop.example/cart']);
    expect((await client.get(`/v1/checkout/one_shot/${oneShot.id}`)).status).toBe('canceled');
    expect((await fetch(String(oneShot.url))).status).toBe(410);
  });

  it('explains a refused payment', async () => {
    const oneShot = await openOneShot(client);
    await payOneShot(client, oneShot.id, { outcome: 'failed' });
    expect(await (await fetch(`${String(oneShot.url)}/return`)).text()).toContain('Your payment was refused');
  });
});
