import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { METERED, newPlan, subscribe } from '../../contract/support/objects.ts';
import { ConsoleUi, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });

/** Folder for pictures of the screens; `undefined`: no pictures are taken. */
const pictures = process.env['PICTURES'];
const SCHEMES = ['light', 'dark'] as const;

/** Checks the accessibility of the screen on a phone and a desktop, in light and dark mode, and takes a picture of each. */
const checkViews = async (name: string): Promise<void> => {
  for (const colorScheme of SCHEMES) {
    await ui.page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await ui.page.setViewportSize({ width, height: 900 });
      await ui.settle();
      await ui.expectAccessible(`${name} ${colorScheme} ${width}`);
      if (pictures !== undefined) await ui.page.screenshot({ path: `${pictures}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await ui.page.emulateMedia({ colorScheme: 'light' });
};

const formattedEuros = /€\s?1,234\.56|1[.,]234[.,]56\s?€/;

describe('the page of an invoice and of its credit note', () => {
  it('shows the document in the language of the customer once the preview is opened', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Grace', email: 'g@example.com', language: 'de', country_code: 'DE' });
    const { priceId } = await newPlan(ui.client, { amount_cents: 123_456 });
    await subscribe(ui.client, priceId, { customer_id: customer.id });
    const [invoice] = await ui.client.list(`/v1/invoices?customer_id=${customer.id}`);
    await ui.client.post('/v1/refunds', { payment_id: invoice?.['payment_id'], amount_cents: 1000 });
    const [note] = await eventually(
      () => ui.client.list(`/v1/credit_notes?invoice_id=${invoice?.id}`),
      ({ length }) => length > 0,
    );
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.open('invoices', String(invoice?.id));
    const headings = async () => {
      await ui.settle();
      return ui.page.getByRole('table', { name: 'Lines' }).getByRole('columnheader').allInnerTexts();
    };
    expect(await headings()).toEqual(['Description', 'Quantity', 'Unit price', 'Tax', 'Amount']);
    const sheet = ui.page.getByRole('article');
    const summary = ui.page.getByText('Preview the document as the customer gets it');
    await ui.settle();
    expect(await sheet.count()).toBe(0);
    // A failed read can be repeated.
    await ui.page.route('**/invoices/*?expand=document', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'Something broke.' } } }),
    );
    await summary.click();
    await ui.page.getByRole('region', { name: 'Preview' }).getByText('Something broke.').waitFor();
    await ui.page.unroute('**/invoices/*?expand=document');
    await button('Try again').click();
    await sheet.waitFor();
    const text = await sheet.innerText();
    expect(text).toContain('Rechnung');
    expect(text).toContain(String(invoice?.['number']));
    expect(text).toMatch(formattedEuros);
    await checkViews('invoice-preview');
    await ui.open('credit_notes', String(note?.id));
    // A line credits a part of an invoice line, so quantity times unit price would not be its amount.
    expect(await headings()).toEqual(['Description', 'Tax', 'Amount']);
    await summary.click();
    await sheet.getByText(String(note?.['number'])).waitFor();
    await checkViews('credit-note-preview');
  });

  it('shows the preview, and asks the member to try again if the PDF is not rendered yet', async () => {
    const [invoice] = await ui.client.list('/v1/invoices');
    await ui.enter();
    await ui.open('invoices', String(invoice?.id));
    // The preview works with the Content-Security-Policy of the console.
    await ui.page.getByText('Preview the document as the customer gets it').click();
    await ui.page.getByRole('article').getByText(String(invoice?.['number'])).waitFor();
    expect(ui.consoleErrors).toEqual([]);
    await ui.page.route('**/pdf', (route) =>
      route.fulfill({ status: 501, json: { error: { code: 'rendering_pending', message: 'Not rendered yet: document inv_1.' } } }),
    );
    await button('Download PDF').click();
    await ui.page.getByText('The PDF is not rendered yet. Try again in a few seconds.').waitFor();
  });
});

describe('a payment link in the console', () => {
  it('is created with all terms, and its changeable fields are edited', async () => {
    const { priceId } = await newPlan(ui.client, METERED);
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.goTo('Payment links');
    await button('Create payment link').click();
    expect(await dialog().getByLabel('Spending cap').count()).toBe(0);
    await dialog().getByLabel('Price', { exact: true }).fill(priceId);
    await dialog().getByLabel('Spending cap').fill('250.50');
    expect(await dialog().getByLabel('Max. sales').isVisible()).toBe(false);
    await dialog().getByText('More options').click();
    await dialog().getByLabel('Payment method').selectOption('creditcard');
    await dialog().getByLabel('Max. sales').fill('0');
    await dialog().getByText('More options').click();
    await dialog().locator('button[type=submit]').click();
    // The error is shown, although its field was in the collapsed section.
    await dialog().getByRole('alert').waitFor();
    await dialog().getByLabel('Max. sales').fill('10');
    await dialog().getByLabel('Metadata').fill('campaign=spring');
    await dialog().getByLabel('Metadata').blur();
    await checkViews('new-payment-link');
    await dialog().locator('button[type=submit]').click();
    await dialog().getByRole('button', { name: 'Close' }).click();
    const id = await ui.waitForId('plink_');
    await ui.waitForField('Spending cap', '€250.50 per period');
    await ui.waitForField('Payment method', 'Card');
    await ui.waitForField('Max. sales', '10');
    await checkViews('payment-link');
    await ui.submit('Edit link', {
      'Max. sales': '12',
      'Success URL': 'https://shop.example/thanks',
      Metadata: 'campaign=autumn\nsource=mail',
    });
    await ui.page.getByText('Payment link saved.').waitFor();
    await ui.submit('Edit link', { 'Max. sales': '' });
    await dialog().getByText('Enter max. sales.').waitFor();
    expect(await ui.client.get(`/v1/payment_links/${id}`)).toMatchObject({
      max_sales: 12,
      max_amount_cents: 25_050,
      payment_method: 'creditcard',
      success_url: 'https://shop.example/thanks',
      metadata: { campaign: 'autumn', source: 'mail' },
    });
  });

  it('without a maximum number of sales can be edited, but a maximum cannot be added', async () => {
    const { priceId } = await newPlan(ui.client);
    const link = await ui.client.post('/v1/payment_links', { price_id: priceId });
    await ui.enter();
    await ui.open('payment_links', link.id);
    await ui.submit('Edit link', { 'Cancel URL': 'https://shop.example/back' });
    await ui.page.getByText('Payment link saved.').waitFor();
    await ui.press('Edit link');
    expect(await dialog().getByLabel('Max. sales').count()).toBe(0);
  });
});

describe('a checkout link in the console', () => {
  it('is emailed to the customer on request; for a customer without an email address, the dialog shows an error', async () => {
    const { priceId } = await newPlan(ui.client);
    const urls = { 'Success URL': 'https://shop.example/thanks', 'Cancel URL': 'https://shop.example/cart' };
    const withoutEmail = await ui.client.post('/v1/customers', { name: 'No address' });
    await ui.enter();
    const create = async (customerId: string): Promise<void> => {
      await ui.open('customers', customerId);
      await ui.press('Create checkout link');
      await dialog().getByLabel('Email the link to the customer').check();
      for (const [label, text] of Object.entries({ Price: priceId, ...urls })) await dialog().getByLabel(label, { exact: true }).fill(text);
      await dialog().locator('button[type=submit]').click();
    };
    await create(withoutEmail.id);
    await dialog().getByText('The customer has no email address. Add one first.').waitFor();
    const customer = await ui.client.post('/v1/customers', { name: 'Grace', email: OWNER });
    await create(customer.id);
    const link = (await dialog().locator('output').textContent()) ?? '';
    expect(link).toContain('/checkout/');
    if (ui.service.mails === null) return;
    const isMailed = async () => (await ui.service.mails?.())?.some(({ to, text }) => to === OWNER && text.includes(link)) === true;
    await eventually(isMailed, (mailed) => mailed);
  });
});

describe('the forms of the console', () => {
  it('warn about a brand color that is hard to read, and name the color that pages use instead', async () => {
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/branding`);
    const color = ui.page.getByLabel('Button color', { exact: true });
    await color.fill('#f5c400');
    await ui.page.getByText('#f5c400 is hard to read on a white page').waitFor();
    await ui.page.getByText('Links and focus outlines use #8e7200 instead.').waitFor();
    await checkViews('branding-contrast');
    await color.fill('#0b57d0');
    await expect.poll(() => ui.page.getByText('is hard to read').count()).toBe(0);
  });

  it('show an error of the API at the field, with the label of the field instead of its API name, and euros instead of cents', async () => {
    const { productId } = await newPlan(ui.client);
    await ui.enter();
    await ui.open('products', productId);
    await ui.press('Add price');
    await dialog().getByLabel('Amount', { exact: true }).fill('99999999');
    await dialog().locator('button[type=submit]').click();
    const mistake = dialog().locator('#mistake-amount_cents');
    await mistake.waitFor();
    expect(await mistake.textContent()).toMatch(/^Amount must be .*€/);
    expect(await mistake.textContent()).not.toMatch(/_|\d{7}/);
  });
});
