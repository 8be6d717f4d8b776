import type { BrowserContext, Page } from 'playwright-core';
import { type Answers, type Scripts, SERVICE, serveScriptPages } from './script-pages.ts';

/** A state of a page that runs a script in the browser. */
export interface ScriptState {
  readonly url: string;
  readonly answers: Answers;
  /** Attributes of the payment element. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Selector of an element that appears in this state. */
  readonly until: string;
  /** Actions before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Returns a function that builds a state of the console. `route`: the part of the URL after `#/`. */
export const consoleStatesWith =
  (answers: Answers) =>
  (route: string, until: string, act?: (page: Page) => Promise<void>): ScriptState => ({
    url: `${SERVICE}/console#/${route}`,
    answers,
    until,
    ...(act === undefined ? {} : { act }),
  });

/** A merchant's logo, for pages that show one. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 32"><circle cx="16" cy="16" r="14" fill="#f5c400"/><text x="40" y="22" font-family="sans-serif" font-size="18" fill="#888">Harbour</text></svg>`;

/** Opens a page in one of its states. */
export const openState = async (
  context: BrowserContext,
  scripts: Scripts,
  { url, answers, attributes = {}, until, act }: ScriptState,
): Promise<Page> => {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.route('https://logo.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  await serveScriptPages(page, scripts, answers, attributes);
  await page.goto(url);
  await page.locator(until).first().waitFor();
  await act?.(page);
  await waitForFrames(page);
  await waitForFonts(page);
  return page;
};

/** Waits until the fonts of the page and its frames are loaded. Sets `data-font`, without which the console does not show its font. */
export const waitForFonts = async (page: Page): Promise<void> => {
  for (const frame of page.frames())
    await frame.evaluate("document.documentElement.dataset.font = 'loaded'; document.fonts.ready.then(() => null)");
};

/** Waits until the payment element's frame has its full height, which the shop's page sets with a delay. */
const waitForFrames = async (page: Page): Promise<void> => {
  for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
    await frame.waitForFunction('document.documentElement.scrollHeight <= innerHeight');
  }
};
