import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { html } from '../../shared/platform/html.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { CONSOLES } from './console-states.ts';
import { ELEMENTS } from './element-states.ts';
import { PORTALS } from './portal-states.ts';
import { buildScripts, type Scripts, SHOP } from './script-pages.ts';
import { LOGO, openState } from './script-state.ts';
import { STATES } from './states.ts';

/** Photographs every state of the hosted pages, and puts them together on one sheet: `npm run screenshots`. */

const DIRECTORY = join(REPOSITORY_ROOT, 'test', '.results', 'screenshots');

const SCREENS = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;
const SCHEMES = ['light', 'dark'] as const;

interface Shot {
  readonly state: string;
  readonly variant: string;
  readonly file: string;
}

/** All states on one screen in one scheme. */
const photograph = async (
  browser: Browser,
  scripts: Scripts,
  screen: keyof typeof SCREENS,
  scheme: (typeof SCHEMES)[number],
): Promise<readonly Shot[]> => {
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme: scheme });
  const page = await context.newPage();
  await page.route('https://logo.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  const shots: Shot[] = [];
  const take = async (state: string, taken: Page): Promise<void> => {
    const file = `${state}-${screen}-${scheme}.png`;
    await taken.screenshot({ path: join(DIRECTORY, file), fullPage: true });
    // The order in which a screen reader tells it, to be read once.
    if (screen === 'phone' && scheme === 'light') await writeFile(join(DIRECTORY, `${state}.txt`), await treeOf(taken));
    shots.push({ state, variant: `${screen}, ${scheme}`, file });
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

const sheetOf = (shots: readonly Shot[]): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hosted pages</title>
<style>body { font: 14px system-ui, sans-serif; background: #ddd; } figure { display: inline-block; margin: 8px; vertical-align: top; } img { display: block; height: 420px; box-shadow: 0 1px 4px #0006; }</style></head>
<body>${shots.map(
    ({ state, variant, file }) => html`<figure><img src="${file}" alt=""><figcaption>${state} – ${variant}</figcaption></figure>\n`,
  )}</body></html>
`.markup;

const browser = await launchBrowser();
try {
  await rm(DIRECTORY, { recursive: true, force: true });
  await mkdir(DIRECTORY, { recursive: true });
  const scripts = await buildScripts();
  const shots: Shot[] = [];
  for (const screen of Object.keys(SCREENS) as (keyof typeof SCREENS)[])
    for (const scheme of SCHEMES) shots.push(...(await photograph(browser, scripts, screen, scheme)));
  const sheet = join(DIRECTORY, 'contact-sheet.html');
  await writeFile(sheet, sheetOf([...shots].sort((a, b) => a.state.localeCompare(b.state))));
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: join(DIRECTORY, 'contact-sheet.png'), fullPage: true });
  process.stdout.write(`${shots.length} screenshots, and all on one sheet: ${sheet}\n`);
} finally {
  await browser.close();
}
