import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../support/service.ts';
import { eventsAbout, openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, operate, mails } = service();
const api = apiOf(baseUrl);

let accountId: string;
let client: Client;
let priceId: string;
const member = `team-${randomUUID()}@example.com`;
beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  await operate('members add', accountId, member);
  ({ priceId } = await openShop(client));
});

const newCustomer = (given: Json = {}): Promise<ApiObject> =>
  client.post('/v1/customers', { name: 'Ada', email: member, metadata: { run: randomUUID() }, ...given });

/** A sale to this customer; answers its invoice. */
const sellTo = async (customer: ApiObject): Promise<ApiObject> => {
  await subscribe(client, priceId, { customer_id: customer.id });
  const [invoice] = await client.list(`/v1/invoices?customer_id=${customer.id}`);
  if (invoice === undefined) throw new Error('nothing was invoiced');
  return invoice;
};

const sentTo = async (address: string): Promise<readonly LocalMail[]> => ((await mails?.()) ?? []).filter(({ to }) => to === address);

/** The mails to the team whose subject fits, once there are `count`. */
const mailsLike = (subject: RegExp, count: number): Promise<readonly LocalMail[]> =>
  eventually(
    async () => (await sentTo(member)).filter((mail) => subject.test(mail.subject)),
    (found) => found.length >= count,
  );

const receiptOf = ({ number }: ApiObject): RegExp => new RegExp(`^(Your receipt|Ihr Beleg) .*\\(${String(number)}\\)$`);
const mailOf = ({ number }: ApiObject): RegExp => new RegExp(`^Invoice ${String(number)} from `);

const email = (invoice: ApiObject, headers: Readonly<Record<string, string>> = {}) =>
  client.call('POST', `/v1/invoices/${invoice.id}/email`, undefined, headers);

describe.runIf(mails !== null)('mail to customers', () => {
  it('[MAIL-01] a sale sends its receipt to members of the team, in the customer\u2019s language, and to nobody else', async () => {
    const stranger = `stranger-${randomUUID()}@example.com`;
    await sellTo(await newCustomer({ email: stranger }));
    const invoice = await sellTo(await newCustomer({ email: member.toUpperCase(), language: 'de' }));
    const [mail, ...others] = await eventually(
      () => sentTo(member.toUpperCase()),
      (found) => found.length > 0,
    );
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(receiptOf(invoice));
    for (const part of ['Vielen Dank', String(invoice.number), 'Testmodus']) expect(mail?.text).toContain(part);
    expect(mail?.html).toContain('<html lang="de">');
    expect(await sentTo(stranger)).toEqual([]);
  });

  it('tells of a refund and its credit note in one mail', async () => {
    const invoice = await sellTo(await newCustomer());
    const { id } = await client.post('/v1/refunds', { payment_id: invoice.payment_id, amount_cents: 100, reason: 'between us' });
    const [refund] = await eventually(
      async () => [await client.get(`/v1/refunds/${id}`)],
      ([seen]) => seen?.status === 'succeeded',
    );
    const note = await client.get(`/v1/credit_notes/${String(refund?.credit_note_id)}`);
    const about = async () => (await sentTo(member)).filter(({ text }) => text.includes(String(note.number)));
    const [mail, ...others] = await eventually(about, (found) => found.length > 0);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Your refund from /);
    for (const part of ['€1.00', String(invoice.number)]) expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('between us');
  });

  it('tells of a first payment that failed', async () => {
    const { id } = await newCustomer();
    const session = await openSession(client, priceId, { customer_id: id });
    await pay(client, session.id, { outcome: 'failed' });
    const [mail] = await mailsLike(/did not go through$/, 1);
    expect(mail?.text).toContain('no money was taken');
  });
});

describe('POST /v1/invoices/{invoice_id}/email', () => {
  it('[INV-03] [INV-14] [AUD-19] answers the invoice, and files who sent it, without an event', async () => {
    const invoice = await sellTo(await newCustomer());
    const answer = await email(invoice);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(invoice);
    const entries = await client.list(`/v1/audit_logs?resource_id=${invoice.id}`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'invoice.emailed', actor_type: 'api_key', resource_type: 'invoice', metadata: {} });
    // Events are listed in their order: one of the mail would have come before this one.
    const { id: later } = await newCustomer();
    await eventsAbout(client, later, 1);
    expect((await eventsAbout(client, invoice.id, 2)).map(({ type }) => type)).toEqual(['invoice.created', 'invoice.paid']);
  });

  it.runIf(mails !== null)('[MAIL-03] sends the invoice, once for each idempotency key', async () => {
    const invoice = await sellTo(await newCustomer());
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await email(invoice, headers), await email(invoice, headers)];
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    await mailsLike(mailOf(invoice), 1);
    await email(invoice, { 'idempotency-key': randomUUID() });
    const [mail, ...others] = await mailsLike(mailOf(invoice), 2);
    expect(others).toHaveLength(1);
    expect(mail).toMatchObject({ to: member, html: expect.stringContaining('<!doctype html>') });
    expect(mail?.text).toContain('It has been paid');
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toHaveLength(2);
  });

  it('[MAIL-02] succeeds in test mode for who is not of the team, and sends nothing', async () => {
    const stranger = `stranger-${randomUUID()}@example.com`;
    const invoice = await sellTo(await newCustomer({ email: stranger }));
    expect((await email(invoice)).status).toBe(200);
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toHaveLength(1);
    if (mails === null) return;
    const other = await sellTo(await newCustomer());
    await email(other);
    await mailsLike(mailOf(other), 1);
    expect(await sentTo(stranger)).toEqual([]);
  });

  it('is refused where there is no address, and files nothing', async () => {
    const invoice = await sellTo(await newCustomer({ email: null }));
    const answer = await email(invoice);
    expect(fault(answer)).toEqual([409, 'state_conflict', undefined]);
    expect(answer.error?.reason).toBe('customer_has_no_email');
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toEqual([]);
  });

  it('takes no fields', async () => {
    const invoice = await sellTo(await newCustomer());
    const answer = await client.call('POST', `/v1/invoices/${invoice.id}/email`, { to: 'other@example.com' });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ param: 'to' });
  });
});

describe('the team of an account', () => {
  it('is kept by operators, each change once and on record in both modes', async () => {
    const { accountId: id, testKey, liveKey } = await createAccount();
    const address = `ada-${randomUUID()}@example.com`;
    const owner = 'test@example.com (owner)';
    for (const given of [address, address.toUpperCase()])
      expect(await operate('members add', id, given)).toEqual({ account_id: id, members: [owner, `${address} (viewer)`] });
    expect(await operate('members list', id)).toEqual({ account_id: id, members: [owner, `${address} (viewer)`] });
    for (let count = 0; count < 2; count += 1)
      expect(await operate('members remove', id, address)).toEqual({ account_id: id, members: [owner] });
    for (const key of [testKey, liveKey]) {
      const entries = await api.client(key).list('/v1/audit_logs?resource_type=team_member');
      expect(entries.map(({ action, actor_type, metadata }) => [action, actor_type, metadata])).toEqual([
        ['team_member.removed', 'operator', { role: 'viewer' }],
        ['team_member.added', 'operator', { role: 'viewer' }],
      ]);
      expect(new Set(entries.map(({ resource_id }) => resource_id))).toEqual(new Set([expect.stringMatching(/^mem_/)]));
    }
  });

  it('is refused what is no address, an account that is none, and to lose its owner', async () => {
    await expect(operate('members add', accountId, 'Ada <ada@example.com>')).rejects.toThrow(/--email must be an e-mail address, not "Ada/);
    await expect(operate('members add', 'acct_unknown', 'ada@example.com')).rejects.toThrow('No account `acct_unknown`.');
    await expect(operate('members list', 'acct_unknown')).rejects.toThrow('No account `acct_unknown`.');
    await expect(operate('members remove', accountId, 'test@example.com')).rejects.toThrow(/keeps at least one owner/);
    await expect(operate('members add', accountId)).rejects.toThrow(/Usage: npm run account/);
  });
});
