import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';
import type { BrowserScript } from '../build/browser.ts';
import { buildScripts } from '../screenshots/script-pages.ts';
import { openShop } from '../shop/server.ts';
import { clientOf } from '../support/api.ts';
import { measureConsole } from './console.ts';
import type { BenchAccount } from './fill/host-data.ts';
import type { Subject } from './subject.ts';
import { usableAfter } from './usable.ts';
import { atMost, type Finding, type PartResult, shortNumber } from './verdict.ts';

/** Compressed kilobytes of each script with all of its parts. */
const BUDGETS_KB = { loader: 6, frame: 45, portal: 80, console: 80 } as const;
/** Of what the console loads before it shows its first screen. */
const FIRST_SCREEN_BUDGET_KB = 40;
const USABLE_BUDGET_SECONDS = 1;
const kilobytes = (scripts: Iterable<Uint8Array>): number =>
  [...scripts].reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1024;

const allOf = ({ script, parts }: BrowserScript): readonly Uint8Array[] => [script, ...parts.values()];

/** The console's script, and what it needs to show the overview. */
const firstScreenOf = ({ script, parts, needs }: BrowserScript): readonly Uint8Array[] => [
  script,
  ...[...parts].filter(([name]) => needs.includes(name) || name.startsWith('console-overview-')).map(([, part]) => part),
];

const visible = (page: Pick<Page, 'getByRole'>, name: RegExp): Promise<void> => page.getByRole('button', { name }).first().waitFor();

const measureLoading = async (browser: Browser, subject: Subject, { testKey }: BenchAccount): Promise<readonly Finding[]> => {
  const { baseUrl } = await subject.host();
  const client = clientOf(baseUrl, testKey);
  const product = await client.post('/v1/products', { name: 'Team plan', description: 'For teams.' });
  const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 2900, currency: 'EUR', interval: 'month' });
  const urls = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  const session = (given: object = {}) => client.post('/v1/checkout/sessions', { price_id: price.id, ...urls, ...given });
  const shop = await openShop({
    serviceUrl: baseUrl,
    port: 0,
    sell: async () => ({ clientSecret: String((await session({ ui_mode: 'embedded' })).client_secret) }),
    looks: { attributes: {}, styles: '' },
  });
  try {
    const sold = await session();
    await client.post(`/sandbox/checkout_sessions/${sold.id}/pay`, {});
    const { subscription_id: subscriptionId } = await client.get(`/v1/checkout/sessions/${sold.id}`);
    const portal = await client.post('/v1/billing_portal/sessions', { subscription_id: subscriptionId, return_url: urls.cancel_url });
    const checkout = await usableAfter(
      browser,
      async () => String((await session()).url),
      (page) => visible(page, /^Pay/),
    );
    const element = await usableAfter(
      browser,
      async () => `${shop.url}/`,
      (page) => visible(page.frameLocator('iframe'), /^Pay/),
    );
    const account = await usableAfter(
      browser,
      async () => String(portal.url),
      (page) => visible(page, /^Change details/),
    );
    const seen = (what: string, seconds: number): Finding => ({ what, value: `${shortNumber(seconds)} s`, budget: '', verdict: 'info' });
    return [
      atMost('hosted checkout usable on a throttled phone', checkout, USABLE_BUDGET_SECONDS, ' s'),
      seen('payment element usable there, the shop’s page included', element),
      seen('billing portal usable there', account),
    ];
  } finally {
    await shop.close();
  }
};

/** What pages weigh, and how soon they can be used. */
export const measurePages = async (subject: Subject): Promise<PartResult> => {
  const scripts = await buildScripts();
  const weights = Object.entries(BUDGETS_KB).map(([name, budget]) =>
    atMost(`script: ${name}, compressed`, kilobytes(allOf(scripts[name as keyof typeof BUDGETS_KB])), budget, ' KB'),
  );
  const first = kilobytes(firstScreenOf(scripts.console));
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('no account');
  const browser = await launchBrowser();
  try {
    const findings = [
      ...weights,
      atMost('script: console, for its first screen, compressed', first, FIRST_SCREEN_BUDGET_KB, ' KB'),
      ...(await measureLoading(browser, subject, account)),
      ...(await measureConsole(browser, subject, account)),
    ];
    return { findings, detail: [], data: findings };
  } finally {
    await browser.close();
  }
};
