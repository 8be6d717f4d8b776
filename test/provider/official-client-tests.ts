import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { createMollieClient, type MollieApiError, SequenceType } from '@mollie/api-client';
import { expect, it } from 'vitest';

type OfficialClient = ReturnType<typeof createMollieClient>;

/** Allows plain HTTP for Mollie's client in this thread by dropping its TLS agent. Returns a function that reverts this. */
export const allowPlainHttp = (): (() => void) => {
  const request = http.request;
  const withoutAgent = ({ agent: _agent, ...options }: RequestOptions): ClientRequest => request(options);
  http.request = withoutAgent as typeof http.request;
  return () => {
    http.request = request;
  };
};

/** Creates Mollie's client. `baseUrl`: without `/v2`. */
export const officialClient = (baseUrl: string, apiKey: string): OfficialClient =>
  createMollieClient({ apiKey, apiEndpoint: `${baseUrl}/v2/` });

/** A server under test: Mollie's client for it, and a function that pays as the buyer. */
export interface ServerUnderTest {
  readonly client: OfficialClient;
  /** Pays an open payment on the provider's page. */
  readonly pay: (payment: { readonly id: string; readonly checkoutUrl: string }) => Promise<void>;
}

const EUR = (value: string) => ({ currency: 'EUR', value });
const REDIRECT_URL = 'https://shop.example/back';

const newCustomer = ({ client }: ServerUnderTest) =>
  client.customers.create({ name: 'Ada Buyer', email: 'ada@example.com', metadata: { customer_id: 'cus_1' } });

const firstPayment = ({ client }: ServerUnderTest, customerId: string) =>
  client.payments.create({
    amount: EUR('19.99'),
    description: 'Plan',
    redirectUrl: REDIRECT_URL,
    customerId,
    sequenceType: SequenceType.first,
    metadata: { payment_id: 'pay_1' },
  });

/** Creates a customer with a mandate by a paid first payment. */
export const createPaidFirstPayment = async (server: ServerUnderTest) => {
  const customer = await newCustomer(server);
  const opened = await firstPayment(server, customer.id);
  await server.pay({ id: opened.id, checkoutUrl: String(opened.getCheckoutUrl()) });
  return { customer, opened, paid: await server.client.payments.get(opened.id) };
};

/** Returns the client's error of a refused request. */
export const errorOfRefused = async (request: Promise<unknown>): Promise<MollieApiError> =>
  request.then(
    () => Promise.reject(new Error('The request was not refused.')),
    (error: MollieApiError) => error,
  );

/** Tests of Mollie's API with Mollie's client, for any compatible server. */
export const testOfficialClient = (serverOf: () => ServerUnderTest): void => {
  it('creates, reads, lists and deletes customers', async () => {
    const { client } = serverOf();
    const created = await newCustomer(serverOf());
    expect(created).toMatchObject({
      resource: 'customer',
      name: 'Ada Buyer',
      email: 'ada@example.com',
      metadata: { customer_id: 'cus_1' },
    });
    expect(Number.isNaN(Date.parse(created.createdAt))).toBe(false);
    expect((await client.customers.get(created.id)).id).toBe(created.id);
    expect((await client.customers.page({ limit: 5 })).map(({ id }) => id)).toContain(created.id);
    expect(await client.customers.delete(created.id)).toBe(true);
    expect((await errorOfRefused(client.customers.get(created.id))).statusCode).toBe(410);
    expect((await client.customers.page({ limit: 5 })).map(({ id }) => id)).not.toContain(created.id);
  });

  it('creates a mandate when a first payment is paid on its page', async () => {
    const { client } = serverOf();
    const { customer, opened, paid } = await createPaidFirstPayment(serverOf());
    expect(opened).toMatchObject({ status: 'open', sequenceType: 'first', amount: EUR('19.99'), redirectUrl: REDIRECT_URL });
    expect(opened.getCheckoutUrl()).toMatch(/^https?:/);
    expect(paid).toMatchObject({ status: 'paid', method: 'creditcard', amountRemaining: EUR('19.99'), metadata: { payment_id: 'pay_1' } });
    expect(Date.parse(String(paid.paidAt))).toBeGreaterThanOrEqual(Date.parse(paid.createdAt));
    expect(paid.getCheckoutUrl()).toBeNull();
    const mandate = await client.customerMandates.get(String(paid.mandateId), { customerId: customer.id });
    expect(mandate).toMatchObject({ status: 'valid', method: 'creditcard', details: { cardNumber: expect.stringMatching(/^\d{4}$/) } });
    expect((await client.customerMandates.page({ customerId: customer.id })).map(({ id }) => id)).toEqual([mandate.id]);
    expect((await paid.getCustomer())?.id).toBe(customer.id);
    expect((await paid.getMandate())?.id).toBe(mandate.id);
  });

  it('charges a mandate until it is revoked', async () => {
    const { client } = serverOf();
    const { customer, paid } = await createPaidFirstPayment(serverOf());
    const mandateId = String(paid.mandateId);
    const charge = {
      amount: EUR('5.00'),
      description: 'Renewal',
      customerId: customer.id,
      mandateId,
      sequenceType: SequenceType.recurring,
    };
    expect(await client.payments.create(charge)).toMatchObject({ status: 'paid', sequenceType: 'recurring', mandateId });
    expect(await client.customerMandates.revoke(mandateId, { customerId: customer.id })).toBe(true);
    expect((await errorOfRefused(client.payments.create(charge))).statusCode).toBe(410);
    expect((await errorOfRefused(client.customerMandates.get(mandateId, { customerId: customer.id }))).statusCode).toBe(410);
  });

  it('returns the same payment for the same idempotency key', async () => {
    const { client } = serverOf();
    const { customer, paid } = await createPaidFirstPayment(serverOf());
    const charge = {
      amount: EUR('5.00'),
      description: 'Renewal',
      customerId: customer.id,
      mandateId: String(paid.mandateId),
      sequenceType: SequenceType.recurring,
      idempotencyKey: `intent-${customer.id}`,
    };
    expect((await client.payments.create(charge)).id).toBe((await client.payments.create(charge)).id);
  });

  it('cancels an open payment, and refuses to cancel it again', async () => {
    const { client } = serverOf();
    const opened = await client.payments.create({ amount: EUR('1.00'), description: 'One-off', redirectUrl: REDIRECT_URL });
    expect(opened).toMatchObject({ status: 'open', sequenceType: 'oneoff', isCancelable: true });
    expect(await client.payments.cancel(opened.id)).toMatchObject({ id: opened.id, status: 'canceled' });
    expect((await errorOfRefused(client.payments.cancel(opened.id))).statusCode).toBe(422);
  });

  it('lists a customer’s payments page by page', async () => {
    const { client } = serverOf();
    const { customer, paid } = await createPaidFirstPayment(serverOf());
    const created = [paid.id];
    for (let count = 0; count < 4; count += 1) created.unshift((await firstPayment(serverOf(), customer.id)).id);
    const page = await client.customerPayments.page({ customerId: customer.id, limit: 2 });
    expect(page.map(({ id }) => id)).toEqual(created.slice(0, 2));
    const listed: string[] = [];
    for await (const { id } of client.customerPayments.iterate({ customerId: customer.id })) listed.push(id);
    expect(listed).toEqual(created);
    expect((await page.nextPage?.())?.map(({ id }) => id)).toEqual(created.slice(2, 4));
    for await (const { id } of client.payments.iterate().take(1)) expect(id).toMatch(/^tr_/);
  });

  it('refunds a payment', async () => {
    const { client } = serverOf();
    const { paid } = await createPaidFirstPayment(serverOf());
    const request = { paymentId: paid.id, amount: EUR('5.00'), description: 'Some of it', metadata: { refund_id: 're_1' } };
    const refund = await client.paymentRefunds.create(request);
    expect(refund).toMatchObject({ status: 'refunded', amount: EUR('5.00'), paymentId: paid.id, metadata: { refund_id: 're_1' } });
    expect((await client.paymentRefunds.get(refund.id, { paymentId: paid.id })).id).toBe(refund.id);
    expect((await client.paymentRefunds.page({ paymentId: paid.id })).map(({ id }) => id)).toEqual([refund.id]);
    const after = await client.payments.get(paid.id);
    expect(after).toMatchObject({ amountRefunded: EUR('5.00'), amountRemaining: EUR('14.99') });
    expect(after.hasRefunds()).toBe(true);
    for await (const { id } of after.getRefunds()) expect(id).toBe(refund.id);
    const tooMuch = await errorOfRefused(client.paymentRefunds.create({ ...request, amount: EUR('15.00') }));
    expect(tooMuch).toMatchObject({ statusCode: 422, field: 'amount' });
  });

  it('lists payment methods and returns the profile of the key', async () => {
    const { client } = serverOf();
    const methods = await client.methods.list({ sequenceType: SequenceType.recurring });
    expect(methods.map(({ id }) => id).toSorted()).toEqual(['creditcard', 'directdebit', 'paypal']);
    expect(await client.profiles.getCurrent()).toMatchObject({ resource: 'profile', mode: 'test', status: 'verified' });
  });

  it('returns errors that the client can parse', async () => {
    const { client } = serverOf();
    const missing = await errorOfRefused(client.payments.get('tr_none'));
    expect(missing).toMatchObject({ statusCode: 404, title: 'Not Found', message: expect.stringContaining('tr_none') });
    expect(missing.getDocumentationUrl()).toMatch(/^https:/);
    const invalid = await errorOfRefused(client.payments.create({ amount: EUR('1.0'), description: 'x', redirectUrl: REDIRECT_URL }));
    expect(invalid).toMatchObject({ statusCode: 422, title: 'Unprocessable Entity', field: 'amount.value' });
  });
};
