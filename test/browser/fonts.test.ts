import { describe, expect, it } from 'vitest';
import { FONT_FILES } from '../../shared/platform/font-files.generated.ts';
import { service } from '../support/service.ts';
import { BrowserUi } from './browser-ui.ts';

const { baseUrl } = service();
class FontUi extends BrowserUi {}
const ui = new FontUi();

/** Opens a page and returns the font files that it loads. */
const fontsOf = async (path: string, locale = 'en-US'): Promise<readonly string[]> => {
  await ui.useContext({ viewport: { width: 390, height: 844 }, locale });
  await ui.page.goto(`${baseUrl}${path}`, { waitUntil: 'networkidle' });
  await ui.page.locator('h1').first().waitFor();
  // The console switches the font on after its first screen.
  await expect.poll(() => ui.page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")).toMatch(/^Inter,/);
  expect(await ui.page.evaluate("document.fonts.ready.then(() => document.fonts.check('600 20px Inter'))")).toBe(true);
  return ui.requestUrls
    .filter((url) => url.endsWith('.woff2'))
    .map((url) => url.slice(`${baseUrl}/assets/`.length))
    .sort();
};

const [latin, extended] = FONT_FILES.map(({ name }) => name);

describe('the font', () => {
  it.each(['/console', '/portal', '/docs', '/docs/guides/webhooks', '/checkout/acct_0/test/cs_0'])(
    'is loaded on %s, without the file for extended characters',
    async (path) => {
      expect(await fontsOf(path)).toEqual([latin]);
      expect(ui.consoleErrors.filter((error) => /font|policy/i.test(error))).toEqual([]);
    },
  );

  it('is loaded with the file for extended characters on Polish pages', async () => {
    expect(await fontsOf('/checkout/acct_0/test/cs_0', 'pl-PL')).toEqual([latin, extended].sort());
  });
});
