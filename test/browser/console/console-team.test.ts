import { describe, expect, it } from 'vitest';
import { signIn } from '../../contract/support/console.ts';
import { accessibilityProblems } from '../accessibility.ts';
import { axeFindings } from '../axe.ts';
import { ConsoleUi, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });

describe('the dialog for removing a member', () => {
  it('lists the API keys that the member created and revokes the selected keys', async () => {
    const email = await ui.addMember('admin');
    const admin = await signIn(ui.service, ui.accountId, email);
    const newLiveKey = await admin.api('POST', '/v1/api_keys', { label: 'CI' }, 'live');
    const newTestKey = await admin.api('POST', '/v1/api_keys', { label: 'Script' }, 'test');
    await ui.useContext({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await ui.enter();
    await ui.goTo('Team');
    await button(`Remove ${email}`).click();
    const dialog = ui.page.getByRole('dialog', { name: `Remove ${email}` });
    await dialog.getByLabel(`CI, ${String(newLiveKey['prefix'])}…, live mode`).check();
    expect(await dialog.getByLabel(`Script, ${String(newTestKey['prefix'])}…, test mode`).isChecked()).toBe(false);
    await ui.expectAccessible();
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await ui.page.getByText(`${email} removed.`).waitFor();
    const owner = await signIn(ui.service, ui.accountId, OWNER);
    const [liveKey, testKey] = await Promise.all([
      owner.api('GET', `/v1/api_keys/${String(newLiveKey['id'])}`, undefined, 'live'),
      owner.api('GET', `/v1/api_keys/${String(newTestKey['id'])}`, undefined, 'test'),
    ]);
    expect([liveKey, testKey]).toMatchObject([{ revoked_at: expect.any(Number) }, { revoked_at: null }]);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('states that the member created no active API keys, if there are none to revoke', async () => {
    const email = await ui.addMember('viewer');
    await ui.enter();
    await ui.goTo('Team');
    await button(`Remove ${email}`).click();
    const dialog = ui.page.getByRole('dialog', { name: `Remove ${email}` });
    await dialog.getByText('The member created no active API keys.').waitFor();
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await ui.page.getByText(`${email} removed.`).waitFor();
  });
});

it('an invited member is marked as invited until the first sign-in and can be invited again', async () => {
  const email = await ui.addMember('support');
  await ui.useContext({ bypassCSP: true });
  await ui.enter();
  await ui.goTo('Team');
  const line = () => ui.page.getByRole('listitem').filter({ hasText: email });
  await line().getByText('has not signed in yet').waitFor();
  await button(`Send the invitation to ${email} again`).click();
  await ui.page.getByText(`Invitation sent to ${email} again.`).waitFor();
  await ui.expectAccessible();
  expect(await ui.page.getByRole('listitem').filter({ hasText: OWNER }).textContent()).toContain('(you)');
  await signIn(ui.service, ui.accountId, email);
  await ui.page.reload();
  await line().getByText('Member since').waitFor();
  expect(await button(`Send the invitation to ${email} again`).count()).toBe(0);
});

describe('an action that requires a recent sign-in', () => {
  /** Rejects the next change of members as the service does if the sign-in is older than 15 minutes. */
  const rejectNextChange = async (): Promise<void> => {
    let hasRejected = false;
    await ui.page.route('**/console/members', (route) => {
      if (hasRejected || route.request().method() !== 'POST') return route.continue();
      hasRejected = true;
      const error = { code: 'insufficient_scope', reason: 'sign_in_not_recent', message: 'You signed in more than 15 minutes ago.' };
      return route.fulfill({ status: 403, json: { error } });
    });
  };
  const signInDialog = () => ui.page.getByRole('dialog', { name: 'Sign in again' });
  /** Submits a new admin and waits for the dialog that asks for a sign-in. */
  const submitAdmin = async (email: string): Promise<void> => {
    await ui.page.getByLabel('Email', { exact: true }).fill(email);
    await ui.page.getByRole('radio', { name: /^Admin/ }).check();
    await button('Invite member').click();
    await signInDialog().getByText(`Sign in again as ${OWNER}`).waitFor();
  };

  it('continues on the page after a sign-in in another tab', async () => {
    const email = `new-${Date.now()}@example.com`;
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.goTo('Team');
    await rejectNextChange();
    await submitAdmin(email);
    expect(await axeFindings(ui.page)).toEqual([]);
    expect(await accessibilityProblems(ui.page)).toEqual([]);
    // The dialog stays open if the member returns to the tab without a new session.
    await ui.page.evaluate('dispatchEvent(new Event("focus"))');
    await signInDialog().waitFor();
    const originalPage = ui.page;
    ui.page = await ui.context.newPage();
    await ui.enter();
    await ui.page.close();
    ui.page = originalPage;
    await ui.page.evaluate('dispatchEvent(new Event("focus"))');
    await ui.page.getByText(`Invitation sent to ${email}.`).waitFor();
    expect(await signInDialog().count()).toBe(0);
  });

  it('shows an error and keeps the input if the member cancels the sign-in', async () => {
    const email = `new-${Date.now()}@example.com`;
    await ui.enter();
    await ui.goTo('Team');
    await rejectNextChange();
    await submitAdmin(email);
    await signInDialog().getByRole('button', { name: 'Cancel' }).click();
    await ui.page.getByRole('alert').getByText('You signed in more than 15 minutes ago.').waitFor();
    expect(await ui.page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await button('Invite member').click();
    await ui.page.getByText(`Invitation sent to ${email}.`).waitFor();
  });
});
