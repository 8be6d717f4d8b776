import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../scripts/support/api.ts';
import { openShop, subscribe } from '../contract/support/shop.ts';
import { newest, onClock } from './clocked.ts';
import { ConsoleDesk, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const dialog = () => desk.page.getByRole('dialog');
const linkShown = async (): Promise<string> => (await dialog().locator('output').textContent()) ?? '';
const close = () => dialog().getByRole('button', { name: 'Close' }).click();

describe('links that are made in the console', () => {
  it('lead a customer into the portal and back to where it is said, and are mailed where that is asked for', async () => {
    const customer = await desk.client.post('/v1/customers', { name: 'Mailed', email: OWNER });
    const subscription = await subscribe(desk.client, (await openShop(desk.client)).priceId, { customer_id: customer.id });
    await desk.enter();
    await desk.open('subscriptions', subscription.id);
    await desk.act('Make a portal link');
    await dialog().getByText('Where the customer goes back to is needed.').waitFor();
    await dialog().getByLabel('Where the customer goes back to').fill('https://shop.example/account');
    await dialog().getByLabel('Mail it to the customer as well').check();
    await dialog().getByRole('button', { name: 'Make a portal link' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    const link = await linkShown();
    await close();
    const token = new URL(link).hash.slice(1);
    const seen = await fetch(`${desk.served.baseUrl}/portal/session`, { headers: { authorization: `Bearer ${token}` } });
    const { return_url: back } = (await seen.json()) as Json;
    expect([seen.status, back]).toEqual([200, 'https://shop.example/account']);
    if (desk.served.mails === null) return;
    const mailed = async () => (await desk.served.mails?.())?.some(({ to, text }) => to === OWNER && text.includes(link));
    await expect.poll(mailed, { timeout: 30_000 }).toBe(true);
    expect(desk.complaints).toEqual([]);
  });

  it('lead into the portal until they are revoked, where the audit log tells of them', async () => {
    const { id, token } = await desk.client.post('/v1/billing_portal/sessions', {
      subscription_id: desk.subscription.id,
      return_url: 'https://shop.example/account',
    });
    const ask = async (): Promise<number> =>
      (await fetch(`${desk.served.baseUrl}/portal/session`, { headers: { authorization: `Bearer ${String(token)}` } })).status;
    expect(await ask()).toBe(200);
    const entry = await newest(desk.client, `/v1/audit_logs?resource_id=${id}`);
    await desk.enter();
    await desk.open('audit_logs', entry.id);
    await desk.act('Revoke the portal link');
    await desk.page.getByText('Done: revoke the portal link.').waitFor();
    expect(await ask()).toBe(401);
    const other = await newest(desk.client, '/v1/audit_logs?action=customer.created');
    await desk.open('audit_logs', other.id);
    expect(await desk.offered()).toEqual([]);
  });

  it('lead a customer to a checkout, from their page or that of a price', async () => {
    const customer = await desk.client.post('/v1/customers', { email: 'cart@example.com' });
    const { priceId } = await openShop(desk.client);
    const addresses = {
      'Address after the purchase': 'https://shop.example/thanks',
      'Address if the buyer turns back': 'https://shop.example/cart',
      'Days of trial': '14',
    };
    const sessionMade = async () => {
      await dialog().getByRole('button', { name: 'Copy' }).waitFor();
      const id = /cs_\w+/.exec(await linkShown())?.[0];
      await close();
      const session = await desk.client.get(`/v1/checkout/sessions/${id}`);
      return [session['customer_id'], session['price_id'], session['trial_days_override'], session['status']];
    };
    await desk.enter();
    await desk.open('customers', customer.id);
    await desk.act('Make a checkout link', { Price: priceId, ...addresses });
    expect(await sessionMade()).toEqual([customer.id, priceId, 14, 'open']);
    await desk.open('prices', priceId);
    await desk.act('Make a checkout link', { Customer: customer.id, ...addresses });
    expect(await sessionMade()).toEqual([customer.id, priceId, 14, 'open']);
    expect(desk.complaints).toEqual([]);
  });

  it('lead a customer to another payment method, as long as the subscription is not over', async () => {
    const { subscription } = await onClock(desk.client);
    await desk.enter();
    await desk.open('subscriptions', subscription.id);
    await desk.act('Ask for a payment method', { 'Where the customer goes back to': 'https://shop.example/account' });
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await linkShown()).toMatch(/^https?:/);
    await close();
    await desk.page.getByText('Done: ask for a payment method.').waitFor();
    const asked = await newest(desk.client, `/v1/audit_logs?resource_id=${subscription.id}`);
    expect(asked['action']).toBe('subscription.reauthorization_requested');
    expect(desk.complaints).toEqual([]);
  });
});
