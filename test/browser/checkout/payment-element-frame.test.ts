import { describe, expect, it } from 'vitest';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { axeFindings } from '../axe.ts';
import { ElementUi, NAME } from './element-ui.ts';

const ui = new ElementUi();

describe('the frame of the payment element', () => {
  it('hides its document from the page, sends the client secret in no URL, and calls only the service', async () => {
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    expect(ui.requestUrls.some((url) => url.includes('/v1/checkout/sessions/'))).toBe(true);
    expect(ui.requestUrls.filter((url) => url.includes('_secret_'))).toEqual([]);
    expect(
      await ui.page.evaluate("document.querySelector('billing-payment').shadowRoot.querySelector('iframe').contentDocument"),
    ).toBeNull();
    expect(ui.requestUrls.filter((url) => !url.startsWith(ui.shop.url) && !url.startsWith(ui.baseUrl))).toEqual([]);
  });

  it('escapes HTML in texts and violates no CSP rule', async () => {
    await ui.goToCart();
    await ui.element().getByRole('heading', { name: NAME }).waitFor();
    expect(await ui.frame().evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
    const policy = (await fetch(`${ui.baseUrl}/element/frame`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it.each(['light', 'dark'] as const)('is accessible in %s mode', async (colorScheme) => {
    await ui.useContext({ bypassCSP: true, viewport: { width: 320, height: 640 }, colorScheme });
    await ui.goToCart(`?theme=${colorScheme}`);
    await ui.element().getByText('Add promotion code').click();
    await ui.element().getByRole('button', { name: /^Pay/ }).click();
    await ui.element().getByRole('alert').waitFor();
    expect(await accessibilityProblems(ui.frame())).toEqual([]);
    expect(await horizontalOverflow(ui.page)).toBe(0);
    expect(await axeFindings(ui.frame())).toEqual([]);
  });

  it('uses light mode on a page without dark mode, regardless of the buyer’s dark mode setting', async () => {
    await ui.page.emulateMedia({ colorScheme: 'dark' });
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    expect(await ui.frame().evaluate('document.documentElement.style.colorScheme')).toBe('light');
  });

  it('opens the links to the seller’s terms, privacy policy and right of withdrawal in a new tab', async () => {
    const site = 'https://shop.example';
    const branding = { terms_url: `${site}/terms`, privacy_url: `${site}/privacy`, withdrawal_url: `${site}/withdrawal` };
    await ui.live.post('/v1/tenant/portal_branding', branding);
    await ui.context.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }));
    await ui.goToCart();
    for (const [name, url] of [
      ['Terms', branding.terms_url],
      ['Privacy', branding.privacy_url],
      ['Right of withdrawal', branding.withdrawal_url],
    ] as const) {
      const opened = ui.page.waitForEvent('popup');
      await ui.element().getByRole('link', { name }).click();
      const tab = await opened;
      await tab.waitForURL(url);
      // A page that is sandboxed like the frame could open no dialogs.
      const dialog = tab.waitForEvent('dialog');
      await tab.evaluate('void setTimeout(() => confirm("Sandboxed?"))');
      await (await dialog).dismiss();
      await tab.close();
    }
    await ui.live.post('/v1/tenant/portal_branding', { terms_url: null, privacy_url: null, withdrawal_url: null });
  });

  it('has the height of its content', async () => {
    await ui.goToCart();
    await ui.waitForPayButton('Pay €20.00');
    const hiddenHeight = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => ui.frame().evaluate(hiddenHeight)).toBe(0);
    await ui.element().getByText('Add promotion code').click();
    await expect.poll(() => ui.frame().evaluate(hiddenHeight)).toBe(0);
  });
});
