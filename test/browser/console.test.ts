import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleDesk, NAME, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

/** The buttons of anyone who only reads. */
const READING = ['Search', 'Sign out', 'Sign out everywhere'];

const SCREENS = [
  'Overview',
  'Customers',
  'Subscriptions',
  'Invoices',
  'Credit notes',
  'Payments',
  'One-off payments',
  'Refunds',
  'Disputes',
  'Products',
  'Prices',
  'Coupons',
  'Tax rates',
  'Events',
  'Webhook endpoints',
  'Audit log',
  'API keys',
  'Test clocks',
  'Import',
  'Settings',
  'Team',
];

describe('the console', () => {
  it('[AUTH-19] is entered by a link that is used once, whose token is in no address, history or request but the one', async () => {
    const link = await desk.enter();
    const token = new URL(link).hash.slice('#sign-in='.length);
    expect(desk.page.url()).not.toContain(token);
    expect(desk.addresses.filter((address) => address.includes(token))).toEqual([]);
    const cookies = await desk.context.cookies();
    expect(cookies.map(({ name, httpOnly, secure, sameSite, path }) => [name, httpOnly, secure, sameSite, path])).toEqual([
      ['__Host-billing-console', true, true, 'Lax', '/'],
      ['__Host-billing-console-known', true, true, 'Lax', '/'],
    ]);
    await desk.page.reload();
    await desk.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await desk.page.goto('about:blank');
    await desk.page.goto(link);
    await desk.page.getByRole('button', { name: 'Sign in' }).click();
    await desk.page.getByText('This link was already used or is older than 15 minutes.').waitFor();
  });

  it.runIf(desk.served.mails !== null)('is entered by a link in the mail of an invited member, in the browser that asked', async () => {
    const email = `invited-${Date.now()}@example.com`;
    await desk.enter();
    await desk.go('Team');
    await desk.page.getByLabel('E-mail', { exact: true }).fill(email);
    await desk.page.getByRole('button', { name: 'Add member' }).click();
    const mailed = async (subject: RegExp) =>
      (await desk.served.mails?.())?.find((mail) => mail.to === email && subject.test(mail.subject));
    await expect.poll(() => mailed(/^You are invited/), { timeout: 30_000 }).toBeTruthy();
    await desk.become({});
    const invitation = /https?:\S+\/console\b/.exec((await mailed(/^You are invited/))?.text ?? '')?.[0] ?? '';
    await desk.page.goto(invitation);
    await desk.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await desk.page.getByLabel('E-mail').fill(email);
    await desk.page.getByRole('button', { name: 'Send me a link' }).click();
    await desk.page.getByText(`If ${email} is a member here, a link is on its way.`).waitFor();
    await expect.poll(() => mailed(/^Sign in/), { timeout: 30_000 }).toBeTruthy();
    const link = /https?:\S+#sign-in=\w+/.exec((await mailed(/^Sign in/))?.text ?? '')?.[0] ?? '';
    await desk.page.goto(link);
    await desk.page.getByRole('button', { name: 'Sign in' }).click();
    await desk.page.getByText(`${email} (viewer)`).waitFor();
    expect(desk.page.url()).not.toContain('sign-in');
  });

  it('shows every screen in both modes, with nothing run that a customer was called, and nothing refused by its policy', async () => {
    await desk.enter();
    const look = async (screen: string): Promise<void> => {
      await desk.go(screen);
      await desk.settle();
    };
    for (const screen of SCREENS) await look(screen);
    await look('Customers');
    await desk.page.getByText(NAME).waitFor();
    await desk.page.getByRole('link', { name: 'Go to live mode' }).click();
    await desk.page.getByText('There is nothing here yet.').waitFor();
    const live = SCREENS.filter((screen) => screen !== 'Test clocks' && screen !== 'Import');
    for (const screen of live) await look(screen);
    expect(await desk.page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allTextContents()).toEqual(live);
    await desk.page.getByText('Real customers, real money.').waitFor();
    expect([desk.complaints, desk.refusals]).toEqual([[], []]);
    const own = new URL(desk.served.baseUrl).origin;
    expect(desk.addresses.filter((address) => new URL(address).origin !== own)).toEqual([]);
  });

  it('shows every object of every list, with its history, and can be linked to', async () => {
    await desk.enter();
    await desk.go('Subscriptions');
    await desk.page.getByRole('rowheader', { name: NAME }).getByRole('link').click();
    await desk.shownId(desk.subscription.id);
    await desk.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await desk.page.locator('dt:text-is("Status") + dd:text-is("active")').waitFor();
    await desk.page.reload();
    await desk.shownId(desk.subscription.id);
    for (const screen of [
      'Customers',
      'Invoices',
      'Payments',
      'Products',
      'Prices',
      'Coupons',
      'Tax rates',
      'Events',
      'Audit log',
      'API keys',
      'Test clocks',
    ]) {
      await desk.go(screen);
      await desk.page.getByRole('rowheader').getByRole('link').first().click();
      await desk.page.locator('dt', { hasText: /^Id$/ }).first().waitFor();
    }
    await desk.go('Customers');
    await desk.page.getByRole('rowheader').getByRole('link').first().click();
    await desk.page.getByRole('heading', { name: 'What happened' }).waitFor();
    const history = desk.page.getByRole('region', { name: 'History' });
    await expect.poll(() => history.getByText('subscription.created').count(), { timeout: 30_000 }).toBe(1);
    await history.getByText('customer.created').first().waitFor();
    expect(desk.complaints).toEqual([]);
  });

  it('begins anew at an address that is none', async () => {
    await desk.enter();
    for (const hash of ['#/test/%', '#/staging/customers', '#/']) {
      await desk.go('Products');
      await desk.page.goto(`${desk.served.baseUrl}/console${hash}`);
      await desk.page.getByRole('heading', { level: 1, name: 'Overview', exact: true }).waitFor();
    }
    expect(desk.complaints).toEqual([]);
  });

  it('continues to older objects, and back', async () => {
    for (let count = 0; count < 26; count += 1) await desk.client.post('/v1/products', { name: `Product ${count}` });
    await desk.enter();
    await desk.go('Products');
    await desk.page.getByRole('link', { name: 'Older' }).click();
    await desk.page.getByRole('link', { name: 'Newest' }).waitFor();
    await desk.page.goBack();
    await desk.page.getByRole('link', { name: 'Older' }).waitFor();
  });

  it('[AUD-11] has its admins keep the team, and tells what was refused', async () => {
    await desk.enter();
    await desk.go('Team');
    const email = `new-${Date.now()}@example.com`;
    await desk.page.getByLabel('E-mail', { exact: true }).fill(email);
    await desk.page.getByLabel('Role', { exact: true }).selectOption('support');
    await desk.page.getByRole('button', { name: 'Add member' }).click();
    const sent: string[] = [];
    desk.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const role = (of: string) => desk.page.getByLabel(`Role of ${of}`, { exact: true });
    const save = (of: string) => desk.page.getByRole('button', { name: `Save the role of ${of}`, exact: true });
    await role(email).focus();
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await desk.page.keyboard.press(key);
    await role(email).selectOption('admin');
    expect(sent).toEqual([]);
    await save(email).focus();
    await Promise.all([desk.page.keyboard.press('Enter'), desk.page.keyboard.press('Enter')]);
    await desk.page.getByText(`The role of ${email} is saved.`).waitFor();
    expect(sent).toHaveLength(1);
    expect(await desk.page.locator(':focus').getAttribute('aria-label')).toBe(`Save the role of ${email}`);
    expect([await role(email).inputValue(), await save(email).getAttribute('aria-disabled')]).toEqual(['admin', 'true']);
    await role(OWNER).selectOption('viewer');
    await save(OWNER).click();
    await desk.page.getByText('An account keeps at least one owner.').waitFor();
    await expect.poll(() => role(OWNER).inputValue()).toBe('owner');
    expect(await desk.page.getByText(/is saved/).count()).toBe(0);
  });

  it('[AUD-11] removes a member where that is confirmed', async () => {
    const email = await desk.addMember('support');
    await desk.enter();
    await desk.go('Team');
    const remove = desk.page.getByRole('button', { name: `Remove ${email}`, exact: true });
    const dialog = desk.page.getByRole('dialog', { name: `Remove ${email}` });
    const isFocused = () => desk.page.locator(':focus').getAttribute('aria-label');
    await remove.click();
    await dialog.getByText('is signed out at once').waitFor();
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(isFocused).toBe(`Remove ${email}`);
    await remove.click();
    await dialog.waitFor();
    await desk.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(isFocused).toBe(`Remove ${email}`);
    await remove.click();
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await desk.page.getByText(`${email} is removed.`).waitFor();
    await remove.waitFor({ state: 'detached' });
    expect(desk.complaints).toEqual([]);
  });

  it('shows a viewer everything and no way to change it', async () => {
    await desk.enter(await desk.addMember('viewer'));
    for (const screen of SCREENS) {
      await desk.go(screen);
      await desk.settle();
      const buttons = await desk.page.getByRole('button').allTextContents();
      expect([screen, buttons.filter((name) => name !== 'Filter' && name !== 'Add a passkey')]).toEqual([screen, READING]);
    }
    expect(await desk.page.getByRole('main').getByRole('combobox').count()).toBe(0);
    for (const screen of ['subscriptions', 'payments', 'prices', 'api_keys'] as const) {
      const [object] = await desk.client.list(`/v1/${screen}`);
      await desk.open(screen, String(object?.id));
      await desk.settle();
      expect([screen, await desk.page.getByRole('button').allTextContents()]).toEqual([screen, READING]);
    }
  });

  it('signs out everywhere', async () => {
    const email = await desk.addMember('support');
    const other = await signIn(desk.served, desk.accountId, email);
    await desk.enter(email);
    await desk.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await desk.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect((await other.call({ path: 'session' })).status).toBe(401);
    expect((await desk.context.cookies()).map(({ name }) => name)).toEqual(['__Host-billing-console-known']);
  });

  it.each([
    ['on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light', bypassCSP: true }],
    ['in the dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', bypassCSP: true }],
  ] as const)('can be read and used by everybody %s', async (_name, settings) => {
    await desk.become(settings);
    await desk.page.goto(`${desk.served.baseUrl}/console`);
    await desk.page.getByLabel('E-mail').waitFor();
    expect([await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], 0, []]);
    await desk.enter();
    for (const screen of SCREENS) {
      await desk.go(screen);
      await desk.settle();
      expect([screen, await axeFindings(desk.page)]).toEqual([screen, []]);
      expect([screen, await sidewaysOf(desk.page)]).toEqual([screen, 0]);
      expect([screen, await shortcomingsOf(desk.page)]).toEqual([screen, []]);
    }
    await desk.go('Team');
    await desk.page.getByRole('button', { name: `Remove ${OWNER}` }).click();
    expect([await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], 0, []]);
    await desk.page.getByRole('button', { name: 'Go back' }).click();
    await desk.go('Customers');
    await desk.page.getByRole('button', { name: 'New customer' }).click();
    expect([await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], 0, []]);
    await desk.page.getByRole('button', { name: 'Go back' }).click();
    await desk.page.getByRole('rowheader').getByRole('link').first().click();
    await desk.page.getByRole('heading', { name: 'Who changed it' }).waitFor();
    for (const screen of ['customers', 'subscriptions', 'invoices', 'payments', 'events', 'api_keys']) {
      const [object] = await desk.client.list(`/v1/${screen}`);
      await desk.open(screen, String(object?.id));
      await desk.page.getByText('As JSON').click();
      await desk.settle();
      const found = [await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)];
      expect([screen, found]).toEqual([screen, [[], 0, []]]);
    }
  });
});
