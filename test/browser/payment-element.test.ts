import { describe, expect, it, vi } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { ElementDesk, type Report } from './element-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ElementDesk();

describe('the payment element on a page of a shop', () => {
  it.each(['Card', 'iDEAL', 'SEPA Direct Debit'])('[ELM-04] takes a payment by %s', async (method) => {
    const cart = await desk.goToCart();
    await desk.due('Pay €20.00');
    await desk.payBy(method);
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
    await desk.page.goto(cart);
    await desk.element().getByRole('heading', { name: 'Payment complete' }).waitFor();
    await desk.expectReported((all) => all.map(({ kind }) => kind)).toContain('complete');
    expect(await desk.soldSession()).toMatchObject({ status: 'completed' });
    expect(desk.complaints).toEqual([]);
  });

  it('[CHK-33] is there for another try after a payment that failed', async () => {
    const cart = await desk.goToCart();
    await desk.payBy('Card');
    await desk.decide('Failed');
    await desk.page.waitForURL(cart);
    await desk.payBy('iDEAL');
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('[ELM-08] [ELM-27] takes promotion codes, says why one is refused, and takes them off again', async () => {
    await desk.goToCart();
    const apply = async (code: string): Promise<void> => {
      await desk.element().getByLabel('Promotion code').fill(code);
      await desk.element().getByRole('button', { name: 'Apply' }).click();
    };
    await desk.element().getByText('Add a promotion code').click();
    await apply('NO-SUCH-CODE');
    await desk.element().getByRole('alert').getByText('This code is not known.').waitFor();
    await desk.expectReported((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'parameter_invalid', param: 'code' } });
    await apply('HALF');
    await desk.due('Pay €10.00');
    await desk.element().getByText('€10.00 off your first payment (code HALF)').waitFor();
    await desk
      .expectReported((all) => all.at(-1))
      .toMatchObject({
        kind: 'change',
        detail: { couponCode: 'HALF', amountDueNow: 1000, currency: 'EUR' },
      });
    await desk.element().getByRole('button', { name: 'Remove the code' }).click();
    await desk.due('Pay €20.00');
  });

  it('shows what a buyer pays where they are, and pays that', async () => {
    await desk.goToCart();
    await desk.due('Pay €20.00');
    await desk.element().getByLabel('Country').selectOption('DE');
    await desk.due('Pay €23.80');
    await desk.expectReported((all) => all.at(-1)).toMatchObject({ kind: 'change', detail: { country: 'DE', amountDueNow: 2380 } });
    await desk.payBy('Card');
    await desk.page.getByText('23.80').first().waitFor();
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('tells the page what the buyer does, and pays when the page says so', async () => {
    await desk.goToCart('?without-button=');
    await desk.element().getByLabel('Card').waitFor();
    expect(await desk.element().getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    const confirm = (): Promise<unknown> => desk.page.evaluate("document.querySelector('billing-payment').confirm()");
    await confirm();
    await desk.element().getByRole('alert').getByText('Choose how you want to pay.').waitFor();
    await desk.element().getByLabel('Card').check();
    const changesIn = (all: Report): unknown =>
      all.filter(({ kind }) => kind === 'change').map(({ detail }) => [detail['method'], detail['complete']]);
    await desk.expectReported(changesIn).toEqual([
      [null, false],
      ['creditcard', true],
    ]);
    await confirm();
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('is used by keyboard alone', async () => {
    await desk.goToCart();
    await desk.element().getByLabel('Card').focus();
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('ArrowUp');
    await desk.page.keyboard.press('Enter');
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('is paid once when two tabs pay at once', async () => {
    const cart = await desk.goToCart();
    const other = await desk.context.newPage();
    await other.goto(cart);
    const there = other.frameLocator('billing-payment iframe');
    await desk.element().getByLabel('Card').check();
    await there.getByLabel('Card').check();
    await Promise.all([desk.element(), there].map((tab) => tab.getByRole('button', { name: /^Pay/ }).click()));
    const banks = [desk.page, other].map((tab) => tab.getByRole('button', { name: 'Paid', exact: true }));
    await Promise.race(banks.map((bank) => bank.waitFor()));
    const [first] = await Promise.all(banks.map(async (bank) => ((await bank.isVisible()) ? bank : null)));
    await (first ?? banks[1])?.click();
    await Promise.race([desk.page, other].map((tab) => tab.waitForURL(`${desk.shop.url}/thanks`)));
    const { data } = (await desk.client.call('GET', '/v1/payments?limit=1')).body as { readonly data: readonly ApiObject[] };
    const all = await desk.client.list(`/v1/payments?customer_id=${String(data[0]?.['customer_id'])}`);
    expect(all.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  it.each(['paid', 'failed'])('follows a payment that the bank has not decided, on its own: %s', async (outcome) => {
    const cart = await desk.goToCart();
    await desk.payBy('Card');
    await desk.decide('Pending');
    await desk.page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    await desk.page.goto(cart);
    await desk.element().getByRole('heading', { name: 'Payment in progress' }).waitFor();
    await desk.page.reload();
    await desk.element().getByRole('heading', { name: 'Payment in progress' }).waitFor();
    const session = await desk.soldSession();
    const [payment] = await desk.client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    // Once it has looked for the first time.
    await desk.page.waitForResponse((response) => response.url().includes('/element'));
    await desk.client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome });
    if (outcome === 'failed') {
      await desk.element().getByRole('alert').getByText('This way to pay was refused.').waitFor();
      await desk.payBy('iDEAL');
      await desk.decide('Paid');
    }
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('begins one payment when the button is pressed twice', async () => {
    await desk.goToCart();
    await desk.element().getByLabel('Card').check();
    const confirms = (): number => desk.addresses.filter((address) => address.endsWith('/confirm')).length;
    await desk.element().getByRole('button', { name: /^Pay/ }).dblclick();
    await desk.page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    expect(confirms()).toBe(1);
  });

  it('continues where another tab has paid in the meantime', async () => {
    const cart = await desk.goToCart();
    const other = await desk.context.newPage();
    await other.goto(cart);
    await desk.element(other).getByLabel('Card').waitFor();
    await desk.payBy('Card');
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
    await desk.payBy('iDEAL', other);
    await other.waitForURL(`${desk.shop.url}/thanks`);
  });

  it('speaks the language that the page asks for', async () => {
    await desk.goToCart('?locale=nl-BE');
    await desk
      .element()
      .getByRole('button', { name: /^€.20,00 betalen$/ })
      .waitFor();
    expect(await desk.frame().evaluate('document.documentElement.lang')).toBe('nl-BE');
  });

  it('sells a one-off payment', async () => {
    const oneShot = await desk.client.post('/v1/checkout/one_shot', {
      ...{ amount_cents: 1500, currency: 'EUR', description: 'A workshop', customer_email: 'b@example.com' },
      ...{ ui_mode: 'embedded', success_url: `${desk.shop.url}/thanks`, cancel_url: desk.shop.url },
    });
    await desk.goToCart();
    await desk.page.evaluate(
      `document.querySelector('billing-payment').setAttribute('client-secret', '${String(oneShot['client_secret'])}')`,
    );
    await desk.element().getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await desk.payBy('Card');
    await desk.page.getByText('15.00').first().waitFor();
    await desk.decide('Paid');
    await desk.page.waitForURL(`${desk.shop.url}/thanks`);
    expect(await desk.client.get(`/v1/checkout/one_shot/${oneShot.id}`)).toMatchObject({ status: 'succeeded' });
  });

  it('[ELM-02] is over with a secret that opens nothing', async () => {
    await desk.goToCart();
    await desk.due('Pay €20.00');
    await desk.page.evaluate(`(() => {
      const element = document.querySelector('billing-payment');
      const secret = element.getAttribute('client-secret');
      element.setAttribute('client-secret', secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'));
    })()`);
    await desk.element().getByRole('heading', { name: 'Checkout closed' }).waitFor();
    await desk.expectReported((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'invalid_api_key' } });
  });
});
