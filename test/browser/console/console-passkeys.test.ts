import type { CDPSession } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn, signInLink } from '../../contract/support/console.ts';
import { ConsoleUi, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();

/** Replaces the IP address of the local host by `localhost`, because passkeys require a host name. */
const withHostName = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** Adds a virtual authenticator that stores passkeys and confirms every request. */
const withAuthenticator = async (): Promise<{ readonly devtools: CDPSession; readonly authenticatorId: string }> => {
  const devtools = await ui.context.newCDPSession(ui.page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
};

const consoleUrl = withHostName(`${ui.service.baseUrl}/console`);

const enterByLink = async (): Promise<void> => {
  await ui.page.goto(withHostName(await signInLink(ui.service, ui.accountId, OWNER)));
  await ui.page.getByRole('button', { name: 'Sign in' }).click();
  await ui.page.getByRole('heading', { name: 'Home' }).waitFor();
};

const openPasskeys = async (): Promise<void> => {
  await ui.openAccountMenu();
  await ui.page.getByRole('link', { name: 'Passkeys' }).first().click();
  await ui.page.getByRole('heading', { level: 1, name: 'Passkeys' }).waitFor();
};

const addPasskey = async (name: string): Promise<void> => {
  await openPasskeys();
  await ui.page.getByLabel('Passkey name').fill(name);
  await ui.page.getByRole('button', { name: 'Add passkey' }).click();
  await ui.page.getByRole('button', { name: `Remove the passkey ${name}` }).waitFor();
};

const usePasskey = (): Promise<void> => ui.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
const NOT_ACCEPTED = 'This passkey was not accepted. Try again, or request a sign-in link by email.';

describe.runIf(new URL(ui.service.baseUrl).hostname === '127.0.0.1')('a passkey', () => {
  it('[AUTH-19] signs its member in until the passkey is removed', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Laptop');
    await ui.signOut();
    await usePasskey();
    await ui.page.getByRole('heading', { level: 1, name: 'Passkeys' }).waitFor();
    expect(await ui.context.cookies()).toContainEqual(expect.objectContaining({ name: '__Host-billing-console', httpOnly: true }));
    await openPasskeys();
    await ui.page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ui.submit('Remove the passkey Laptop');
    await ui.page.getByText('No passkeys yet.').waitFor();
    await ui.signOut();
    await usePasskey();
    await ui.page.getByText(NOT_ACCEPTED).waitFor();
    const oldestEntry = (await ui.client.list('/v1/audit_logs?resource_type=passkey')).at(-1);
    expect(oldestEntry).toMatchObject({ action: 'passkey.added', actor_type: 'operator', metadata: { name: 'Laptop' } });
  });

  it('opens the route of the URL after the sign-in', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Desk');
    await ui.signOut();
    await ui.page.goto(`${consoleUrl}#/test/subscriptions/${ui.subscription.id}`);
    await usePasskey();
    await ui.waitForId(ui.subscription.id);
  });

  it('renews an expired session without leaving the page', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Tower');
    const otherBrowser = await signIn(ui.service, ui.accountId, OWNER);
    await otherBrowser.call({ method: 'POST', path: 'session/sign_out_everywhere' });
    await ui.page.getByLabel('Passkey name').fill('Half typed');
    await ui.submit('Remove the passkey Tower');
    await usePasskey();
    await expect.poll(() => ui.page.getByRole('dialog').count()).toBe(0);
    expect(await ui.page.getByRole('button', { name: 'Remove the passkey Tower' }).count()).toBe(0);
    expect(await ui.page.getByLabel('Passkey name').inputValue()).toBe('Half typed');
  });

  it('signs a challenge that works once, in the requesting browser only', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Phone');
    await ui.signOut();
    const signInRequest = ui.page.waitForRequest((request) => request.url().endsWith('/console/passkey_sessions'));
    await usePasskey();
    const body = (await signInRequest).postData() ?? '';
    await ui.page.getByRole('heading', { level: 1, name: 'Passkeys' }).waitFor();
    const send = (requestBody: string, cookie = ''): Promise<number> =>
      fetch(withHostName(`${ui.service.baseUrl}/console/passkey_sessions`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
        body: requestBody,
      }).then(({ status }) => status);
    const browserCookie = (await ui.context.cookies()).find(({ name }) => name === '__Host-billing-console-asked');
    const cookie = `${browserCookie?.name}=${browserCookie?.value}`;
    expect(browserCookie?.value).toMatch(/^[\w-]{43}$/);
    expect([await send(body, cookie), await send(body)]).toEqual([401, 401]);
    // Rejected as well: an unknown challenge, which the passkey did not sign; client data that are no JSON; an empty credential.
    const { credential } = JSON.parse(body);
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge: 'AAAA', origin: new URL(consoleUrl).origin }),
    ).toString('base64url');
    expect(
      await send(JSON.stringify({ credential: { ...credential, response: { ...credential.response, clientDataJSON } } }), cookie),
    ).toBe(401);
    expect(await send(JSON.stringify({ credential: { ...credential, response: { clientDataJSON: 'x' } } }), cookie)).toBe(401);
    expect(await send(JSON.stringify({ credential: {} }), cookie)).toBe(400);
  });

  it('cannot be created twice on a device; a member whose passkey is deleted from the device cannot sign in with the device', async () => {
    const { devtools, authenticatorId } = await withAuthenticator();
    await enterByLink();
    await addPasskey('Tablet');
    await ui.page.getByLabel('Passkey name').fill('Tablet again');
    await ui.page.getByRole('button', { name: 'Add passkey' }).click();
    await ui.page.getByText('This device already has a passkey for you.').waitFor();
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await ui.signOut();
    await usePasskey();
    await expect.poll(() => ui.page.getByRole('button', { name: 'Sign in with a passkey' }).getAttribute('aria-busy')).toBe('false');
    await ui.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  });
});
