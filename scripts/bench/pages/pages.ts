import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { launchBrowser } from '../../../test/support/browser.ts';
import { type BrowserScript, bundleForBrowsers } from '../../build/browser.ts';
import { buildScripts } from '../../screenshots/script-pages.ts';
import { openShop } from '../../shop/server.ts';
import { clientOf } from '../../support/api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import type { Subject } from '../subject.ts';
import { atMost, type Finding, type PartResult, shortNumber } from '../verdict.ts';
import { measureConsole } from './console.ts';
import { measureUsableSeconds } from './usable.ts';

/** Budgets in compressed kilobytes of each script with all its chunks. */
const BUDGETS_KB = { loader: 6, frame: 45, portal: 80, console: 140, docs: 40 } as const;
/** Budget of the scripts that the console loads before its first screen. */
const FIRST_SCREEN_BUDGET_KB = 60;
const USABLE_BUDGET_SECONDS = 1;
const kilobytes = (scripts: Iterable<Uint8Array>): number =>
  [...scripts].reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1024;

const allOf = ({ script, chunks }: BrowserScript): readonly Uint8Array[] => [script, ...chunks.values()];

/** Returns the console's script and the chunks that its first screen needs. */
const firstScreenOf = ({ script, chunks, startChunks }: BrowserScript): readonly Uint8Array[] => [
  script,
  ...[...chunks].filter(([name]) => startChunks.includes(name)).map(([, chunk]) => chunk),
];

const waitForButton = (page: Pick<Page, 'getByRole'>, name: RegExp): Promise<void> => page.getByRole('button', { name }).first().waitFor();

const measureLoading = async (browser: Browser, subject: Subject, { testKey }: BenchAccount): Promise<readonly Finding[]> => {
  const { baseUrl } = await subject.host();
  const client = clientOf(baseUrl, testKey);
  const product = await client.post('/v1/products', { name: 'Team plan', description: 'For teams.' });
  const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 2900, currency: 'EUR', interval: 'month' });
  const urls = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  const session = (fields: object = {}) => client.post('/v1/checkout/sessions', { price_id: price.id, ...urls, ...fields });
  const shop = await openShop({
    serviceUrl: baseUrl,
    port: 0,
    sell: async () => ({ clientSecret: String((await session({ ui_mode: 'embedded' })).client_secret) }),
    element: { attributes: {}, styles: '' },
  });
  try {
    const paidSession = await session();
    await client.post(`/sandbox/checkout_sessions/${paidSession.id}/pay`, {});
    const { subscription_id: subscriptionId } = await client.get(`/v1/checkout/sessions/${paidSession.id}`);
    const portal = await client.post('/v1/billing_portal/sessions', { subscription_id: subscriptionId, return_url: urls.cancel_url });
    const checkoutSeconds = await measureUsableSeconds(
      browser,
      async () => String((await session()).url),
      (page) => waitForButton(page, /^Pay/),
    );
    const elementSeconds = await measureUsableSeconds(
      browser,
      async () => `${shop.url}/`,
      (page) => waitForButton(page.frameLocator('iframe'), /^Pay/),
    );
    const portalSeconds = await measureUsableSeconds(
      browser,
      async () => String(portal.url),
      (page) => waitForButton(page, /^Edit details/),
    );
    const docsSeconds = await measureUsableSeconds(browser, async () => `${baseUrl}/docs/api/customers`, 'main h1');
    const info = (what: string, seconds: number): Finding => ({ what, value: `${shortNumber(seconds)} s`, budget: '', verdict: 'info' });
    return [
      atMost('hosted checkout usable on a throttled phone', checkoutSeconds, USABLE_BUDGET_SECONDS, ' s'),
      atMost('documentation readable on a throttled phone', docsSeconds, USABLE_BUDGET_SECONDS, ' s'),
      info('payment element usable on a throttled phone, including the shop’s page', elementSeconds),
      info('billing portal usable on a throttled phone', portalSeconds),
    ];
  } finally {
    await shop.close();
  }
};

/** Measures the script sizes of pages and the time until they are usable. */
export const measurePages = async (subject: Subject): Promise<PartResult> => {
  const scripts = { ...(await buildScripts()), docs: await bundleForBrowsers(REPOSITORY_ROOT, 'functions/docs/browser/docs.ts') };
  const sizeFindings = Object.entries(BUDGETS_KB).map(([name, budget]) =>
    atMost(`script: ${name}, compressed`, kilobytes(allOf(scripts[name as keyof typeof BUDGETS_KB])), budget, ' KB'),
  );
  const firstScreenKb = kilobytes(firstScreenOf(scripts.console));
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const browser = await launchBrowser();
  try {
    const findings = [
      ...sizeFindings,
      atMost('script: console, for its first screen, compressed', firstScreenKb, FIRST_SCREEN_BUDGET_KB, ' KB'),
      ...(await measureLoading(browser, subject, account)),
      ...(await measureConsole(browser, subject, account)),
    ];
    return { findings, detail: [], data: findings };
  } finally {
    await browser.close();
  }
};
