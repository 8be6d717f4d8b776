import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ELEMENTS } from '../../scripts/screenshots/element-states.ts';
import { PORTALS } from '../../scripts/screenshots/portal-states.ts';
import { buildScripts, type Scripts } from '../../scripts/screenshots/script-pages.ts';
import { openState } from '../../scripts/screenshots/script-state.ts';
import { launchBrowser } from '../support/browser.ts';
import { axeFindings } from './axe.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SETTINGS = [
  { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

let browser: Browser;
let scripts: Scripts;
beforeAll(async () => {
  [browser, scripts] = await Promise.all([launchBrowser(), buildScripts()]);
});
afterAll(() => browser.close());

describe('axe', () => {
  it.each(Object.entries({ ...PORTALS, ...ELEMENTS }))(
    'finds no problem in %s, in light mode on a phone and in dark mode on a desktop',
    async (_name, state) => {
      for (const settings of SETTINGS) {
        const context = await browser.newContext({ ...settings, bypassCSP: true });
        const page = await openState(context, scripts, state);
        // The payment element is checked in its frame, the portal on the page itself.
        const frame = page.frames().find((child) => child.url().endsWith('/element/frame'));
        expect(await axeFindings(frame ?? page), settings.colorScheme).toEqual([]);
        await context.close();
      }
    },
  );
});
