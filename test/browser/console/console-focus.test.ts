import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { quietEndpointBody, SMALL_LOGO } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });

/** The text, label or id of the element with the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate('(({ activeElement: at }) => at.labels?.[0]?.textContent || at.textContent || at.id || at.tagName)(document)');

/** Adds a webhook endpoint. Returns its secret, which the dialog then shows. */
const addEndpoint = async (): Promise<string> => {
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/webhook_endpoints/new`);
  await dialog()
    .getByLabel('URL')
    .fill(String(quietEndpointBody(ui.service.baseUrl)['url']));
  await dialog().getByRole('button', { name: 'Add webhook endpoint' }).click();
  return (await dialog().locator('output').textContent()) ?? '';
};

describe('the console', () => {
  it('focuses Copy when it shows a secret, and closes the dialog once the secret is copied', async () => {
    const secret = await addEndpoint();
    expect(await focused(ui.page)).toBe('Copy');
    await ui.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ui.page.keyboard.press('Enter');
    await ui.page.getByText('Signing secret copied.').waitFor();
    await ui.waitForId('we_');
    expect([await dialog().count(), await ui.page.evaluate('navigator.clipboard.readText()')]).toEqual([0, secret]);
  });

  it('selects the secret or id that the browser refuses to copy', async () => {
    await ui.useContext({ bypassCSP: true });
    await ui.page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    const secret = await addEndpoint();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await dialog().getByRole('alert').getByText('copy it with Ctrl+C or Cmd+C').waitFor();
    expect(await ui.page.evaluate('String(getSelection())')).toBe(secret);
    await ui.expectAccessible();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await ui.page.getByRole('button', { name: /^Copy ID we_/ }).click();
    const error = ui.page.getByText('The browser did not allow copying.');
    await error.waitFor();
    expect(await ui.page.evaluate('String(getSelection())')).toMatch(/^we_/);
    // Another click selects the id again.
    await ui.page.evaluate('getSelection().removeAllRanges()');
    await ui.page.getByRole('button', { name: /^Copy ID we_/ }).click();
    await ui.page.waitForFunction('/^we_/.test(String(getSelection()))');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('focuses the field that the API refuses, so that it is in the view', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/customers/new`);
    await dialog().getByLabel('Name').fill('x'.repeat(256));
    await dialog().getByLabel('Email').fill('ada@example.com');
    await dialog().getByRole('button', { name: 'Create customer' }).click();
    await dialog().getByText('Name must have at most 255 characters.').waitFor();
    expect(await focused(ui.page)).toBe('Name');
  });

  it('focuses the title of the details of a delivery, not the button below', async () => {
    const endpoint = await ui.client.post('/v1/webhook_endpoints', quietEndpointBody(ui.service.baseUrl));
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.open('webhook_endpoints', endpoint.id);
    await button('Send test event').click();
    await ui.page.getByRole('button', { name: /^Details of/ }).click();
    await dialog().getByText('Each attempt also has').waitFor();
    expect(await focused(ui.page)).toBe(await dialog().getByRole('heading', { level: 2 }).textContent());
    await ui.settle();
    await ui.expectAccessible();
  });

  it('focuses the amount of an added price', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/products/new`);
    await button('Add another price').click();
    const second = ui.page.getByRole('region', { name: 'Price 2' });
    await expect.poll(() => second.getByLabel('Amount').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  it('closes the open list of a filter when Tab moves the focus from the filter to another element', async () => {
    await ui.enter();
    await ui.goTo('Payments');
    await ui.settle();
    await ui.page.getByLabel('Customer').focus();
    await ui.page.getByRole('listbox', { name: 'Options' }).getByRole('option').first().waitFor();
    await ui.page.keyboard.press('Tab');
    expect(await ui.page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    expect(await ui.page.getByRole('listbox', { name: 'Options' }).count()).toBe(0);
  });

  it('shows the buttons of a dialog from left to right in the order of the document', async () => {
    await ui.enter();
    await ui.goTo('Customers');
    await button('Create customer').click();
    const buttons = dialog().locator('.end button');
    const leftOffsets = await buttons.evaluateAll((all) => all.map((each) => (each as unknown as { offsetLeft: number }).offsetLeft));
    expect(await buttons.allTextContents()).toEqual(['Cancel', 'Create customer']);
    expect(leftOffsets).toEqual(leftOffsets.toSorted((one, other) => one - other));
  });

  it('focuses the logo field after an upload and a removal, and previews the logo in test mode too', async () => {
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/branding`);
    await ui.page.getByText('These settings are shared by test and live mode.').waitFor();
    const input = ui.page.getByLabel('Logo', { exact: true });
    await input.focus();
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(SMALL_LOGO, 'base64') });
    await ui.page.getByText('Logo uploaded.').waitFor();
    expect(await focused(ui.page)).toBe('Logo');
    const preview = ui.page.getByRole('region', { name: 'Preview' });
    const image = preview.getByRole('img');
    await expect.poll(() => image.evaluate((each) => (each as { naturalWidth?: number }).naturalWidth)).toBe(8);
    await ui.page.getByLabel('Button color', { exact: true }).fill('#a8003c');
    await ui.expectAccessible();
    const pictures = process.env['PICTURES'];
    for (const width of [1280, 390]) {
      await ui.page.setViewportSize({ width, height: 844 });
      if (pictures !== undefined) await ui.page.screenshot({ path: `${pictures}/branding-${width}.png`, fullPage: width === 390 });
    }
    await button('Save').click();
    await ui.page.getByText('Branding saved.').waitFor();
    expect(await focused(ui.page)).toBe('Save');
    await button('Remove logo').click();
    await ui.page.getByText('Logo removed.').waitFor();
    expect([await focused(ui.page), await image.count()]).toEqual(['Logo', 0]);
    expect((await ui.client.get('/v1/tenant/portal_branding'))['primary_color']).toBe('#a8003c');
    expect(ui.consoleErrors).toEqual([]);
  });
});
