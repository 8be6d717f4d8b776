import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { sidewaysOf } from '../../test/browser/accessibility.ts';
import { axeFindings } from '../../test/browser/axe.ts';
import { operate } from '../../test/support/host.ts';
import { DEMO_EMAIL } from '../local/demo-account.ts';
import { type RunFacts, runFacts } from '../local/run-file.ts';
import { type Client, clientOf } from '../support/api.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { eventually } from '../support/waiting.ts';
import { DIRECTORY, removeShots, SCREENS, type Shot, shotOf, VARIANTS, type Variant, writeSheet } from './album.ts';
import { type DemoScreen, demoScreens } from './demo-screens.ts';

/** Photographs the console with the business of `npm run demo`, at the running host, and lets axe look at each screen. */

const PREFIX = 'demo-';
type Facts = Omit<RunFacts, 'pid'>;
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const hostFacts = (): Facts => {
  const facts = runFacts(resolve(process.env['DATA_DIR'] ?? '.local'));
  if (facts === null) throw new Error('Nothing runs here. Run "npm start" and "npm run demo", with the same DATA_DIR.');
  return facts;
};

/** What a browser keeps in which the demo account's owner is signed in. */
const signedIn = async (browser: Browser, { account_id: accountId }: Facts): Promise<StorageState> => {
  const { sign_in_url: link } = await operate({}, ['sign-in', '--id', accountId, '--email', DEMO_EMAIL]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(String(link));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
};

/** A webhook endpoint that answers the first delivery as it should and refuses the next. */
const endpointWithDeliveries = async (client: Client, receiver: Receiver): Promise<string> => {
  const { id } = await client.post('/v1/webhook_endpoints', { url: `${receiver.url}/billing`, enabled_events: ['customer.updated'] });
  const [customer] = await client.list('/v1/customers');
  for (const [code, attempted] of [
    [200, 'delivered'],
    [503, 'attempted'],
  ] as const) {
    receiver.answer = status(code, code === 200 ? '' : 'The shop is being updated.');
    await client.post(`/v1/customers/${customer?.id}`, { metadata: { deliveries: attempted } });
    await eventually(
      () => client.list(`/v1/webhook_endpoints/${id}/deliveries`),
      ([latest]) => latest?.['last_response_code'] === code,
    );
  }
  return id;
};

/** Opens a screen, and waits until everything on it was read. */
const open = async (context: BrowserContext, baseUrl: string, { place, act }: DemoScreen): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(new URL(`${baseUrl}/console#/${place.startsWith('../') ? place.slice('../'.length) : `test/${place}`}`).href);
  const settle = (): Promise<void> => page.locator('html:has(h1):not(:has([aria-busy=true]))').waitFor();
  await settle();
  await act?.(page);
  await settle();
  return page;
};

interface Looked {
  readonly shots: readonly Shot[];
  readonly findings: readonly string[];
}

/** All screens in one variant. */
const photograph = async (
  browser: Browser,
  { base_url: baseUrl }: Facts,
  storageState: StorageState,
  screens: Readonly<Record<string, DemoScreen>>,
  variant: Variant,
): Promise<Looked> => {
  // The page's policy would refuse what axe adds to it.
  const settings = { viewport: SCREENS[variant.screen], colorScheme: variant.scheme, storageState, bypassCSP: true };
  const context = await browser.newContext(settings);
  const shots: Shot[] = [];
  const findings: string[] = [];
  for (const [name, screen] of Object.entries(screens)) {
    const page = await open(context, baseUrl, screen);
    const shot = shotOf(`${PREFIX}${name}`, variant);
    // A dialog is over what is seen of the page; the page's whole height would hide where.
    const isWhole = (await page.locator('dialog[open]').count()) === 0;
    await page.screenshot({ path: join(DIRECTORY, shot.file), fullPage: isWhole });
    shots.push(shot);
    const sideways = await sidewaysOf(page);
    const found = [...(await axeFindings(page)), ...(sideways > 0 ? [`can be scrolled sideways by ${sideways} pixels`] : [])];
    findings.push(...found.map((finding) => `${name} (${shot.variant}): ${finding}`));
    await page.close();
  }
  await context.close();
  return { shots, findings };
};

/** Photographs the screens whose names begin with `only`; gives what axe found. */
export const photographConsole = async (browser: Browser, only: string): Promise<readonly string[]> => {
  const facts = hostFacts();
  await mkdir(DIRECTORY, { recursive: true });
  const client = clientOf(facts.base_url, facts.test_key);
  const receiver = await startReceiver();
  const endpointId = await endpointWithDeliveries(client, receiver);
  try {
    const screens = Object.fromEntries(Object.entries(await demoScreens(client, endpointId)).filter(([name]) => name.startsWith(only)));
    await removeShots((file) => file.startsWith(`${PREFIX}${only}`));
    const storageState = await signedIn(browser, facts);
    const looked: Looked[] = [];
    for (const variant of VARIANTS) looked.push(await photograph(browser, facts, storageState, screens, variant));
    const shots = looked.flatMap((each) => each.shots);
    const sheet = await writeSheet(browser, `${PREFIX}contact-sheet`, shots);
    process.stdout.write(`${shots.length} screenshots of the console, and all on one sheet: ${sheet}\n`);
    return looked.flatMap(({ findings }) => findings);
  } finally {
    await client.remove(`/v1/webhook_endpoints/${endpointId}`);
    await receiver.stop();
  }
};
