import { describe, expect, it } from 'vitest';
import { type ApiObject, clientOf } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, clockAt, METERED, newPlan, openSession, pay, portalBody, subscribe } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { NAME, PortalUi, RETURN_URL } from './portal-ui.ts';
import { DAY, START, setChargeOutcome } from './test-clocks.ts';

const { baseUrl, mails, runCommand } = service();
const ui = new PortalUi();

describe.runIf(mails !== null)('a portal link in an email of the service', () => {
  const linkInMail = async (email: string, subject: string): Promise<string> => {
    const [mail] = await eventually(
      async () => ((await mails?.()) ?? []).filter((candidate) => candidate.to === email && candidate.subject.startsWith(subject)),
      (matches) => matches.length > 0,
    );
    return String(/https?:\/\/\S+\/portal#svc_portal_\w+/.exec(mail?.text ?? '')?.[0]);
  };
  /** Adds a member to the account, because in test mode only members get mail. Returns the member's email address. */
  const addMember = async (name: string): Promise<string> => {
    const email = `${name}-${Date.now()}@example.com`;
    await runCommand('members add', ui.accountId, email);
    return email;
  };

  it('[PRT-15] [PRT-16] [PRT-17] [PRT-19] [PRT-20] opens a limited portal, which only allows viewing, paying and changing payment methods', async () => {
    const email = await addMember('limited');
    const subscription = await ui.newSubscription({ email });
    const [invoice] = await ui.client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    await ui.client.post(`/v1/invoices/${invoice?.id}/email`);
    await ui.page.goto(await linkInMail(email, 'Invoice '));
    await ui.page.getByRole('button', { name: 'Add payment method' }).waitFor();
    for (const name of ['Change plan', 'Cancel subscription', 'Add promotion code', 'Edit details']) {
      expect([name, await ui.page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    }
    await ui.page.getByRole('button', { name: /^Download PDF/ }).waitFor();
  });

  it('[PRT-15] lets the customer confirm a new email address', async () => {
    const subscription = await ui.newSubscription();
    const newEmail = await addMember('another');
    await ui.enter(subscription);
    await ui.press('Edit details');
    await ui.page.getByLabel('Email').fill(newEmail);
    await ui.press('Save');
    await ui.waitForText(`We sent a link to ${newEmail}.`);
    await ui.page.goto(await linkInMail(newEmail, 'Confirm your email address'));
    await ui.page.reload();
    await ui.press(`Confirm ${newEmail} as your email address`);
    await ui.waitForConfirmation('Your email address is confirmed.');
    expect(await ui.client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject({ email: newEmail });
  });
});

describe('the page of the billing portal', () => {
  it('keeps its token out of the address bar, the history and the requested URLs, and requests only URLs of the service', async () => {
    const { token } = await ui.enter(await ui.newSubscription());
    expect(ui.page.url()).toBe(`${baseUrl}/portal`);
    await ui.page.reload();
    await ui.page.getByRole('heading', { name: 'Your subscription' }).waitFor();
    await ui.page.getByRole('link', { name: 'Terms' }).waitFor();
    expect(await ui.page.evaluate('document.referrer + JSON.stringify(history.state)')).not.toContain('svc_portal_');
    // The recorded URLs include the fragment, which contains the token, but which browsers do not send.
    expect(ui.requestUrls.filter((url) => url.replace(/#.*/, '').includes(String(token)))).toEqual([]);
    expect(ui.requestUrls.filter((url) => !url.startsWith(baseUrl))).toEqual([]);
    expect(await ui.page.getByRole('link', { name: /^Back to / }).getAttribute('href')).toBe(RETURN_URL);
  });

  it('escapes HTML in texts and violates no CSP rule', async () => {
    await ui.enter(await ui.newSubscription({ name: NAME }));
    await ui.waitForText(NAME);
    expect(await ui.page.evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
    const { headers } = await fetch(`${baseUrl}/portal`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('shows an error after its link was revoked, and when the page is opened without a link', async () => {
    const subscription = await ui.newSubscription();
    const { id } = await ui.enter(subscription);
    await ui.client.post(`/v1/billing_portal/sessions/${id}/revoke`);
    await ui.press('Cancel subscription');
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await ui.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await ui.page.reload();
    await ui.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await ui.retrieve(subscription)).toMatchObject({ cancel_at_period_end: false });
    const otherTab = await ui.context.newPage();
    await otherTab.goto(`${baseUrl}/portal`);
    await otherTab.getByRole('heading', { name: 'This link has expired' }).waitFor();
  });

  it('cancels the subscription once if the buyer cancels it in two tabs, and shows its end date in both tabs', async () => {
    const subscription = await ui.newSubscription();
    const session = await ui.enter(subscription);
    const otherTab = await ui.context.newPage();
    await otherTab.goto(String(session.url));
    await otherTab.getByRole('button', { name: 'Cancel subscription' }).click();
    await ui.press('Cancel subscription');
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await otherTab.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await Promise.all([ui.page, otherTab].map((tab) => tab.getByText(/^Ends on /).waitFor()));
    expect(await ui.client.list(`/v1/audit_logs?resource_id=${subscription.id}&action=subscription.canceled`)).toHaveLength(1);
  });

  it('uses the customer\u2019s language', async () => {
    const { url } = await ui.sessionFor(await ui.newSubscription({ language: 'de-AT' }));
    await ui.page.goto(String(url));
    await ui.page.getByRole('button', { name: 'Abonnement kündigen' }).waitFor();
    expect(await ui.page.evaluate('document.documentElement.lang')).toBe('de-AT');
  });

  it('says that no other plan is available, and lets the customer go back', async () => {
    const { priceId } = await newPlan(ui.client);
    const customer = await ui.client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    await ui.enter(await subscribe(ui.client, priceId, { customer_id: customer.id }));
    await ui.press('Change plan');
    await ui.page.getByText('No other plans are available.').waitFor();
    await ui.press('Go back');
    await ui.page.getByRole('button', { name: 'Change plan' }).waitFor();
  });

  it('shows prices, usage and the spending limit without the included tax to a customer under reverse charge', async () => {
    const account = await service().createAccount();
    const [client, live] = [clientOf(baseUrl, account.testKey), clientOf(baseUrl, account.liveKey)];
    await live.post('/v1/tenant/billing_profile', { country_code: 'NL', vat_id: 'NL000099998B57' });
    await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'USt.' });
    const customer = await client.post('/v1/customers', { name: 'Falk GmbH', country_code: 'DE' });
    await client.post(`/v1/customers/${customer.id}/vat_number`, { vat_number: 'DE100' });
    const { productId, priceId } = await newPlan(client, { amount_cents: 11_900 });
    await client.post('/v1/prices', { product_id: productId, amount_cents: 23_800, currency: 'EUR', interval: 'month' });
    const open = async (subscription: ApiObject): Promise<void> => {
      const { url } = await client.post('/v1/billing_portal/sessions', portalBody(subscription.id));
      await ui.page.goto('about:blank');
      await ui.page.goto(String(url));
      await ui.page.getByRole('heading', { name: 'Your subscription' }).waitFor();
    };
    await open(await subscribe(client, priceId, { customer_id: customer.id }));
    await ui.page.getByText('€100.00 per month', { exact: true }).waitFor();
    await ui.press('Change plan');
    await ui.page.getByLabel('€200.00 per month', { exact: true }).check();
    await ui.page.getByText('VAT (reverse charge)').waitFor();
    expect(await ui.page.getByText(/€119\.00|€238\.00/).count()).toBe(0);

    const { priceId: meteredId } = await newPlan(client, METERED);
    const metered = await subscribe(client, meteredId, { customer_id: customer.id, max_amount_cents: 11_900 });
    await client.post(`/v1/subscriptions/${metered.id}/usage_records`, { quantity: 1000 });
    await open(metered);
    const texts = await ui.page.getByRole('region', { name: 'Usage in this period' }).innerText();
    expect(texts.match(/€[\d.]+/g)).toEqual(['€21.01', '€21.01', '€100.00']);
  });

  it.each(['light', 'dark'] as const)('is accessible in %s mode', async (colorScheme) => {
    await ui.useContext({ bypassCSP: true, viewport: { width: 320, height: 640 }, colorScheme });
    await ui.enter(await ui.newSubscription());
    expect(await axeFindings(ui.page)).toEqual([]);
    await ui.press('Cancel subscription');
    await ui.press('Add payment method');
    await ui.press('Edit details');
    await ui.press('Change plan');
    await ui.page.getByLabel('€49.00 per month').check();
    await ui.page.getByText('Due now').waitFor();
    expect(await accessibilityProblems(ui.page)).toEqual([]);
    expect(await horizontalOverflow(ui.page)).toBe(0);
    expect(await axeFindings(ui.page)).toEqual([]);
  });
});

describe('the payment methods of a customer with two subscriptions', () => {
  it('[PRT-15] show which method this subscription is charged to, and the other method can be used instead', async () => {
    const first = await ui.newSubscription();
    const second = await subscribe(ui.client, String(first.price_id), { customer_id: first.customer_id });
    // The default is the method of the first subscription.
    const session = await ui.enter(second);
    const inUse = ui.page.getByRole('listitem').filter({ hasText: 'In use' });
    const other = ui.page.getByRole('button', { name: /^Use for payments: / });
    expect([await inUse.count(), await other.count()]).toEqual([1, 1]);
    const portal = clientOf(baseUrl, String(session.token));
    const chargedId = async (): Promise<unknown> => (await portal.get('/portal/session')).charged_method_id;
    const before = await chargedId();
    await other.click();
    await ui.waitForConfirmation(/ is now used for your payments\.$/);
    await expect.poll(chargedId).not.toBe(before);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can be chosen for this subscription only if its price accepts them', async () => {
    const { customer_id: customerId, price_id: priceId } = await ui.newSubscription();
    const { product_id: productId } = await ui.client.get(`/v1/prices/${String(priceId)}`);
    const price = await ui.client.post('/v1/prices', {
      product_id: productId,
      amount_cents: 1000,
      currency: 'EUR',
      interval: 'month',
      payment_methods: ['paypal'],
    });
    const checkout = await openSession(ui.client, String(price.id), { customer_id: customerId });
    const { subscription_id: id } = await pay(ui.client, checkout.id, { method: 'paypal' });
    await ui.enter(await ui.client.get(`/v1/subscriptions/${String(id)}`));
    const card = ui.page.getByRole('listitem').filter({ hasText: 'Visa' });
    await card.waitFor();
    expect(await ui.page.getByRole('listitem').filter({ hasText: 'PayPal In use' }).count()).toBe(1);
    expect(await card.getByRole('button', { name: /^Use for payments: / }).count()).toBe(0);
  });
});

/** Resumes the subscription for the amount that the portal shows; returns this amount. */
const resumeAndPay = async (): Promise<string> => {
  await ui.press('Resume subscription');
  const due = await ui.page.getByText('Due now').locator('xpath=..').getByRole('definition').innerText();
  await ui.press(`Pay ${due}`);
  return due;
};

/** The amount of the latest payment, which is in EUR. */
const latestAmount = async ({ id }: ApiObject): Promise<string> => {
  const [payment] = await ui.client.list(`/v1/payments?subscription_id=${id}`);
  return `€${(Number(payment?.amount_cents) / 100).toFixed(2)}`;
};

describe('a subscription with a pending payment', () => {
  it('keeps its plan until a plan change is paid, and the portal says that a payment is processed', async () => {
    const subscription = await ui.newSubscription();
    await setChargeOutcome(ui.client, subscription, 'pending');
    await ui.enter(subscription);
    await ui.press('Change plan');
    await ui.page.getByLabel('€49.00 per month').check();
    await ui.press(/^Change plan and pay €\d+\.\d\d$/);
    await ui.waitForConfirmation('A payment is being processed.');
    expect(await ui.retrieve(subscription)).toMatchObject({ price_id: subscription.price_id });
  });

  it('stays paused until the resumption is paid, and the portal says that a payment is processed', async () => {
    const clock = await clockAt(ui.client, START);
    const subscription = await ui.newSubscription({ test_clock_id: clock.id });
    await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await advance(ui.client, clock.id, START + 40 * DAY);
    await setChargeOutcome(ui.client, subscription, 'pending');
    await ui.enter(subscription);
    const due = await resumeAndPay();
    await ui.waitForConfirmation('A payment is being processed.');
    expect(await ui.retrieve(subscription)).toMatchObject({ renewal_state: 'paused' });
    expect(due).toBe(await latestAmount(subscription));
    // While the payment is pending, no other amount is due.
    expect(await ui.page.getByText('Due now').count()).toBe(0);
  });
});

describe('a subscription that is paused in an unpaid period', () => {
  it('is resumed after the customer has seen the amount that is charged now', async () => {
    const clock = await clockAt(ui.client, START);
    const subscription = await ui.newSubscription({ test_clock_id: clock.id });
    await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await advance(ui.client, clock.id, START + 40 * DAY);
    await ui.enter(subscription);
    await ui.press('Resume subscription');
    await ui.press('Go back');
    expect(await ui.retrieve(subscription)).toMatchObject({ renewal_state: 'paused', payment_count: 1 });
    const due = await resumeAndPay();
    await ui.waitForConfirmation('Your subscription continues.');
    expect(due).toBe(await latestAmount(subscription));
    expect(await ui.retrieve(subscription)).toMatchObject({ renewal_state: 'scheduled', payment_count: 2 });
  });
});
