import { describe, expect, it, vi } from 'vitest';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ElementDesk, NAME } from './element-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ElementDesk();

describe('the frame of the payment element', () => {
  it('keeps the client secret out of every address, and itself out of reach of the page', async () => {
    await desk.goToCart();
    await desk.due('Pay €20.00');
    expect(desk.addresses.some((address) => address.includes('/v1/checkout/sessions/'))).toBe(true);
    expect(desk.addresses.filter((address) => address.includes('_secret_'))).toEqual([]);
    expect(
      await desk.page.evaluate("document.querySelector('billing-payment').shadowRoot.querySelector('iframe').contentDocument"),
    ).toBeNull();
    expect(desk.addresses.filter((address) => !address.startsWith(desk.shop.url) && !address.startsWith(desk.baseUrl))).toEqual([]);
  });

  it('runs nothing that is in a text, and breaks no rule of its policy', async () => {
    await desk.goToCart();
    await desk.element().getByRole('heading', { name: NAME }).waitFor();
    expect(await desk.frame().evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(desk.complaints).toEqual([]);
    const policy = (await fetch(`${desk.baseUrl}/element/frame`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const)('can be used by everyone: %s', async (theme, colorScheme) => {
    await desk.become({ bypassCSP: true, viewport: { width: 320, height: 640 }, colorScheme });
    await desk.goToCart(`?theme=${theme}`);
    await desk.element().getByText('Add a promotion code').click();
    await desk.element().getByRole('button', { name: /^Pay/ }).click();
    await desk.element().getByRole('alert').waitFor();
    expect(await shortcomingsOf(desk.frame())).toEqual([]);
    expect(await sidewaysOf(desk.page)).toBe(0);
    expect(await axeFindings(desk.frame())).toEqual([]);
  });

  it('is light on a page that has no dark side, whatever the reader prefers', async () => {
    await desk.page.emulateMedia({ colorScheme: 'dark' });
    await desk.goToCart();
    await desk.due('Pay €20.00');
    expect(await desk.frame().evaluate('document.documentElement.style.colorScheme')).toBe('light');
  });

  it('is as high as what it shows', async () => {
    await desk.goToCart();
    await desk.due('Pay €20.00');
    const heights = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => desk.frame().evaluate(heights)).toBe(0);
    await desk.element().getByText('Add a promotion code').click();
    await expect.poll(() => desk.frame().evaluate(heights)).toBe(0);
  });
});
