import type { Browser } from 'playwright-core';

const STEP_TIMEOUT_MS = 45_000;

/** Pays in the browser: opens the checkout, selects a card, pays, chooses `Paid` on the sandbox's page and waits for the return. */
export const payInBrowser = async (browser: Browser, checkoutUrl: string, successUrl: string): Promise<void> => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    await page.goto(checkoutUrl);
    await page.getByLabel('Card', { exact: true }).check();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Paid', exact: true }).click();
    await page.waitForURL((url) => url.href.startsWith(successUrl));
  } finally {
    await context.close();
  }
};
