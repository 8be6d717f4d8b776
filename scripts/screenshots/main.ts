import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { photographConsole } from './console-demo.ts';
import { CONSOLES } from './console-states.ts';
import { ELEMENTS } from './element-states.ts';
import { PORTALS } from './portal-states.ts';
import { buildScripts, type Scripts, SHOP } from './script-pages.ts';
import { LOGO, openState } from './script-state.ts';
import { DIRECTORY, SCREENS, type Shot, shotOf, VARIANTS, type Variant, writeSheet } from './shots.ts';
import { STATES } from './states.ts';

/**
 * `npm run screenshots` takes screenshots of every state of the pages with sample data; with `--console`, of the running host's console
 * with the demo data instead (`--only pay`: screens whose names start with `pay`). Writes a page that shows all screenshots.
 */

/** Takes screenshots of all states in one variant. */
const photograph = async (browser: Browser, scripts: Scripts, variant: Variant): Promise<readonly Shot[]> => {
  const { screen, scheme } = variant;
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme: scheme });
  const page = await context.newPage();
  await page.route('https://logo.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  const shots: Shot[] = [];
  const take = async (state: string, shownPage: Page): Promise<void> => {
    const shot = shotOf(state, variant);
    await shownPage.screenshot({ path: join(DIRECTORY, shot.file), fullPage: true });
    // Writes the accessibility tree, to review the reading order.
    if (screen === 'phone' && scheme === 'light') await writeFile(join(DIRECTORY, `${state}.txt`), await treeOf(shownPage));
    shots.push(shot);
  };
  for (const [state, { markup }] of Object.entries(STATES)) {
    await page.setContent(markup, { waitUntil: 'load' });
    await take(state, page);
  }
  for (const [state, shown] of Object.entries({ ...PORTALS, ...ELEMENTS, ...CONSOLES })) {
    const tab = await openState(context, scripts, shown);
    await take(state, tab);
    await tab.close();
  }
  await context.close();
  return shots;
};

const treeOf = (page: Page): Promise<string> =>
  (page.url().startsWith(SHOP) ? page.frameLocator('billing-payment iframe').locator('body') : page.locator('body')).ariaSnapshot();

const photographStates = async (browser: Browser): Promise<void> => {
  await rm(DIRECTORY, { recursive: true, force: true });
  await mkdir(DIRECTORY, { recursive: true });
  const scripts = await buildScripts();
  const shots: Shot[] = [];
  for (const variant of VARIANTS) shots.push(...(await photograph(browser, scripts, variant)));
  const sheet = await writeSheet(browser, 'contact-sheet', shots);
  process.stdout.write(`${shots.length} screenshots. Overview: ${sheet}\n`);
};

const { values } = parseArgs({ options: { console: { type: 'boolean' }, only: { type: 'string', default: '' } } });
const browser = await launchBrowser();
try {
  if (values.console !== true) await photographStates(browser);
  else {
    const findings = await photographConsole(browser, values.only);
    for (const finding of findings) process.stderr.write(`✗ ${finding}\n`);
    if (findings.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
