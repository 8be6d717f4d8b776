import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../support/service.ts';
import { clientOf, type MemberBrowser, signIn } from './support/console.ts';
import { addPasskey, newDevice, passkeyOptions, signInByPasskey } from './support/passkeys.ts';

/** Passkeys of members, made and used by a device that answers whatever it likes. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const served = service();
const { baseUrl } = served;

let accountId: string;
let liveKey: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId, liveKey } = await served.createAccount());
  owner = await signIn(served, accountId, 'test@example.com');
});

const newViewer = async (): Promise<MemberBrowser> => {
  const email = `viewer-${randomUUID()}@example.com`;
  expect((await owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } })).status).toBe(200);
  return signIn(served, accountId, email);
};

describe('what a device says of a passkey', () => {
  it('takes no space of the account, whatever it says of the ways to reach it', async () => {
    const viewer = await newViewer();
    for (const transports of [Array.from({ length: 60_000 }, () => 'x'), 5, 'usb', null, { 0: 'usb' }, [5, ['usb'], 'USB']]) {
      expect((await addPasskey(viewer, newDevice(baseUrl), 'Phone', transports)).status).toBe(200);
    }
    const { excludeCredentials } = await passkeyOptions(viewer);
    expect((excludeCredentials as readonly { readonly transports: unknown }[]).map(({ transports }) => transports)).toEqual(
      Array.from({ length: 6 }, () => []),
    );
    await newViewer();
    expect(await clientOf(served, liveKey).post('/v1/tenant/billing_profile', { legal_name: 'Still changed' })).toMatchObject({
      legal_name: 'Still changed',
    });
  });

  it('is kept of the ways to reach it as far as they are known', async () => {
    const viewer = await newViewer();
    const said = ['internal', 'telepathy', 'smart-card', 'usb', 'internal'];
    expect((await addPasskey(viewer, newDevice(baseUrl), 'Key', said)).status).toBe(200);
    expect(await passkeyOptions(viewer)).toMatchObject({ excludeCredentials: [{ transports: ['usb', 'smart-card', 'internal'] }] });
  });

  it.each([
    ['an id of more than 1023 bytes', { credentialId: randomBytes(1024) }, 'credential.id'],
    ['a key of more than 1024 bytes', { padding: 1000 }, 'credential.response.attestationObject'],
  ])('is refused for %s, naming the field', async (_what, bent, param) => {
    const { status, error } = await addPasskey(await newViewer(), newDevice(baseUrl, bent));
    expect([status, error?.code, error?.param]).toEqual([400, 'parameter_invalid', param]);
  });

  it('may be as long as devices make it', async () => {
    const long = newDevice(baseUrl, { credentialId: randomBytes(1023), padding: 900 });
    expect((await addPasskey(await newViewer(), long)).status).toBe(200);
  });
});

describe('signing in by a passkey', () => {
  it('[AUD-07] [AUD-11] [EVT-73] is on record, with the passkey, where it let somebody in', async () => {
    const viewer = await newViewer();
    const [device, unknown] = [newDevice(baseUrl), newDevice(baseUrl)];
    const added = await addPasskey(viewer, device);
    const [passkey] = added.body['data'] as readonly { readonly id: string }[];
    unknown.make(await passkeyOptions(viewer));
    for (const [each, status] of [
      [device, 200],
      [unknown, 401],
    ] as const)
      expect((await signInByPasskey(baseUrl, each)).status).toBe(status);
    const { id } = viewer.session['member'] as { readonly id: string };
    const entries = await clientOf(served, liveKey).list(`/v1/audit_logs?actor_id=${id}&action=console_session.opened`);
    expect(entries.map(({ metadata }) => metadata)).toEqual([
      { signed_in_by: 'passkey', passkey_id: passkey?.id },
      { signed_in_by: 'link' },
    ]);
  });
});

const { mails } = served;

describe.runIf(mails !== null)('a passkey that is added', () => {
  const mailsTo = async (address: string): Promise<readonly LocalMail[]> =>
    ((await mails?.()) ?? []).filter(({ to, subject }) => to === address && subject.startsWith('A passkey was added'));

  it('[AUD-07] is instructed to its member by mail, once', async () => {
    const viewer = await newViewer();
    const { email } = viewer.session['member'] as { readonly email: string };
    const device = newDevice(baseUrl);
    for (const name of ['Laptop <b>', 'Laptop again']) expect((await addPasskey(viewer, device, name)).status).toBe(200);
    const another = await addPasskey(viewer, newDevice(baseUrl), 'Phone');
    const [, phone] = another.body['data'] as readonly { readonly id: string }[];
    const reported = await eventually(
      () => mailsTo(email),
      ({ length }) => length >= 2,
    );
    expect(reported.map(({ subject }) => subject)).toEqual(Array.from({ length: 2 }, () => 'A passkey was added for the console of Test'));
    expect(reported.map(({ text }) => /passkey “(.*)” was added/.exec(text)?.[1]).sort()).toEqual(['Laptop <b>', 'Phone']);
    for (const { text, html } of reported) {
      expect(text).toContain(`${baseUrl}/console`);
      expect(text).not.toContain('sign-in=');
      expect(html).not.toContain('Laptop <b>');
    }
    expect((await viewer.call({ method: 'DELETE', path: `passkeys/${phone?.id}` })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
  });
});
