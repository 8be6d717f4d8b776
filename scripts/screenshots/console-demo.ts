import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { horizontalOverflow } from '../../test/browser/accessibility.ts';
import { axeFindings } from '../../test/browser/axe.ts';
import { runCommand } from '../../test/support/host.ts';
import { DEMO_EMAIL } from '../local/demo-account.ts';
import { type RunFacts, readRunFacts } from '../local/run-file.ts';
import { type Client, clientOf } from '../support/api.ts';
import { type Receiver, respondWith, startReceiver } from '../support/receiver.ts';
import { eventually } from '../support/waiting.ts';
import { type DemoScreen, demoScreens } from './demo-screens.ts';
import { waitForFonts } from './script-state.ts';
import { DIRECTORY, removeShots, SCREENS, type Shot, shotOf, VARIANTS, type Variant, writeSheet } from './shots.ts';

/**
 * Takes screenshots of the console of the running host with the data of `npm run demo`. Checks each screen with axe, and that it does not
 * scroll horizontally.
 */

const PREFIX = 'demo-';
type Facts = Omit<RunFacts, 'pid'>;
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const hostFacts = (): Facts => {
  const facts = readRunFacts(resolve(process.env['DATA_DIR'] ?? '.local'));
  if (facts === null) throw new Error('No local host is running. Run "npm start" and "npm run demo", with the same DATA_DIR.');
  return facts;
};

/** Signs in as the demo account's owner; returns the browser's storage state. */
const signIn = async (browser: Browser, { account_id: accountId }: Facts): Promise<StorageState> => {
  const { sign_in_url: link } = await runCommand({}, ['sign-in', '--id', accountId, '--email', DEMO_EMAIL]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(String(link));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
};

/** Creates a webhook endpoint with a successful and a failed delivery; returns its id. */
const createEndpointWithDeliveries = async (client: Client, receiver: Receiver): Promise<string> => {
  const { id } = await client.post('/v1/webhook_endpoints', { url: `${receiver.url}/billing`, enabled_events: ['customer.updated'] });
  const [customer] = await client.list('/v1/customers');
  for (const [code, label] of [
    [200, 'delivered'],
    [503, 'failed'],
  ] as const) {
    receiver.answer = respondWith(code, code === 200 ? '' : 'The shop is being updated.');
    await client.post(`/v1/customers/${customer?.id}`, { metadata: { deliveries: label } });
    await eventually(
      () => client.list(`/v1/webhook_endpoints/${id}/deliveries`),
      ([latest]) => latest?.['last_response_code'] === code,
    );
  }
  return id;
};

/** Opens a screen and waits until all its data is loaded. */
const open = async (context: BrowserContext, baseUrl: string, { path, prepare }: DemoScreen): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(new URL(`${baseUrl}/console#/${path.startsWith('../') ? path.slice('../'.length) : `test/${path}`}`).href);
  const settle = (): Promise<void> => page.locator('html:has(h1):not(:has([aria-busy=true]))').waitFor();
  await settle();
  await prepare?.(page);
  await settle();
  await waitForFonts(page);
  return page;
};

interface Result {
  readonly shots: readonly Shot[];
  readonly findings: readonly string[];
}

/** Takes screenshots of all screens in one variant. */
const photograph = async (
  browser: Browser,
  { base_url: baseUrl }: Facts,
  storageState: StorageState,
  screens: Readonly<Record<string, DemoScreen>>,
  variant: Variant,
): Promise<Result> => {
  // Bypasses the page's content security policy, which would block axe.
  const settings = { viewport: SCREENS[variant.screen], colorScheme: variant.scheme, storageState, bypassCSP: true };
  const context = await browser.newContext(settings);
  const shots: Shot[] = [];
  const findings: string[] = [];
  for (const [name, screen] of Object.entries(screens)) {
    const page = await open(context, baseUrl, screen);
    const shot = shotOf(`${PREFIX}${name}`, variant);
    // A dialog is centered in the visible part of the page; a full-page screenshot would show it in another place.
    const isFullPage = (await page.locator('dialog[open]').count()) === 0;
    await page.screenshot({ path: join(DIRECTORY, shot.file), fullPage: isFullPage });
    shots.push(shot);
    const overflow = await horizontalOverflow(page);
    const problems = [...(await axeFindings(page)), ...(overflow > 0 ? [`scrolls horizontally by ${overflow} pixels`] : [])];
    findings.push(...problems.map((finding) => `${name} (${shot.variant}): ${finding}`));
    await page.close();
  }
  await context.close();
  return { shots, findings };
};

/** Takes screenshots of the screens whose names start with `only`; returns the findings of all checks. */
export const photographConsole = async (browser: Browser, only: string): Promise<readonly string[]> => {
  const facts = hostFacts();
  await mkdir(DIRECTORY, { recursive: true });
  const client = clientOf(facts.base_url, facts.test_key);
  const receiver = await startReceiver();
  const endpointId = await createEndpointWithDeliveries(client, receiver);
  try {
    const screens = Object.fromEntries(Object.entries(await demoScreens(client, endpointId)).filter(([name]) => name.startsWith(only)));
    await removeShots((file) => file.startsWith(`${PREFIX}${only}`));
    const storageState = await signIn(browser, facts);
    const results: Result[] = [];
    for (const variant of VARIANTS) results.push(await photograph(browser, facts, storageState, screens, variant));
    const shots = results.flatMap((each) => each.shots);
    const sheet = await writeSheet(browser, `${PREFIX}contact-sheet`, shots);
    process.stdout.write(`${shots.length} screenshots of the console. Overview: ${sheet}\n`);
    return results.flatMap(({ findings }) => findings);
  } finally {
    await client.remove(`/v1/webhook_endpoints/${endpointId}`);
    await receiver.stop();
  }
};
