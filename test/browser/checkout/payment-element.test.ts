import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../scripts/support/api.ts';
import { type ElementEvents, ElementUi } from './element-ui.ts';

const ui = new ElementUi();

/** Opens the cart in two tabs and pays in the first. Returns the second, which still shows the element. */
const payWithOtherTabOpen = async (): Promise<Page> => {
  const cart = await ui.goToCart();
  const otherTab = await ui.context.newPage();
  await otherTab.goto(cart);
  await ui.element(otherTab).getByLabel('Card').waitFor();
  await ui.payBy('Card');
  await ui.chooseOutcome('Paid');
  await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  return otherTab;
};

describe('the payment element on a page of a shop', () => {
  it.each(['Card', 'iDEAL', 'SEPA Direct Debit'])('[ELM-04] accepts a payment by %s', async (method) => {
    const cart = await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    await ui.payBy(method);
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
    await ui.page.goto(cart);
    await ui.element().getByRole('heading', { name: 'Payment complete' }).waitFor();
    await ui.expectEvents((all) => all.map(({ kind }) => kind)).toContain('complete');
    expect(await ui.session()).toMatchObject({ status: 'completed' });
    expect(ui.consoleErrors).toEqual([]);
  });

  it('[CHK-33] accepts another payment after a failed payment', async () => {
    const cart = await ui.goToCart();
    await ui.payBy('Card');
    await ui.chooseOutcome('Failed');
    await ui.page.waitForURL(cart);
    await ui.payBy('iDEAL');
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('[ELM-08] [ELM-27] applies and removes a promotion code, and explains why it rejects an unknown code', async () => {
    await ui.goToCart();
    await ui.applyCode('NO-SUCH-CODE');
    await ui.element().getByRole('alert').getByText('This code doesn’t exist.').waitFor();
    await ui.expectEvents((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'parameter_invalid', param: 'code' } });
    await ui.element().getByLabel('Promotion code').fill('HALF');
    await ui.element().getByRole('button', { name: 'Apply' }).click();
    await ui.waitForPayButton('Pay €10.00');
    await ui.element().getByText('€10.00 off your first payment (code HALF)').waitFor();
    await ui
      .expectEvents((all) => all.at(-1))
      .toMatchObject({ kind: 'change', detail: { couponCode: 'HALF', amountDueNow: 1000, currency: 'EUR' } });
    await ui.element().getByRole('button', { name: 'Remove code' }).click();
    await ui.waitForPayButton('Pay €20.00');
  });

  it('says that a payment is being processed if the buyer leaves the page of the bank and applies a code', async () => {
    const cart = await ui.goToCart();
    await ui.payBy('iDEAL');
    await ui.page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    await ui.page.goto(cart);
    await ui.applyCode('HALF');
    await ui.element().getByRole('alert').getByText('A payment is being processed.').waitFor();
  });

  it('redirects to the success URL if the buyer applies a code in a tab after having paid in another tab', async () => {
    const otherTab = await payWithOtherTabOpen();
    await ui.applyCode('HALF', otherTab);
    await otherTab.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('shows and charges the amount for the chosen country', async () => {
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    await ui.element().getByLabel('Country').selectOption('DE');
    await ui.element().getByText('€23.80').first().waitFor();
    await ui.waitForPayButton('Order with obligation to pay');
    await ui.expectEvents((all) => all.at(-1)).toMatchObject({ kind: 'change', detail: { country: 'DE', amountDueNow: 2380 } });
    await ui.payBy('Card');
    await ui.page.getByText('23.80').first().waitFor();
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('has the legally required text on the pay button if a trial starts, and links to the terms next to the button', async () => {
    const links = {
      terms_url: 'https://shop.example/terms',
      privacy_url: 'https://shop.example/privacy',
      withdrawal_url: 'https://shop.example/withdrawal',
    };
    await ui.live.post('/v1/tenant/portal_branding', links);
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    const { price_id: priceId } = await ui.session();
    const urls = { success_url: `${ui.shop.url}/thanks`, cancel_url: ui.shop.url };
    const sale = { price_id: priceId, trial_days_override: 14, ui_mode: 'embedded' };
    await ui.show(await ui.client.post('/v1/checkout/sessions', { ...sale, ...urls }));
    await ui.waitForPayButton('Order with obligation to pay');
    const form = ui.element().locator('form.pay');
    expect(await form.getByRole('button').allTextContents()).toEqual(['Order with obligation to pay']);
    const shown = form.getByRole('link');
    expect(await shown.allTextContents()).toEqual(['Terms', 'Privacy', 'Right of withdrawal']);
    expect(await Promise.all((await shown.all()).map((link) => link.getAttribute('href')))).toEqual(Object.values(links));
    expect(ui.consoleErrors).toEqual([]);
    await ui.live.post('/v1/tenant/portal_branding', { terms_url: null, privacy_url: null, withdrawal_url: null });
  });

  it('asks the buyer to confirm the country if the IP address is in another country, and pays after the confirmation', async () => {
    const sent: unknown[] = [];
    // The service of the tests cannot locate IP addresses, so the test itself refuses the unconfirmed request, as a deployed service does.
    await ui.page.route('**/confirm', (route) => {
      const { country, country_confirmed: isConfirmed } = route.request().postDataJSON();
      sent.push([country, isConfirmed]);
      const error = {
        type: 'invalid_request_error',
        code: 'parameter_missing',
        reason: 'country_not_confirmed',
        param: 'country_confirmed',
      };
      return isConfirmed === true ? route.continue() : route.fulfill({ status: 400, json: { error: { ...error, message: 'Confirm.' } } });
    });
    await ui.goToCart();
    await ui.element().getByLabel('Country').selectOption('DE');
    await ui.waitForPayButton('Order with obligation to pay');
    const checkbox = ui.element().getByLabel('I confirm my country of residence: Germany');
    expect(await checkbox.count()).toBe(0);
    await ui.payBy('Card');
    await checkbox.waitFor();
    expect(await checkbox.isChecked()).toBe(false);
    expect(await checkbox.getAttribute('aria-invalid')).toBe('true');
    await checkbox.check();
    await ui.element().getByRole('button', { name: 'Order with obligation to pay' }).click();
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
    expect(sent).toEqual([
      ['DE', undefined],
      ['DE', true],
    ]);
  });

  it('emits events for inputs, and pays when the page calls `confirm()`', async () => {
    await ui.goToCart('?without-button=');
    await ui.element().getByLabel('Card').waitFor();
    expect(await ui.element().getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    const confirm = (): Promise<unknown> => ui.page.evaluate("document.querySelector('billing-payment').confirm()");
    await confirm();
    await ui.element().getByRole('alert').getByText('Select a payment method.').waitFor();
    await ui.element().getByLabel('Card').check();
    const changesIn = (all: ElementEvents): unknown =>
      all.filter(({ kind }) => kind === 'change').map(({ detail }) => [detail['method'], detail['complete']]);
    await ui.expectEvents(changesIn).toEqual([
      [null, false],
      ['creditcard', true],
    ]);
    await confirm();
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('can be used by keyboard only', async () => {
    await ui.goToCart();
    await ui.element().getByLabel('Card').focus();
    await ui.page.keyboard.press('ArrowDown');
    await ui.page.keyboard.press('ArrowUp');
    await ui.page.keyboard.press('Enter');
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('accepts only one payment when the buyer pays in two tabs at the same time', async () => {
    const cart = await ui.goToCart();
    const otherTab = await ui.context.newPage();
    await otherTab.goto(cart);
    const tabs = [ui.page, otherTab] as const;
    const [paidButton, otherPaidButton] = tabs.map((tab) => tab.getByRole('button', { name: 'Paid', exact: true })) as [Locator, Locator];
    for (const tab of tabs) await ui.element(tab).getByLabel('Card').check();
    await Promise.all(tabs.map((tab) => ui.element(tab).getByRole('button', { name: /^Pay/ }).click()));
    // The tab that first reaches the page of the bank pays.
    await Promise.race([paidButton.waitFor(), otherPaidButton.waitFor()]);
    await ((await paidButton.isVisible()) ? paidButton : otherPaidButton).click();
    await Promise.race(tabs.map((tab) => tab.waitForURL(`${ui.shop.url}/thanks`)));
    const { data } = (await ui.client.call('GET', '/v1/payments?limit=1')).body as { readonly data: readonly ApiObject[] };
    const payments = await ui.client.list(`/v1/payments?customer_id=${String(data[0]?.['customer_id'])}`);
    expect(payments.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  it.each(['paid', 'failed'])('polls a pending payment until its outcome is known: %s', async (outcome) => {
    const cart = await ui.goToCart();
    await ui.payBy('Card');
    await ui.chooseOutcome('Pending');
    await ui.page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    await ui.page.goto(cart);
    await ui.element().getByRole('heading', { name: 'Payment in progress' }).waitFor();
    await ui.page.reload();
    await ui.element().getByRole('heading', { name: 'Payment in progress' }).waitFor();
    const session = await ui.session();
    const [payment] = await ui.client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    // The element polls once before the payment has its outcome.
    await ui.page.waitForResponse((response) => response.url().includes('/element'));
    await ui.client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome });
    if (outcome === 'failed') {
      await ui.element().getByRole('alert').getByText('Your payment was declined.').waitFor();
      await ui.payBy('iDEAL');
      await ui.chooseOutcome('Paid');
    }
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('starts one payment on a double click', async () => {
    await ui.goToCart();
    await ui.element().getByLabel('Card').check();
    await ui.element().getByRole('button', { name: /^Pay/ }).dblclick();
    await ui.page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    expect(ui.requestUrls.filter((url) => url.endsWith('/confirm'))).toHaveLength(1);
  });

  it('redirects to the success URL if the buyer pays in a tab after having paid in another tab', async () => {
    const otherTab = await payWithOtherTabOpen();
    await ui.payBy('iDEAL', otherTab);
    await otherTab.waitForURL(`${ui.shop.url}/thanks`);
  });

  it('shows texts in the language of the `locale` attribute', async () => {
    await ui.goToCart('?locale=nl-BE');
    await ui
      .element()
      .getByRole('button', { name: /^€.20,00 betalen$/ })
      .waitFor();
    expect(await ui.frame().evaluate('document.documentElement.lang')).toBe('nl-BE');
  });

  it('accepts a one-off payment', async () => {
    const urls = { success_url: `${ui.shop.url}/thanks`, cancel_url: ui.shop.url };
    const sale = { amount_cents: 1500, currency: 'EUR', description: 'A workshop', customer_email: 'b@example.com' };
    const oneShot = await ui.client.post('/v1/checkout/one_shot', { ...sale, ...urls, ui_mode: 'embedded' });
    await ui.goToCart();
    await ui.show(oneShot);
    await ui.element().getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await ui.payBy('Card');
    await ui.page.getByText('15.00').first().waitFor();
    await ui.chooseOutcome('Paid');
    await ui.page.waitForURL(`${ui.shop.url}/thanks`);
    expect(await ui.client.get(`/v1/checkout/one_shot/${oneShot.id}`)).toMatchObject({ status: 'succeeded' });
  });

  it('[ELM-02] shows "Checkout closed" for an invalid client secret', async () => {
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    await ui.page.evaluate(`(() => {
      const element = document.querySelector('billing-payment');
      const secret = element.getAttribute('client-secret');
      element.setAttribute('client-secret', secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'));
    })()`);
    await ui.element().getByRole('heading', { name: 'Checkout closed' }).waitFor();
    await ui.expectEvents((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'invalid_api_key' } });
  });
});
