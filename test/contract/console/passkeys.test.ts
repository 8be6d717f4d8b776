import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { addMember, clientOf, type MemberBrowser, signIn } from '../support/console.ts';
import { addPasskey, newDevice, passkeyOptions, signInByPasskey } from '../support/passkeys.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const testService = service();
const { baseUrl, mails, mailsTo } = testService;

let accountId: string;
let liveKey: string;
let testKey: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId, liveKey, testKey } = await testService.createAccount());
  owner = await signIn(testService, accountId, 'test@example.com');
});

const newViewer = async (): Promise<MemberBrowser> => signIn(testService, accountId, (await addMember(owner, 'viewer')).email);

describe('registering a passkey', () => {
  it('discards invalid transports', async () => {
    const viewer = await newViewer();
    for (const transports of [Array.from({ length: 60_000 }, () => 'x'), 5, 'usb', null, { 0: 'usb' }, [5, ['usb'], 'USB']]) {
      expect((await addPasskey(viewer, newDevice(baseUrl), 'Phone', transports)).status).toBe(200);
    }
    const { excludeCredentials } = await passkeyOptions(viewer);
    expect((excludeCredentials as readonly { readonly transports: unknown }[]).map(({ transports }) => transports)).toEqual(
      Array.from({ length: 6 }, () => []),
    );
    // Passkeys are part of the account's item. The item is still small enough to be written, because the transports are discarded.
    await newViewer();
    expect(await clientOf(testService, liveKey).post('/v1/tenant/billing_profile', { legal_name: 'Still writable' })).toMatchObject({
      legal_name: 'Still writable',
    });
  });

  it('stores known transports only', async () => {
    const viewer = await newViewer();
    const transports = ['internal', 'telepathy', 'smart-card', 'usb', 'internal'];
    expect((await addPasskey(viewer, newDevice(baseUrl), 'Key', transports)).status).toBe(200);
    expect(await passkeyOptions(viewer)).toMatchObject({ excludeCredentials: [{ transports: ['usb', 'smart-card', 'internal'] }] });
  });

  it.each([
    ['an id of more than 1023 bytes', { credentialId: randomBytes(1024) }, 'credential.id'],
    ['a key of more than 1024 bytes', { padding: 1000 }, 'credential.response.attestationObject'],
  ])('is rejected for %s, with the field in `param`', async (_what, deviceOptions, param) => {
    const { status, error } = await addPasskey(await newViewer(), newDevice(baseUrl, deviceOptions));
    expect([status, error?.code, error?.param]).toEqual([400, 'parameter_invalid', param]);
  });

  it('accepts the longest ids and keys', async () => {
    const device = newDevice(baseUrl, { credentialId: randomBytes(1023), padding: 900 });
    expect((await addPasskey(await newViewer(), device)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('[AUD-07] [AUD-11] [EVT-73] records each successful sign-in, with the passkey if one was used', async () => {
    const viewer = await newViewer();
    const [device, unknown] = [newDevice(baseUrl), newDevice(baseUrl)];
    const added = await addPasskey(viewer, device);
    const [passkey] = added.body['data'] as readonly { readonly id: string }[];
    // Gives the unknown device the user handle of the member, without registering its passkey.
    unknown.make(await passkeyOptions(viewer));
    expect((await signInByPasskey(baseUrl, device)).status).toBe(200);
    expect((await signInByPasskey(baseUrl, unknown)).status).toBe(401);
    const path = `/v1/audit_logs?actor_id=${viewer.member.id}&action=console_session.opened`;
    const entries = await clientOf(testService, liveKey).list(path);
    expect(entries.map(({ metadata }) => metadata)).toEqual([
      { signed_in_by: 'passkey', passkey_id: passkey?.id },
      { signed_in_by: 'link' },
    ]);
    for (const key of [testKey, liveKey]) expect(await clientOf(testService, key).list('/v1/events')).toEqual([]);
  });
});

describe.runIf(mails !== null)('adding a passkey', () => {
  it('[AUD-07] sends the member one mail for each new device, not for a device added again', async () => {
    const viewer = await newViewer();
    const findMails = () => mailsTo(viewer.member.email, /^A passkey was added/);
    const device = newDevice(baseUrl);
    for (const name of ['Laptop <b>', 'Laptop again']) expect((await addPasskey(viewer, device, name)).status).toBe(200);
    const phoneAnswer = await addPasskey(viewer, newDevice(baseUrl), 'Phone');
    const [, phone] = phoneAnswer.body['data'] as readonly { readonly id: string }[];
    const received = await eventually(findMails, ({ length }) => length >= 2);
    expect(received.map(({ subject }) => subject)).toEqual(Array.from({ length: 2 }, () => 'A passkey was added for the console of Test'));
    expect(received.map(({ text }) => /passkey “(.*)” was added/.exec(text)?.[1]).sort()).toEqual(['Laptop <b>', 'Phone']);
    for (const { text, html } of received) {
      expect(text).toContain(`${baseUrl}/console`);
      expect(text).not.toContain('sign-in=');
      expect(html).not.toContain('Laptop <b>');
    }
    expect((await viewer.call({ method: 'DELETE', path: `passkeys/${phone?.id}` })).status).toBe(200);
    expect(await findMails()).toHaveLength(2);
  });
});
