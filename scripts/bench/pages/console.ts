import type { Browser } from 'playwright-core';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { mintToken } from '../../../shared/platform/credentials.ts';
import { consoleUrlOf } from '../../../shared/platform/public-url.ts';
import { saveSignInLink } from '../../../shared/store/console/sign-in-links.ts';
import { batchPut, MAX_BATCH_ITEMS } from '../fill/batch-put.ts';
import type { BenchAccount, HostData } from '../fill/host-data.ts';
import { newCustomerId, writeOfCustomer } from '../items.ts';
import type { Subject } from '../subject.ts';
import { atMost, type Finding } from '../verdict.ts';
import { measureUsableSeconds } from './usable.ts';

const CUSTOMERS = 100_000;
const USABLE_BUDGET_SECONDS = 1.5;
const LINK_SECONDS = 900;

/** Writes customers directly to the table. */
const fill = async ({ client, tableName }: HostData, tenant: Tenant): Promise<void> => {
  for (let first = 0; first < CUSTOMERS; first += MAX_BATCH_ITEMS) {
    const writes = Array.from({ length: MAX_BATCH_ITEMS }, (_, index) =>
      writeOfCustomer(tenant, newCustomerId(), first + index + 1, Date.now(), null),
    );
    await batchPut(client, tableName, writes);
  }
};

/** Creates a sign-in link for the account's owner. */
const createSignInLink = async ({ flow }: HostData, accountId: string): Promise<string> => {
  const account = await flow.store.get(accountAggregate, { accountId, mode: 'live' }, accountId);
  const memberId = account?.record.members[0]?.id;
  if (memberId === undefined) throw new Error('The account has no members.');
  const { token, stored } = mintToken('signin', await flow.secrets.apiKeyPeppers());
  const expiresAt = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  await saveSignInLink(flow.store.table, stored, { accountId, memberId, browserHash: null, expiresAt });
  return consoleUrlOf(flow.baseUrl, token);
};

/** Measures how long a signed-in member waits for the console of an account with many customers. */
export const measureConsole = async (browser: Browser, subject: Subject, { accountId }: BenchAccount): Promise<readonly Finding[]> => {
  const data = await subject.data();
  await fill(data, { accountId, mode: 'test' });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await createSignInLink(data, accountId));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  // As on a first visit: signed in, but without the stored data from which the console concludes that its files are cached.
  const storageState = { ...(await context.storageState()), origins: [] };
  await context.close();
  const consoleUrl = `${data.flow.baseUrl}/console`;
  const homeSeconds = await measureUsableSeconds(browser, async () => consoleUrl, 'section[aria-label="Needs attention"] a', storageState);
  const listSeconds = await measureUsableSeconds(browser, async () => `${consoleUrl}#/test/customers`, 'main tbody th', storageState);
  return [
    atMost(`console: Home usable on a throttled phone, with ${CUSTOMERS} customers`, homeSeconds, USABLE_BUDGET_SECONDS, ' s'),
    atMost('console: list of customers usable on a throttled phone', listSeconds, USABLE_BUDGET_SECONDS, ' s'),
  ];
};
