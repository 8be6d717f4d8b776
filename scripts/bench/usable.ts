import type { Browser, BrowserContext, Page } from 'playwright-core';

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

const ROUNDS = 5;

/** A phone of the middle: a quarter of this machine's speed, on what browsers call fast 3G. */
const CPU_SLOWDOWN = 4;
const FAST_3G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const PHONE = { width: 360, height: 740 };

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Seconds until the page can be used, in a browser that was never there (or has kept `storageState` alone): the middle one of some. */
export const usableAfter = async (
  browser: Browser,
  url: () => Promise<string>,
  isUsable: (page: Page) => Promise<void>,
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
    const address = await url();
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await isUsable(page);
    seconds.push((performance.now() - began) / 1000);
    await context.close();
  }
  return median(seconds);
};
