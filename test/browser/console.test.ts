import { describe, expect, it } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { ConsoleUi, NAME, OWNER } from './console/console-ui.ts';

const ui = new ConsoleUi();

/** The texts of the buttons that a viewer sees on every screen; `v` is the initial of the email address. */
const VIEWER_BUTTONS = ['SearchCtrl K', 'vYour account'];

const SCREENS = [
  'Home',
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
  'Meters',
  'Coupons',
  'Payment links',
  'Tax rates',
  'Events',
  'Request log',
  'Webhooks',
  'API keys',
  'Test clocks',
  'Reports',
  'Company',
  'Branding',
  'Payment provider',
  'Team',
  'Import and export',
  'Audit log',
];

describe('the console', () => {
  it('[AUTH-19] opens with a single-use link, whose token is sent in no URL and disappears from the address bar', async () => {
    const link = await ui.enter();
    const token = new URL(link).hash.slice('#sign-in='.length);
    expect(ui.page.url()).not.toContain(token);
    expect(ui.requestUrls.filter((url) => url.includes(token))).toEqual([]);
    const cookies = await ui.context.cookies();
    expect(cookies.map(({ name, httpOnly, secure, sameSite, path }) => [name, httpOnly, secure, sameSite, path])).toEqual([
      ['__Host-billing-console', true, true, 'Lax', '/'],
      ['__Host-billing-console-known', true, true, 'Lax', '/'],
    ]);
    await ui.page.reload();
    await ui.page.getByRole('heading', { name: 'Home' }).waitFor();
    await ui.page.goto('about:blank');
    await ui.page.goto(link);
    await ui.page.getByRole('button', { name: 'Sign in' }).click();
    await ui.page.getByText('This link was already used or is older than 15 minutes.').waitFor();
  });

  it.runIf(ui.service.mails !== null)('opens with a sign-in link for an invited member, in the browser that requested it', async () => {
    const email = `invited-${Date.now()}@example.com`;
    await ui.enter();
    await ui.goTo('Team');
    await ui.page.getByLabel('Email', { exact: true }).fill(email);
    await ui.page.getByRole('button', { name: 'Invite member' }).click();
    const findMail = async (subject: RegExp) =>
      (await ui.service.mails?.())?.find((mail) => mail.to === email && subject.test(mail.subject));
    await expect.poll(() => findMail(/^You are invited/), { timeout: 30_000 }).toBeTruthy();
    await ui.useContext({});
    const invitation = /https?:\S+\/console\b/.exec((await findMail(/^You are invited/))?.text ?? '')?.[0] ?? '';
    await ui.page.goto(invitation);
    await ui.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await ui.page.getByLabel('Email').fill(email);
    await ui.page.getByRole('button', { name: 'Email me a link' }).click();
    await ui.page.getByText(`If ${email} is a member, we sent a sign-in link.`).waitFor();
    await expect.poll(() => findMail(/^Sign in/), { timeout: 30_000 }).toBeTruthy();
    const link = /https?:\S+#sign-in=\w+/.exec((await findMail(/^Sign in/))?.text ?? '')?.[0] ?? '';
    await ui.page.goto(link);
    await ui.page.getByRole('button', { name: 'Sign in' }).click();
    await ui.openAccountMenu();
    await ui.page.getByText(email).waitFor();
    await ui.page.getByText(/^viewer of /).waitFor();
    expect(ui.page.url()).not.toContain('sign-in');
  });

  it('shows every screen in test and live mode, without rendering HTML in names and without CSP violations', async () => {
    await ui.enter();
    const openScreen = async (screen: string): Promise<void> => {
      await ui.goTo(screen);
      await ui.settle();
    };
    for (const screen of SCREENS) await openScreen(screen);
    await openScreen('Customers');
    await ui.page.getByText(NAME).waitFor();
    await ui.page.getByRole('link', { name: 'Live mode' }).click();
    await ui.page.getByText('No customers yet').waitFor();
    const liveScreens = SCREENS.filter((screen) => screen !== 'Test clocks');
    for (const screen of liveScreens) await openScreen(screen);
    expect(await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Test clocks' }).count()).toBe(0);
    expect([ui.consoleErrors, ui.failedResponses]).toEqual([[], []]);
    const ownOrigin = new URL(ui.service.baseUrl).origin;
    expect(ui.requestUrls.filter((url) => new URL(url).origin !== ownOrigin)).toEqual([]);
  });

  it('shows each object of a list on its own page, with its history', async () => {
    await ui.enter();
    await ui.goTo('Subscriptions');
    await ui.page.getByRole('rowheader', { name: NAME }).getByRole('link').click();
    await ui.waitForId(ui.subscription.id);
    await ui.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await ui.waitForStatus('Active');
    await ui.page.reload();
    await ui.waitForId(ui.subscription.id);
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
      await ui.goTo(screen);
      await ui.page.getByRole('rowheader').getByRole('link').first().click();
      await ui.page.locator('dt', { hasText: /^ID$/ }).first().waitFor();
    }
    await ui.goTo('Customers');
    await ui.page.getByRole('rowheader').getByRole('link').first().click();
    const activity = ui.page.getByRole('region', { name: 'Activity' });
    await activity.getByText(/^Subscription created/).waitFor();
    await activity.getByText('Customer created').first().waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows Home for an invalid URL', async () => {
    await ui.enter();
    for (const hash of ['#/test/%', '#/staging/customers', '#/']) {
      await ui.goTo('Products');
      await ui.page.goto(`${ui.service.baseUrl}/console${hash}`);
      await ui.page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor();
    }
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows older objects on the next page of a list, and the newest objects again after going back', async () => {
    for (let count = 0; count < 26; count += 1) await ui.client.post('/v1/products', { name: `Product ${count}` });
    await ui.enter();
    await ui.goTo('Products');
    await ui.page.getByRole('link', { name: 'Older' }).click();
    await ui.page.getByRole('link', { name: 'Newest' }).waitFor();
    await ui.page.goBack();
    await ui.page.getByRole('link', { name: 'Older' }).waitFor();
  });

  it('[AUD-11] lets an owner add members and change roles, and shows an error if the last owner would lose the role', async () => {
    await ui.enter();
    await ui.goTo('Team');
    const email = `new-${Date.now()}@example.com`;
    await ui.page.getByLabel('Email', { exact: true }).fill(email);
    await ui.page.getByRole('radio', { name: /^Support/ }).check();
    await ui.page.getByRole('button', { name: 'Invite member' }).click();
    const sent: string[] = [];
    ui.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const role = (member: string) => ui.page.getByLabel(`Role of ${member}`, { exact: true });
    const save = (member: string) => ui.page.getByRole('button', { name: `Save the role of ${member}`, exact: true });
    await role(email).focus();
    // Choosing a role does not save it.
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await ui.page.keyboard.press(key);
    await role(email).selectOption('admin');
    expect(sent).toEqual([]);
    await save(email).focus();
    await Promise.all([ui.page.keyboard.press('Enter'), ui.page.keyboard.press('Enter')]);
    await ui.page.getByText(`${email} is now admin.`).waitFor();
    expect(sent).toHaveLength(1);
    expect(await ui.page.locator(':focus').getAttribute('aria-label')).toBe(`Save the role of ${email}`);
    expect([await role(email).inputValue(), await save(email).getAttribute('aria-disabled')]).toEqual(['admin', 'true']);
    await role(OWNER).selectOption('viewer');
    await save(OWNER).click();
    await ui.page.getByText('An account keeps at least one owner.').waitFor();
    await expect.poll(() => role(OWNER).inputValue()).toBe('owner');
    expect(await ui.page.getByText(`${OWNER} is now`).count()).toBe(0);
  });

  it('[AUD-11] removes a member after a confirmation', async () => {
    const email = await ui.addMember('support');
    await ui.enter();
    await ui.goTo('Team');
    const remove = ui.page.getByRole('button', { name: `Remove ${email}`, exact: true });
    const dialog = ui.page.getByRole('dialog', { name: `Remove ${email}` });
    const focusedLabel = () => ui.page.locator(':focus').getAttribute('aria-label');
    await remove.click();
    await dialog.getByText('is signed out immediately').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focusedLabel).toBe(`Remove ${email}`);
    await remove.click();
    await dialog.waitFor();
    await ui.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focusedLabel).toBe(`Remove ${email}`);
    await remove.click();
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await ui.page.getByText(`${email} removed.`).waitFor();
    await remove.waitFor({ state: 'detached' });
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows a viewer all screens, but no buttons that change data of the account', async () => {
    await ui.enter(await ui.addMember('viewer'));
    const buttons = async (): Promise<readonly string[]> =>
      (await ui.page.getByRole('button').allTextContents()).filter(
        (name) => !/^(Copy|Export CSV$|Download (PDFs \(zip\)|CSV|DATEV file)$|Columns$)/.test(name),
      );
    for (const screen of SCREENS) {
      await ui.goTo(screen);
      await ui.settle();
      expect([screen, await buttons()]).toEqual([screen, VIEWER_BUTTONS]);
    }
    for (const screen of ['subscriptions', 'payments', 'prices', 'api_keys'] as const) {
      const [object] = await ui.client.list(`/v1/${screen}`);
      await ui.open(screen, String(object?.id));
      await ui.settle();
      expect([screen, await buttons()]).toEqual([screen, VIEWER_BUTTONS]);
    }
  });

  it('ends all sessions of the member with "Sign out everywhere"', async () => {
    const email = await ui.addMember('support');
    const otherBrowser = await signIn(ui.service, ui.accountId, email);
    await ui.enter(email);
    await ui.openAccountMenu();
    await ui.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await ui.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect((await otherBrowser.call({ path: 'session' })).status).toBe(401);
    expect((await ui.context.cookies()).map(({ name }) => name)).toEqual(['__Host-billing-console-known']);
  });

  it.each([
    ['on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light', bypassCSP: true }],
    ['in dark mode', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', bypassCSP: true }],
  ] as const)(
    'is accessible %s',
    async (_name, settings) => {
      await ui.useContext(settings);
      await ui.page.goto(`${ui.service.baseUrl}/console`);
      await ui.page.getByLabel('Email').waitFor();
      await ui.expectAccessible();
      await ui.enter();
      for (const screen of SCREENS) {
        await ui.goTo(screen);
        await ui.settle();
        await ui.expectAccessible(screen);
      }
      await ui.goTo('Team');
      await ui.page.getByRole('button', { name: `Remove ${OWNER}` }).click();
      await ui.expectAccessible();
      await ui.page.getByRole('button', { name: 'Cancel' }).click();
      await ui.goTo('Customers');
      await ui.page.getByRole('button', { name: 'Create customer' }).click();
      await ui.expectAccessible();
      await ui.page.getByRole('button', { name: 'Cancel' }).click();
      await ui.page.getByRole('rowheader').getByRole('link').first().click();
      await ui.page.getByRole('heading', { name: 'Activity' }).waitFor();
      for (const screen of ['customers', 'subscriptions', 'invoices', 'payments', 'events', 'api_keys']) {
        const [object] = await ui.client.list(`/v1/${screen}`);
        await ui.open(screen, String(object?.id));
        await ui.page.getByText('View JSON').click();
        await ui.settle();
        await ui.expectAccessible(screen);
      }
      // Needs a long timeout, because it checks more than thirty screens.
    },
    400_000,
  );
});
