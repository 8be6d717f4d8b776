import type { Browser, BrowserContext, Page } from 'playwright-core';
import { median } from '../measure.ts';

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

const ROUNDS = 5;

/** A mid-range phone: a quarter of this machine's speed, on fast 3G. */
const CPU_SLOWDOWN = 4;
const FAST_3G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const PHONE = { width: 360, height: 740 };

const SIGNAL = 'usable';

/**
 * Makes the page log a signal as soon as the element exists. Returns a function that waits for the signal. A Playwright locator is less
 * exact: after a moment it polls only twice a second.
 */
const watchForElement = async (page: Page, selector: string): Promise<() => Promise<unknown>> => {
  const check = `document.querySelector(${JSON.stringify(selector)}) === null ? requestAnimationFrame(check) : console.debug('${SIGNAL}')`;
  await page.addInitScript({ content: `const check = () => { ${check}; }; check();` });
  const signal = page.waitForEvent('console', (message) => message.text() === SIGNAL);
  return () => signal;
};

/**
 * Measures the median seconds until the page is usable, in a browser without a cache (with `storageState` if given). `usable`: the selector
 * of an element that must appear, or a function that waits.
 */
export const measureUsableSeconds = async (
  browser: Browser,
  url: () => Promise<string>,
  usable: string | ((page: Page) => Promise<void>),
  storageState?: BrowserState,
): Promise<number> => {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: PHONE, ...(storageState === undefined ? {} : { storageState }) });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', FAST_3G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const waitUntilUsable = typeof usable === 'string' ? await watchForElement(page, usable) : () => usable(page);
    const pageUrl = await url();
    const began = performance.now();
    await page.goto(pageUrl, { waitUntil: 'commit' });
    await waitUntilUsable();
    seconds.push((performance.now() - began) / 1000);
    await context.close();
  }
  return median(seconds);
};
