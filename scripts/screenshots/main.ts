import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { fontFaces } from '../../shared/platform/font-faces.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { buildSite, type Site } from '../build/docs/site.ts';
import { photographConsole } from './console-demo.ts';
import { CONSOLES } from './console-states.ts';
import { DOCUMENTATION, serveDocumentation } from './documentation.ts';
import { ELEMENTS } from './element-states.ts';
import { EMAILS } from './emails.ts';
import { PORTALS } from './portal-states.ts';
import { buildScripts, type Scripts, SERVICE, SHOP, serveFonts } from './script-pages.ts';
import { LOGO, openState, waitForFonts } from './script-state.ts';
import { DIRECTORY, SCREENS, type Shot, shotOf, VARIANTS, type Variant, writeSheet } from './shots.ts';
import { STATES } from './states.ts';

/**
 * `npm run screenshots` takes screenshots of every state of the pages and emails, with sample data. With `-- --console`, it takes
 * screenshots of the console of the running local host, with the data of `npm run demo`. `--only pay`: only those screenshots whose names
 * start with `pay`. Writes a page that shows all screenshots.
 */

const { values } = parseArgs({ options: { console: { type: 'boolean' }, only: { type: 'string', default: '' } } });

/** The entries whose names start with `--only`. */
const selected = <T>(states: Readonly<Record<string, T>>): readonly (readonly [name: string, state: T])[] =>
  Object.entries(states).filter(([name]) => name.startsWith(values.only));

/** Takes screenshots of all states in one variant. */
const photograph = async (browser: Browser, scripts: Scripts, documentation: Site, variant: Variant): Promise<readonly Shot[]> => {
  const { screen, scheme } = variant;
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme: scheme });
  const page = await context.newPage();
  await page.route('https://logo.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  await serveFonts(page);
  const shots: Shot[] = [];
  const take = async (state: string, shownPage: Page, isWholePage = true): Promise<void> => {
    await waitForFonts(shownPage);
    const shot = shotOf(state, variant);
    // A dialog is centered in the visible part of the page; a full-page screenshot would show it in another place.
    const fullPage = isWholePage && (await shownPage.locator('dialog[open]').count()) === 0;
    await shownPage.screenshot({ path: join(DIRECTORY, shot.file), fullPage });
    // Writes the accessibility tree, to review the reading order.
    if (screen === 'phone' && scheme === 'light') await writeFile(join(DIRECTORY, `${state}.txt`), await treeOf(shownPage));
    shots.push(shot);
  };
  for (const [state, { markup }] of selected(STATES)) {
    await page.setContent(markup, { waitUntil: 'load' });
    // Adds the fonts, which the pages lack because they are rendered without a base URL.
    await page.addStyleTag({ content: fontFaces(`${SERVICE}/assets`) });
    await take(state, page);
  }
  for (const [state, markup] of selected(EMAILS)) {
    await page.setContent(markup, { waitUntil: 'load' });
    await take(state, page);
  }
  for (const [state, shown] of selected({ ...PORTALS, ...ELEMENTS, ...CONSOLES })) {
    const tab = await openState(context, scripts, shown);
    await take(state, tab);
    await tab.close();
  }
  await serveDocumentation(page, documentation);
  for (const [state, path] of selected(DOCUMENTATION)) {
    await page.goto(`${SERVICE}/docs${path}`);
    await take(state, page, false);
  }
  await context.close();
  return shots;
};

const treeOf = (page: Page): Promise<string> =>
  (page.url().startsWith(SHOP) ? page.frameLocator('billing-payment iframe').locator('body') : page.locator('body')).ariaSnapshot();

const photographStates = async (browser: Browser): Promise<void> => {
  await rm(DIRECTORY, { recursive: true, force: true });
  await mkdir(DIRECTORY, { recursive: true });
  const [scripts, documentation] = await Promise.all([buildScripts(), buildSite(REPOSITORY_ROOT)]);
  const shots: Shot[] = [];
  for (const variant of VARIANTS) shots.push(...(await photograph(browser, scripts, documentation, variant)));
  const sheet = await writeSheet(browser, 'contact-sheet', shots);
  process.stdout.write(`${shots.length} screenshots. Overview: ${sheet}\n`);
};

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
