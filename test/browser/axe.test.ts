import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { STATES } from '../../scripts/screenshots/states.ts';
import { launchBrowser } from '../support/browser.ts';
import { axeFindings } from './axe.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Runs axe on a page. */
const findingsOn = async (
  markup: string,
  viewport: (typeof SCREENS)[number],
  colorScheme: 'light' | 'dark',
): Promise<readonly string[]> => {
  const context = await browser.newContext({ viewport, colorScheme });
  try {
    const page = await context.newPage();
    await page.route('https://logo.example/**', (route) => route.abort());
    await page.setContent(markup);
    return await axeFindings(page);
  } finally {
    await context.close();
  }
};

describe('axe', () => {
  it('finds the problems of an inaccessible page', async () => {
    const inaccessible =
      '<html><head></head><body><main><input><p style="color:#ccc;background:#fff">Pale text on white</p></main></body></html>';
    const findings = (await findingsOn(inaccessible, SCREENS[0], 'light')).join('\n');
    for (const rule of ['html-has-lang', 'label', 'color-contrast']) expect(findings).toContain(rule);
  });

  it.each(Object.entries(STATES))('finds no problem on the hosted page: %s', async (_state, { markup }) => {
    for (const screen of SCREENS) {
      for (const scheme of ['light', 'dark'] as const) {
        expect(await findingsOn(markup, screen, scheme), `${screen.width}, ${scheme}`).toEqual([]);
      }
    }
  });
});
