import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../../support/service.ts';
import { eventsAbout, newPlan, openSession, pay, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);

let accountId: string;
let client: Client;
let priceId: string;
const memberEmail = `team-${randomUUID()}@example.com`;
beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  // Turns off the emails about orders and subscriptions, because these tests count mails. `customer-emails.test.ts` tests those emails.
  await api.client(account.liveKey).post('/v1/tenant/billing_profile', { customer_emails: false });
  await runCommand('members add', accountId, memberEmail);
  ({ priceId } = await newPlan(client));
});

const newCustomer = (fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/customers', { name: 'Ada', email: memberEmail, metadata: { run: randomUUID() }, ...fields });

/** Subscribes the customer; returns the invoice. */
const sellTo = async (customer: ApiObject): Promise<ApiObject> => {
  await subscribe(client, priceId, { customer_id: customer.id });
  const [invoice] = await client.list(`/v1/invoices?customer_id=${customer.id}`);
  if (invoice === undefined) throw new Error('No invoice was created');
  return invoice;
};

/** Waits for at least `count` mails to the member with a matching subject. */
const waitForMails = (subject: RegExp, count: number): Promise<readonly LocalMail[]> =>
  eventually(
    () => mailsTo(memberEmail, subject),
    (received) => received.length >= count,
  );

const receiptSubject = ({ number }: ApiObject): RegExp => new RegExp(`^(Your receipt|Ihr Zahlungsbeleg) .*\\(${String(number)}\\)$`);
const invoiceSubject = ({ number }: ApiObject): RegExp => new RegExp(`^Invoice ${String(number)} from `);

const emailInvoice = (invoice: ApiObject, headers: Readonly<Record<string, string>> = {}) =>
  client.call('POST', `/v1/invoices/${invoice.id}/email`, undefined, headers);

describe.runIf(mails !== null)('mail to customers:', () => {
  it('[MAIL-01] a receipt is sent in the customer’s language, and in test mode only to members of the account', async () => {
    const stranger = `stranger-${randomUUID()}@example.com`;
    await sellTo(await newCustomer({ email: stranger }));
    const invoice = await sellTo(await newCustomer({ email: memberEmail.toUpperCase(), language: 'de' }));
    const [mail, ...others] = await eventually(
      () => mailsTo(memberEmail.toUpperCase()),
      (received) => received.length > 0,
    );
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(receiptSubject(invoice));
    for (const part of ['Vielen Dank', String(invoice.number), 'Testmodus']) expect(mail?.text).toContain(part);
    expect(mail?.html).toContain('<html lang="de">');
    expect(await mailsTo(stranger)).toEqual([]);
  });

  it('a refund and its credit note are announced in one mail', async () => {
    const invoice = await sellTo(await newCustomer());
    const { id } = await client.post('/v1/refunds', { payment_id: invoice.payment_id, amount_cents: 100, reason: 'between us' });
    const [refund] = await eventually(
      async () => [await client.get(`/v1/refunds/${id}`)],
      ([retrieved]) => retrieved?.status === 'succeeded',
    );
    const creditNote = await client.get(`/v1/credit_notes/${String(refund?.credit_note_id)}`);
    const findRefundMails = async () => (await mailsTo(memberEmail)).filter(({ text }) => text.includes(String(creditNote.number)));
    const [mail, ...others] = await eventually(findRefundMails, (received) => received.length > 0);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Your refund from /);
    for (const part of ['€1.00', String(invoice.number)]) expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('between us');
  });

  it('a failed first payment is announced', async () => {
    const { id } = await newCustomer();
    const session = await openSession(client, priceId, { customer_id: id });
    await pay(client, session.id, { outcome: 'failed' });
    const [mail] = await waitForMails(/^Your payment to .* failed$/, 1);
    expect(mail?.text).toContain('Nothing was charged');
  });
});

describe('POST /v1/invoices/{invoice_id}/email', () => {
  it('[INV-03] [INV-14] [AUD-19] returns the invoice and records an audit entry, without an event', async () => {
    const invoice = await sellTo(await newCustomer());
    const answer = await emailInvoice(invoice);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(invoice);
    const entries = await client.list(`/v1/audit_logs?resource_id=${invoice.id}`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'invoice.emailed', actor_type: 'api_key', resource_type: 'invoice', metadata: {} });
    // Events become visible in their order: an event of the mail would be visible before the event of this customer.
    const { id: laterCustomerId } = await newCustomer();
    await eventsAbout(client, laterCustomerId, 1);
    expect((await eventsAbout(client, invoice.id, 2)).map(({ type }) => type)).toEqual(['invoice.created', 'invoice.paid']);
  });

  it.runIf(mails !== null)('[MAIL-03] sends the invoice, once for each idempotency key', async () => {
    const invoice = await sellTo(await newCustomer());
    const headers = { 'idempotency-key': randomUUID() };
    const [first, replay] = [await emailInvoice(invoice, headers), await emailInvoice(invoice, headers)];
    expect([first.status, replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    await waitForMails(invoiceSubject(invoice), 1);
    await emailInvoice(invoice, { 'idempotency-key': randomUUID() });
    const [mail, ...others] = await waitForMails(invoiceSubject(invoice), 2);
    expect(others).toHaveLength(1);
    expect(mail).toMatchObject({ to: memberEmail, html: expect.stringContaining('<!doctype html>') });
    expect(mail?.text).toContain('This invoice is paid.');
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toHaveLength(2);
  });

  it('[MAIL-02] succeeds in test mode for an address that is not a member’s, and sends no mail', async () => {
    const stranger = `stranger-${randomUUID()}@example.com`;
    const invoice = await sellTo(await newCustomer({ email: stranger }));
    expect((await emailInvoice(invoice)).status).toBe(200);
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toHaveLength(1);
    if (mails === null) return;
    const memberInvoice = await sellTo(await newCustomer());
    await emailInvoice(memberInvoice);
    await waitForMails(invoiceSubject(memberInvoice), 1);
    expect(await mailsTo(stranger)).toEqual([]);
  });

  it('is rejected if the customer has no email address, and records nothing', async () => {
    const invoice = await sellTo(await newCustomer({ email: null }));
    const answer = await emailInvoice(invoice);
    expect(fieldError(answer)).toEqual([409, 'state_conflict', undefined]);
    expect(answer.error?.reason).toBe('customer_has_no_email');
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toEqual([]);
  });

  it('rejects body fields', async () => {
    const invoice = await sellTo(await newCustomer());
    const answer = await client.call('POST', `/v1/invoices/${invoice.id}/email`, { to: 'other@example.com' });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ param: 'to' });
  });
});

describe('account members', () => {
  it('are managed by operators, with one audit entry per change, visible in both modes', async () => {
    const { accountId: id, testKey, liveKey } = await createAccount();
    const address = `ada-${randomUUID()}@example.com`;
    const owner = 'test@example.com (owner)';
    for (const spelling of [address, address.toUpperCase()])
      expect(await runCommand('members add', id, spelling)).toEqual({ account_id: id, members: [owner, `${address} (viewer)`] });
    expect(await runCommand('members list', id)).toEqual({ account_id: id, members: [owner, `${address} (viewer)`] });
    for (let count = 0; count < 2; count += 1)
      expect(await runCommand('members remove', id, address)).toEqual({ account_id: id, members: [owner] });
    for (const key of [testKey, liveKey]) {
      const entries = await api.client(key).list('/v1/audit_logs?resource_type=team_member');
      expect(entries.map(({ action, actor_type, metadata }) => [action, actor_type, metadata])).toEqual([
        ['team_member.removed', 'operator', { role: 'viewer' }],
        ['team_member.added', 'operator', { role: 'viewer' }],
      ]);
      expect(new Set(entries.map(({ resource_id }) => resource_id))).toEqual(new Set([expect.stringMatching(/^mem_/)]));
    }
  });

  it('cannot be added with an invalid address or to an unknown account, and the last owner cannot be removed', async () => {
    await expect(runCommand('members add', accountId, 'Ada <ada@example.com>')).rejects.toThrow(/must be an email address, not "Ada/);
    await expect(runCommand('members add', 'acct_unknown', 'ada@example.com')).rejects.toThrow('No account `acct_unknown`.');
    await expect(runCommand('members list', 'acct_unknown')).rejects.toThrow('No account `acct_unknown`.');
    await expect(runCommand('members remove', accountId, 'test@example.com')).rejects.toThrow(/keeps at least one owner/);
    await expect(runCommand('members add', accountId)).rejects.toThrow(/Usage: npm run account/);
  });
});
