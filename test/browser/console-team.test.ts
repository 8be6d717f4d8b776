import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleDesk, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const button = (name: string) => desk.page.getByRole('button', { name, exact: true });

describe('removing a member', () => {
  it('lists the keys that go back to the member, and revokes those that are chosen', async () => {
    const email = await desk.addMember('admin');
    const admin = await signIn(desk.served, desk.accountId, email);
    const live = await admin.api('POST', '/v1/api_keys', { label: 'CI' }, 'live');
    const test = await admin.api('POST', '/v1/api_keys', { label: 'Script' }, 'test');
    await desk.become({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await desk.enter();
    await desk.go('Team');
    await button(`Remove ${email}`).click();
    const dialog = desk.page.getByRole('dialog', { name: `Remove ${email}` });
    await dialog.getByLabel(`CI, ${String(live['prefix'])}…, live mode`).check();
    expect(await dialog.getByLabel(`Script, ${String(test['prefix'])}…, test mode`).isChecked()).toBe(false);
    expect([await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], 0, []]);
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await desk.page.getByText(`${email} is removed.`).waitFor();
    const owner = await signIn(desk.served, desk.accountId, OWNER);
    const [ofLive, ofTest] = await Promise.all([
      owner.api('GET', `/v1/api_keys/${String(live['id'])}`, undefined, 'live'),
      owner.api('GET', `/v1/api_keys/${String(test['id'])}`, undefined, 'test'),
    ]);
    expect([ofLive, ofTest]).toMatchObject([{ revoked_at: expect.any(Number) }, { revoked_at: null }]);
    expect(desk.complaints).toEqual([]);
  });

  it('says where the member created no key', async () => {
    const email = await desk.addMember('viewer');
    await desk.enter();
    await desk.go('Team');
    await button(`Remove ${email}`).click();
    const dialog = desk.page.getByRole('dialog', { name: `Remove ${email}` });
    await dialog.getByText('The member created no API key that is in use.').waitFor();
    await dialog.getByRole('button', { name: `Remove ${email}` }).click();
    await desk.page.getByText(`${email} is removed.`).waitFor();
  });
});

describe('what takes a recent sign-in', () => {
  /** Refuses the next change of members as it is refused to who signed in too long ago. */
  const refuseOnce = async (): Promise<void> => {
    let isRefused = false;
    await desk.page.route('**/console/members', (route) => {
      if (isRefused || route.request().method() !== 'POST') return route.continue();
      isRefused = true;
      const error = { code: 'insufficient_scope', reason: 'sign_in_not_recent', message: 'You signed in more than 15 minutes ago.' };
      return route.fulfill({ status: 403, json: { error } });
    });
  };
  const dialog = () => desk.page.getByRole('dialog', { name: 'Sign in again' });
  const addAdmin = async (email: string): Promise<void> => {
    await desk.page.getByLabel('E-mail', { exact: true }).fill(email);
    await desk.page.getByLabel('Role', { exact: true }).selectOption('admin');
    await button('Add member').click();
    await dialog().getByText(`Sign in again as ${OWNER}`).waitFor();
  };

  it('is done where the member was, once they signed in again in another tab', async () => {
    const email = `new-${Date.now()}@example.com`;
    await desk.become({ bypassCSP: true });
    await desk.enter();
    await desk.go('Team');
    await refuseOnce();
    await addAdmin(email);
    expect([await axeFindings(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], []]);
    // The session that is too old is still there: coming back without a new one changes nothing.
    await desk.page.evaluate('dispatchEvent(new Event("focus"))');
    await dialog().waitFor();
    const page = desk.page;
    desk.page = await desk.context.newPage();
    await desk.enter();
    await desk.page.close();
    desk.page = page;
    await desk.page.evaluate('dispatchEvent(new Event("focus"))');
    await desk.page.getByText(`${email} is added.`).waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('is given up by the member, who is shown so', async () => {
    const email = `new-${Date.now()}@example.com`;
    await desk.enter();
    await desk.go('Team');
    await refuseOnce();
    await addAdmin(email);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await desk.page.getByRole('alert').getByText('You signed in more than 15 minutes ago.').waitFor();
    expect(await desk.page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);
    await button('Add member').click();
    await desk.page.getByText(`${email} is added.`).waitFor();
  });
});
