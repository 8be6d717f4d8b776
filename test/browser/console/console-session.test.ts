import { describe, expect, it } from 'vitest';
import { signIn, signInLink } from '../../contract/support/console.ts';
import { accessibilityProblems } from '../accessibility.ts';
import { axeFindings } from '../axe.ts';
import { ConsoleUi, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();
const heading = (name: string) => ui.page.getByRole('heading', { name, exact: true });
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });

/** Opens the account menu and presses one of its two sign-out buttons. */
const signOut = async (name: string): Promise<void> => {
  await ui.openAccountMenu();
  await button(name).click();
};

describe('signing out', () => {
  it.each(['Sign out', 'Sign out everywhere'])('shows the sign-in page only after the service has ended the session: %s', async (name) => {
    const email = await ui.addMember('support');
    await ui.enter(email);
    const signOutUrls = /\/console\/session(\/sign_out_everywhere)?$/;
    let callCount = 0;
    await ui.page.route(signOutUrls, (route) => {
      callCount += 1;
      return callCount === 1
        ? route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests. Try again in 7 seconds.' } } })
        : route.abort();
    });
    await signOut(name);
    await ui.page.getByRole('alert').getByText('Try again in 7 seconds.').waitFor();
    await heading('Home').waitFor();
    await signOut(name);
    await signOut(name);
    await ui.page.getByRole('alert').getByText('The service did not answer.').waitFor();
    // The first click made the rejected call; the second made one call and three retries. The third was ignored, as a call was running.
    expect(callCount).toBe(1 + 4);
    await ui.page.unroute(signOutUrls);
    await signOut(name);
    await heading('Sign in').waitFor();
    expect((await ui.context.cookies()).map(({ name }) => name)).toEqual(['__Host-billing-console-known']);
  });

  it('succeeds if the session has already expired', async () => {
    const email = await ui.addMember('support');
    await ui.enter(email);
    const otherBrowser = await signIn(ui.service, ui.accountId, email);
    await otherBrowser.call({ method: 'POST', path: 'session/sign_out_everywhere' });
    await ui.signOut();
  });
});

describe.runIf(ui.service.mails !== null)('a page of the console that is opened without a session', () => {
  const linkInMail = async (email: string): Promise<string> => {
    const findMail = async () => (await ui.service.mails?.())?.find(({ to, subject }) => to === email && subject.startsWith('Sign in'));
    await expect.poll(findMail, { timeout: 30_000 }).toBeTruthy();
    return /https?:\S+#sign-in=\w+/.exec((await findMail())?.text ?? '')?.[0] ?? '';
  };
  const requestLink = async (hash: string, email: string): Promise<void> => {
    await ui.page.goto('about:blank');
    await ui.page.goto(`${ui.service.baseUrl}/console${hash}`);
    await ui.page.getByLabel('Email').fill(email);
    await button('Email me a link').click();
    await ui.page.getByText('we sent a sign-in link').waitFor();
  };
  /** The keys in the local storage, except the key that records that the font is loaded. */
  const storedKeys = () => ui.page.evaluate('Object.keys(localStorage).filter((key) => key !== "billing-console-font")');

  it('is opened again by the sign-in link that the member requested on the page, but not after a later sign-in', async () => {
    const email = await ui.addMember('viewer');
    await requestLink(`#/test/subscriptions/${ui.subscription.id}`, email);
    const link = await linkInMail(email);
    ui.page = await ui.context.newPage();
    await ui.page.goto(link);
    await button('Sign in').click();
    await ui.waitForId(ui.subscription.id);
    expect(ui.page.url()).not.toContain('sign-in');
    expect(await storedKeys()).toEqual([]);
    await ui.signOut();
    // Waits for Home: the stored page is not opened again.
    await ui.enter(email);
  });

  it('is stored in the browser if its URL is a route of the console, until the requested sign-in link expires', async () => {
    const email = await ui.addMember('viewer');
    await requestLink('#/elsewhere/<b>', email);
    expect(await storedKeys()).toEqual([]);
    await requestLink('#/test/customers', email);
    expect(await storedKeys()).toHaveLength(1);
    await ui.page.clock.install({ time: Date.now() + 3_600_000 });
    await ui.enter(email);
    expect(await storedKeys()).toEqual([]);
  });
});

describe('a page with an expired session', () => {
  const dialog = () => ui.page.getByRole('dialog', { name: 'Your session expired' });
  const form = () => ui.page.getByRole('dialog', { name: 'Create customer' });
  const endSessions = async (email: string): Promise<void> => {
    const otherBrowser = await signIn(ui.service, ui.accountId, email);
    await otherBrowser.call({ method: 'POST', path: 'session/sign_out_everywhere' });
  };
  /** Signs in in another tab, closes that tab and returns to the page. */
  const signInInOtherTab = async (accountId: string, email: string): Promise<void> => {
    const tab = await ui.context.newPage();
    await tab.goto(await signInLink(ui.service, accountId, email));
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('heading', { name: 'Home' }).waitFor();
    await tab.close();
    await ui.page.evaluate('dispatchEvent(new Event("focus"))');
  };
  const enterCustomer = async (name: string): Promise<void> => {
    await ui.goTo('Customers');
    await button('Create customer').click();
    await form().getByLabel('Name', { exact: true }).fill(name);
    await form().getByLabel('Email').fill('typed@example.com');
  };

  it('keeps its input and submits it after its member has signed in again', async () => {
    await ui.useContext({ bypassCSP: true });
    const email = await ui.addMember('admin');
    await ui.enter(email);
    await enterCustomer('Typed once');
    await endSessions(email);
    await form().getByRole('button', { name: 'Create customer' }).click();
    await dialog().getByText(`Sign in again as ${email}`).waitFor();
    expect(await axeFindings(ui.page)).toEqual([]);
    expect(await accessibilityProblems(ui.page)).toEqual([]);
    expect(await dialog().getByLabel('Email').inputValue()).toBe(email);
    // Browsers close a dialog on the second Escape even if the page prevented the first.
    for (let count = 0; count < 2; count += 1) await ui.page.keyboard.press('Escape');
    await dialog().waitFor();
    await signInInOtherTab(ui.accountId, email);
    await ui.waitForId('cus_');
    await heading('Typed once').waitFor();
    expect(await dialog().count()).toBe(0);
    expect((await ui.client.list('/v1/customers')).filter(({ name }) => name === 'Typed once')).toHaveLength(1);
    // Further calls use the new session.
    await ui.goTo('Invoices');
    await ui.settle();
  });

  it('continues without a dialog if its member has already signed in again', async () => {
    const email = await ui.addMember('admin');
    await ui.enter(email);
    await enterCustomer('No dialog');
    await signInInOtherTab(ui.accountId, email);
    await form().getByRole('button', { name: 'Create customer' }).click();
    await heading('No dialog').waitFor();
    await ui.goTo('Products');
    await ui.settle();
    expect(await dialog().count()).toBe(0);
  });

  it('[AUTH-19] shows no data of another account until the member switches to it', async () => {
    await ui.enter();
    await enterCustomer('Unsaved');
    const { accountId } = await ui.service.createAccount();
    await signInInOtherTab(accountId, OWNER);
    await form().getByRole('button', { name: 'Create customer' }).click();
    await dialog().getByText(`This browser is now signed in as ${OWNER}`).waitFor();
    expect(await form().getByLabel('Name', { exact: true }).inputValue()).toBe('Unsaved');
    await dialog()
      .getByRole('button', { name: `Leave this page and continue as ${OWNER}` })
      .click();
    await ui.page.getByText('No customers yet').waitFor();
    expect(await ui.page.getByRole('dialog').count()).toBe(0);
    expect((await ui.client.list('/v1/customers')).filter(({ name }) => name === 'Unsaved')).toEqual([]);
  });
});

describe('a suspended account', () => {
  it('shows a notice; its members stay signed in and can read', async () => {
    const { accountId } = await ui.service.createAccount();
    await ui.page.goto(await signInLink(ui.service, accountId, OWNER));
    await button('Sign in').click();
    await heading('Home').waitFor();
    await ui.service.runCommand('suspend', accountId);
    await ui.page.reload();
    await ui.page.getByRole('status').getByText('This account is suspended. You can view everything, but not change anything.').waitFor();
    await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Customers' }).click();
    await heading('Customers').waitFor();
    await ui.page.getByText('This account is suspended.').waitFor();
    await ui.goTo('Team');
    await ui.page.getByText(OWNER).first().waitFor();
    await ui.signOut();
  });
});
