import type { CDPSession } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { signIn, signInLink } from '../contract/support/console.ts';
import { ConsoleDesk, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

/** Passkeys belong to a host with a name, which this machine has too. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** A device that holds passkeys, and whose owner consents. */
const withAuthenticator = async (): Promise<{ readonly devtools: CDPSession; readonly authenticatorId: string }> => {
  const devtools = await desk.context.newCDPSession(desk.page);
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

const consoleUrl = named(`${desk.served.baseUrl}/console`);

const enterByLink = async (): Promise<void> => {
  await desk.page.goto(named(await signInLink(desk.served, desk.accountId, OWNER)));
  await desk.page.getByRole('button', { name: 'Sign in' }).click();
  await desk.page.getByRole('heading', { name: 'Overview' }).waitFor();
};

const addPasskey = async (name: string): Promise<void> => {
  await desk.go('Team');
  await desk.page.getByLabel('Name of the passkey').fill(name);
  await desk.page.getByRole('button', { name: 'Add a passkey' }).click();
  await desk.page.getByRole('button', { name: `Remove the passkey ${name}` }).waitFor();
};

const signOut = async (): Promise<void> => {
  await desk.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await desk.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
};

const usePasskey = (): Promise<void> => desk.page.getByRole('button', { name: 'Use a passkey' }).click();
const REFUSED = 'This passkey was not accepted. Try again, or request a sign-in link by email.';

describe.runIf(new URL(desk.served.baseUrl).hostname === '127.0.0.1')('a passkey', () => {
  it('[AUTH-19] signs in who made it, until it is removed', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Laptop');
    await signOut();
    await usePasskey();
    await desk.page.getByText(`${OWNER} (owner)`).waitFor();
    expect(await desk.context.cookies()).toContainEqual(expect.objectContaining({ name: '__Host-billing-console', httpOnly: true }));
    await desk.go('Team');
    await desk.page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
    await desk.act('Remove the passkey Laptop');
    await desk.page.getByText('You have none.').waitFor();
    await signOut();
    await usePasskey();
    await desk.page.getByText(REFUSED).waitFor();
    const [added] = (await desk.client.list('/v1/audit_logs?resource_type=passkey')).slice(-1);
    expect(added).toMatchObject({ action: 'passkey.added', actor_type: 'operator', metadata: { name: 'Laptop' } });
  });

  it('leads to the place whose address was opened', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Desk');
    await signOut();
    await desk.page.goto(`${consoleUrl}#/test/subscriptions/${desk.subscription.id}`);
    await usePasskey();
    await desk.shownId(desk.subscription.id);
  });

  it('signs in again above a page whose session is over', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Again');
    const other = await signIn(desk.served, desk.accountId, OWNER);
    await other.call({ method: 'POST', path: 'session/sign_out_everywhere' });
    await desk.page.getByLabel('E-mail', { exact: true }).fill('typed@example.com');
    await desk.act('Remove the passkey Again');
    await usePasskey();
    await expect.poll(() => desk.page.getByRole('dialog').count()).toBe(0);
    expect(await desk.page.getByRole('button', { name: 'Remove the passkey Again' }).count()).toBe(0);
    expect(await desk.page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('typed@example.com');
  });

  it('signs in once with what it signed, in the browser that asked, and for the challenge that was given', async () => {
    await withAuthenticator();
    await enterByLink();
    await addPasskey('Phone');
    await signOut();
    const signed = desk.page.waitForRequest((request) => request.url().endsWith('/console/passkey_sessions'));
    await usePasskey();
    const body = (await signed).postData() ?? '';
    await desk.page.getByText(`${OWNER} (owner)`).waitFor();
    const send = (given: string, cookie = ''): Promise<number> =>
      fetch(named(`${desk.served.baseUrl}/console/passkey_sessions`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
        body: given,
      }).then(({ status }) => status);
    const asked = (await desk.context.cookies()).find(({ name }) => name === '__Host-billing-console-asked');
    const cookie = `${asked?.name}=${asked?.value}`;
    expect(asked?.value).toMatch(/^[\w-]{43}$/);
    expect([await send(body, cookie), await send(body)]).toEqual([401, 401]);
    // A challenge that nobody gave, signed by nobody.
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

  it('is not made twice by one device, and lets nobody in whose device has none', async () => {
    const { devtools, authenticatorId } = await withAuthenticator();
    await enterByLink();
    await addPasskey('Tablet');
    await desk.page.getByLabel('Name of the passkey').fill('Tablet again');
    await desk.page.getByRole('button', { name: 'Add a passkey' }).click();
    await desk.page.getByText('This device has a passkey for you already.').waitFor();
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    await signOut();
    await usePasskey();
    await expect.poll(() => desk.page.getByRole('button', { name: 'Use a passkey' }).getAttribute('aria-busy')).toBe('false');
    await desk.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  });
});
