import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../scripts/support/api.ts';
import { openShop, subscribe } from '../contract/support/shop.ts';
import { newest } from './clocked.ts';
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
});
