import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scripts/support/api.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { newest, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const shownLink = async (): Promise<string> => (await dialog().locator('output').textContent()) ?? '';
const close = () => dialog().getByRole('button', { name: 'Close' }).click();

describe('the console', () => {
  it('creates a portal link with the entered return URL, and emails the link on request', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Grace', email: OWNER });
    const subscription = await subscribe(ui.client, (await newPlan(ui.client)).priceId, { customer_id: customer.id });
    await ui.enter();
    await ui.open('subscriptions', subscription.id);
    await ui.submit('Create portal link');
    await dialog().getByText('Enter a return URL.').waitFor();
    await dialog().getByLabel('Return URL').fill('https://shop.example/account');
    await dialog().getByLabel('Email the link to the customer').check();
    await dialog().getByRole('button', { name: 'Create portal link' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    const link = await shownLink();
    await close();
    const token = new URL(link).hash.slice(1);
    const response = await fetch(`${ui.service.baseUrl}/portal/session`, { headers: { authorization: `Bearer ${token}` } });
    const { return_url: returnUrl } = (await response.json()) as Json;
    expect([response.status, returnUrl]).toEqual([200, 'https://shop.example/account']);
    if (ui.service.mails === null) return;
    const isMailed = async () => (await ui.service.mails?.())?.some(({ to, text }) => to === OWNER && text.includes(link));
    await expect.poll(isMailed, { timeout: 30_000 }).toBe(true);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('revokes a portal link from its audit log entry', async () => {
    const { id, token } = await ui.client.post('/v1/billing_portal/sessions', {
      subscription_id: ui.subscription.id,
      return_url: 'https://shop.example/account',
    });
    const openPortal = async (): Promise<number> =>
      (await fetch(`${ui.service.baseUrl}/portal/session`, { headers: { authorization: `Bearer ${String(token)}` } })).status;
    expect(await openPortal()).toBe(200);
    const entry = await newest(ui.client, `/v1/audit_logs?resource_id=${id}`);
    await ui.enter();
    await ui.open('audit_logs', entry.id);
    await ui.submit('Revoke portal link');
    await ui.page.getByText('Portal link revoked.').waitFor();
    expect(await openPortal()).toBe(401);
    const otherEntry = await newest(ui.client, '/v1/audit_logs?action=customer.created');
    await ui.open('audit_logs', otherEntry.id);
    expect(await ui.actions()).toEqual([]);
  });

  it('creates a checkout link on the page of a customer or a price', async () => {
    const customer = await ui.client.post('/v1/customers', { email: 'cart@example.com' });
    const { priceId } = await newPlan(ui.client);
    const fields = {
      'Success URL': 'https://shop.example/thanks',
      'Cancel URL': 'https://shop.example/cart',
      'Trial (days)': '14',
    };
    const createdSession = async () => {
      await dialog().getByRole('button', { name: 'Copy' }).waitFor();
      const id = /cs_\w+/.exec(await shownLink())?.[0];
      await close();
      const session = await ui.client.get(`/v1/checkout/sessions/${id}`);
      return [session['customer_id'], session['price_id'], session['trial_days_override'], session['status']];
    };
    await ui.enter();
    await ui.open('customers', customer.id);
    await ui.submit('Create checkout link', { Price: priceId, ...fields });
    expect(await createdSession()).toEqual([customer.id, priceId, 14, 'open']);
    await ui.open('prices', priceId);
    await ui.submit('Create checkout link', { 'Existing customer': customer.id, ...fields });
    expect(await createdSession()).toEqual([customer.id, priceId, 14, 'open']);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('creates a link with which a customer authorizes another payment method for an active subscription', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    await ui.enter();
    await ui.open('subscriptions', subscription.id);
    await ui.submit('Request new payment method', { 'Return URL': 'https://shop.example/account' });
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await shownLink()).toMatch(/^https?:/);
    await close();
    await ui.page.getByText('Link for a new payment method created.').waitFor();
    const auditEntry = await newest(ui.client, `/v1/audit_logs?resource_id=${subscription.id}`);
    expect(auditEntry['action']).toBe('subscription.reauthorization_requested');
    expect(ui.consoleErrors).toEqual([]);
  });
});
