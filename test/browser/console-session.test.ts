import { describe, expect, it, vi } from 'vitest';
import { signIn, signInLink } from '../contract/support/console.ts';
import { shortcomingsOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleDesk, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const heading = (name: string) => desk.page.getByRole('heading', { name, exact: true });
const button = (name: string) => desk.page.getByRole('button', { name, exact: true });

describe('signing out', () => {
  it.each(['Sign out', 'Sign out everywhere'])('is reported only where it was done: %s', async (name) => {
    const email = await desk.addMember('support');
    await desk.enter(email);
    const calls = /\/console\/session(\/sign_out_everywhere)?$/;
    let asked = 0;
    await desk.page.route(calls, (route) => {
      asked += 1;
      return asked === 1
        ? route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests. Try again in 7 seconds.' } } })
        : route.abort();
    });
    await button(name).click();
    await desk.page.getByRole('alert').getByText('Try again in 7 seconds.').waitFor();
    await heading('Overview').waitFor();
    await button(name).click();
    await expect.poll(() => button(name).getAttribute('aria-busy')).toBe('true');
    // What looks like a button that does nothing still can be pressed.
    await button(name).dispatchEvent('click');
    await desk.page.getByRole('alert').getByText('The service did not answer.').waitFor();
    // One press and its repetitions: the second press was none.
    expect(asked).toBe(1 + 4);
    await desk.page.unroute(calls);
    await button(name).click();
    await heading('You are not signed in').waitFor();
    expect((await desk.context.cookies()).map(({ name }) => name)).toEqual(['__Host-billing-console-known']);
  });

  it('is done where the session was over already', async () => {
    const email = await desk.addMember('support');
    await desk.enter(email);
    const other = await signIn(desk.served, desk.accountId, email);
    await other.call({ method: 'POST', path: 'session/sign_out_everywhere' });
    await button('Sign out').click();
    await heading('You are not signed in').waitFor();
  });
});

describe.runIf(desk.served.mails !== null)('a link into the console', () => {
  const mailedLink = async (email: string): Promise<string> => {
    const mailed = async () => (await desk.served.mails?.())?.find(({ to, subject }) => to === email && subject.startsWith('Sign in'));
    await expect.poll(mailed, { timeout: 30_000 }).toBeTruthy();
    return /https?:\S+#sign-in=\w+/.exec((await mailed())?.text ?? '')?.[0] ?? '';
  };
  const askForLink = async (hash: string, email: string): Promise<void> => {
    await desk.page.goto('about:blank');
    await desk.page.goto(`${desk.served.baseUrl}/console${hash}`);
    await desk.page.getByLabel('E-mail').fill(email);
    await button('Send me a link').click();
    await desk.page.getByText('a link is on its way').waitFor();
  };
  const kept = () => desk.page.evaluate('Object.keys(localStorage)');

  it('is followed by anyone who signs in by mail, once', async () => {
    const email = await desk.addMember('viewer');
    await askForLink(`#/test/subscriptions/${desk.subscription.id}`, email);
    const link = await mailedLink(email);
    desk.page = await desk.context.newPage();
    await desk.page.goto(link);
    await button('Sign in').click();
    await desk.shownId(desk.subscription.id);
    expect(desk.page.url()).not.toContain('sign-in');
    expect(await kept()).toEqual([]);
    await button('Sign out').click();
    await desk.enter(email);
  });

  it('is one only where it leads to a place, and for as long as the link that was asked for', async () => {
    const email = await desk.addMember('viewer');
    await askForLink('#/elsewhere/<b>', email);
    expect(await kept()).toEqual([]);
    await askForLink('#/test/customers', email);
    expect(await kept()).toHaveLength(1);
    await desk.page.clock.install({ time: Date.now() + 3_600_000 });
    await desk.enter(email);
    expect(await kept()).toEqual([]);
  });
});

describe('a page whose session is over', () => {
  const dialog = () => desk.page.getByRole('dialog', { name: 'You are not signed in any more' });
  const form = () => desk.page.getByRole('dialog', { name: 'New product' });
  const endSessions = async (email: string): Promise<void> => {
    const other = await signIn(desk.served, desk.accountId, email);
    await other.call({ method: 'POST', path: 'session/sign_out_everywhere' });
  };
  /** Signs in in another tab, and comes back to this one. */
  const signInElsewhere = async (accountId: string, email: string): Promise<void> => {
    const tab = await desk.context.newPage();
    await tab.goto(await signInLink(desk.served, accountId, email));
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByText(`${email} (`).waitFor();
    await tab.close();
    await desk.page.evaluate('dispatchEvent(new Event("focus"))');
  };
  const typeProduct = async (name: string): Promise<void> => {
    await desk.go('Products');
    await button('New product').click();
    await form().getByLabel('Name', { exact: true }).fill(name);
  };

  it('keeps what was typed, and continues with it once its member is signed in again', async () => {
    await desk.become({ bypassCSP: true });
    const email = await desk.addMember('admin');
    await desk.enter(email);
    await typeProduct('Typed once');
    await endSessions(email);
    await form().getByRole('button', { name: 'New product' }).click();
    await dialog().getByText(`Sign in again as ${email}`).waitFor();
    expect([await axeFindings(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], []]);
    expect(await dialog().getByLabel('E-mail').inputValue()).toBe(email);
    for (const _ of ['once', 'twice']) await desk.page.keyboard.press('Escape');
    await dialog().waitFor();
    await signInElsewhere(desk.accountId, email);
    await desk.shownId('prod_');
    await heading('Typed once').waitFor();
    expect(await dialog().count()).toBe(0);
    expect((await desk.client.list('/v1/products')).filter(({ name }) => name === 'Typed once')).toHaveLength(1);
    await desk.go('Invoices');
    await desk.settle();
  });

  it('continues on its own where its member has signed in anew already', async () => {
    const email = await desk.addMember('admin');
    await desk.enter(email);
    await typeProduct('Not asked');
    await signInElsewhere(desk.accountId, email);
    await form().getByRole('button', { name: 'New product' }).click();
    await heading('Not asked').waitFor();
    await desk.go('Customers');
    await desk.settle();
    expect(await dialog().count()).toBe(0);
  });

  it('[AUTH-19] shows nothing of another account under its own name, and is left for it by a press', async () => {
    await desk.enter();
    await typeProduct('Mine');
    const { accountId } = await desk.served.createAccount();
    await signInElsewhere(accountId, OWNER);
    await form().getByRole('button', { name: 'New product' }).click();
    await dialog().getByText(`This browser is signed in as ${OWNER}`).waitFor();
    expect(await form().getByLabel('Name', { exact: true }).inputValue()).toBe('Mine');
    await dialog()
      .getByRole('button', { name: `Leave this page, and go on as ${OWNER}` })
      .click();
    await desk.page.getByText('There is nothing here yet.').waitFor();
    expect(await desk.page.getByRole('dialog').count()).toBe(0);
    expect((await desk.client.list('/v1/products')).filter(({ name }) => name === 'Mine')).toEqual([]);
  });
});

describe('a suspended account', () => {
  it('tells its members so, who stay signed in and can look', async () => {
    const { accountId } = await desk.served.createAccount();
    await desk.page.goto(await signInLink(desk.served, accountId, OWNER));
    await button('Sign in').click();
    await heading('Overview').waitFor();
    await desk.served.operate('suspend', accountId);
    await desk.page.reload();
    await desk.page.getByRole('status').getByText('This account is suspended. You can view everything, but not change anything.').waitFor();
    await desk.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Customers' }).click();
    await heading('Customers').waitFor();
    await desk.page.getByText('This account is suspended.').waitFor();
    await desk.go('Team');
    await desk.page.getByText(`${OWNER} (owner)`).waitFor();
    await button('Sign out').click();
    await heading('You are not signed in').waitFor();
  });
});
