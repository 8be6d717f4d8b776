import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, subscribe } from '../support/objects.ts';
import { operations, requiresPortalToken } from '../support/operations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);

describe.runIf(mails !== null)('a portal session from a link in an email', () => {
  let limited: Client;
  let invoiceId: string;
  beforeAll(async () => {
    const { accountId, testKey } = await createAccount();
    const client = api.client(testKey);
    const { priceId } = await newPlan(client);
    const address = `limited-${randomUUID()}@example.com`;
    await runCommand('members add', accountId, address);
    const customer = await client.post('/v1/customers', { name: 'Ada', email: address });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    invoiceId = String(invoice?.id);
    await client.post(`/v1/invoices/${invoiceId}/email`);
    const [mail] = await eventually(
      () => mailsTo(address, /^Invoice /),
      ({ length }) => length > 0,
    );
    limited = api.client(String(/svc_portal_[0-9A-Za-z]{38}/.exec(mail?.text ?? '')?.[0]));
  });

  /** By operation id: the statement of the specification that the test of this operation covers, and the body of the request. */
  const CALLS: Readonly<Record<string, readonly [statement: string, body?: Json]>> = {
    'portal.cancel': ['PRT-17'],
    'portal.reactivate': ['PRT-18'],
    'portal.resume': ['PRT-18'],
    'portal.update': ['PRT-16', { price_id: 'price_1' }],
    'portal.preview_update': ['PRT-16', { price_id: 'price_1' }],
    'portal.apply_coupon': ['PRT-19', { code: 'X' }],
    'portal.plans': ['PRT-16'],
    'portal.update_customer': ['PRT-20', { name: 'Mallory' }],
    'portal.vat_number': ['PRT-20', { vat_number: 'NL100' }],
  };
  const restricted = operations.filter(([, { auth }]) => auth.kind === 'portal_token' && !auth.acceptsLimited);

  it('can use exactly the operations on the session, invoices, credit notes, payment methods and the billing email', () => {
    const limitedPaths = /^\/portal\/(session|invoices|credit_notes|payment_methods|billing_email)/;
    for (const [, operation] of operations.filter(([, each]) => requiresPortalToken(each))) {
      const { auth } = operation;
      expect([operation.path, auth.kind === 'portal_token' && auth.acceptsLimited]).toEqual([
        operation.path,
        limitedPaths.test(operation.path),
      ]);
    }
  });

  it.each(restricted.map(([name, operation]) => [CALLS[operation.id]?.[0] ?? 'PRT-16', name, operation] as const))(
    '[%s] gets 403 for %s',
    async (_statement, _name, operation) => {
      const answer = await limited.call(operation.method, operation.path, CALLS[operation.id]?.[1] ?? {});
      expect([answer.status, answer.error?.reason]).toEqual([403, 'portal_session_limited']);
    },
  );

  it('[PRT-15] can view the session, set the default payment method, pay an invoice and download it', async () => {
    const session = await limited.get('/portal/session');
    expect(session).toMatchObject({ limited: true, customer: { name: 'Ada' } });
    const [method] = (session.payment_methods as { readonly data: readonly ApiObject[] }).data;
    expect((await limited.call('POST', `/portal/payment_methods/${String(method?.id)}/default`)).status).toBe(200);
    expect(await limited.post(`/portal/invoices/${invoiceId}/pay`)).toMatchObject({ status: 'paid' });
    // 501: the PDF is not rendered yet.
    const pdf = await eventually(
      () => limited.call('GET', `/portal/invoices/${invoiceId}/pdf`),
      ({ status }) => status !== 501,
    );
    expect(pdf.status).toBe(200);
  });
});
