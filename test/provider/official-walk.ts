import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { createMollieClient, type MollieApiError, SequenceType } from '@mollie/api-client';
import { expect, it } from 'vitest';

type OfficialClient = ReturnType<typeof createMollieClient>;

/** Lets the provider's client speak plain HTTP in this thread: it brings an agent that takes TLS only. Answers what undoes that. */
export const allowPlainHttp = (): (() => void) => {
  const request = http.request;
  const withoutAgent = ({ agent: _agent, ...options }: RequestOptions): ClientRequest => request(options);
  http.request = withoutAgent as typeof http.request;
  return () => {
    http.request = request;
  };
};

/** The provider's client for the API at `baseUrl`, given without `/v2`. */
export const officialClient = (baseUrl: string, apiKey: string): OfficialClient =>
  createMollieClient({ apiKey, apiEndpoint: `${baseUrl}/v2/` });

/** The provider's own client at our sandbox, and anyone who plays its buyers. */
export interface Walker {
  readonly client: OfficialClient;
  /** The buyer finishes on the page of an open payment. */
  readonly pay: (payment: { readonly id: string; readonly checkoutUrl: string }) => Promise<void>;
}

const EUR = (value: string) => ({ currency: 'EUR', value });
const REDIRECT_URL = 'https://shop.example/back';

const newCustomer = ({ client }: Walker) =>
  client.customers.create({ name: 'Ada Buyer', email: 'ada@example.com', metadata: { customer_id: 'cus_1' } });

const firstPayment = ({ client }: Walker, customerId: string) =>
  client.payments.create({
    amount: EUR('19.99'),
    description: 'Plan',
    redirectUrl: REDIRECT_URL,
    customerId,
    sequenceType: SequenceType.first,
    metadata: { payment_id: 'pay_1' },
  });

/** A customer with a mandate that a paid first payment left. */
export const payFirst = async (walker: Walker) => {
  const customer = await newCustomer(walker);
  const opened = await firstPayment(walker, customer.id);
  await walker.pay({ id: opened.id, checkoutUrl: String(opened.getCheckoutUrl()) });
  return { customer, opened, paid: await walker.client.payments.get(opened.id) };
};

/** The error that the client makes of a refusal. */
export const refused = async (asked: Promise<unknown>): Promise<MollieApiError> =>
  asked.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: MollieApiError) => error,
  );

/** What any provider of this wire format answers, read by the provider's own client. */
export const walkIt = (walkerOf: () => Walker): void => {
  it('makes, reads, lists and deletes customers', async () => {
    const { client } = walkerOf();
    const made = await newCustomer(walkerOf());
    expect(made).toMatchObject({ resource: 'customer', name: 'Ada Buyer', email: 'ada@example.com', metadata: { customer_id: 'cus_1' } });
    expect(Number.isNaN(Date.parse(made.createdAt))).toBe(false);
    expect((await client.customers.get(made.id)).id).toBe(made.id);
    expect((await client.customers.page({ limit: 5 })).map(({ id }) => id)).toContain(made.id);
    expect(await client.customers.delete(made.id)).toBe(true);
    expect((await refused(client.customers.get(made.id))).statusCode).toBe(410);
    expect((await client.customers.page({ limit: 5 })).map(({ id }) => id)).not.toContain(made.id);
  });

  it('sends a buyer to the page of a first payment, which leaves a mandate', async () => {
    const { client } = walkerOf();
    const { customer, opened, paid } = await payFirst(walkerOf());
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
    const { client } = walkerOf();
    const { customer, paid } = await payFirst(walkerOf());
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
    expect((await refused(client.payments.create(charge))).statusCode).toBe(410);
    expect((await refused(client.customerMandates.get(mandateId, { customerId: customer.id }))).statusCode).toBe(410);
  });

  it('makes the same of the same idempotency key', async () => {
    const { client } = walkerOf();
    const { customer, paid } = await payFirst(walkerOf());
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

  it('cancels an open payment, once', async () => {
    const { client } = walkerOf();
    const opened = await client.payments.create({ amount: EUR('1.00'), description: 'One-off', redirectUrl: REDIRECT_URL });
    expect(opened).toMatchObject({ status: 'open', sequenceType: 'oneoff', isCancelable: true });
    expect(await client.payments.cancel(opened.id)).toMatchObject({ id: opened.id, status: 'canceled' });
    expect((await refused(client.payments.cancel(opened.id))).statusCode).toBe(422);
  });

  it('goes through a customer’s payments, page by page', async () => {
    const { client } = walkerOf();
    const { customer, paid } = await payFirst(walkerOf());
    const made = [paid.id];
    for (let count = 0; count < 4; count += 1) made.unshift((await firstPayment(walkerOf(), customer.id)).id);
    const page = await client.customerPayments.page({ customerId: customer.id, limit: 2 });
    expect(page.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const found: string[] = [];
    for await (const { id } of client.customerPayments.iterate({ customerId: customer.id })) found.push(id);
    expect(found).toEqual(made);
    expect((await page.nextPage?.())?.map(({ id }) => id)).toEqual(made.slice(2, 4));
    for await (const { id } of client.payments.iterate().take(1)) expect(id).toMatch(/^tr_/);
  });

  it('gives money back', async () => {
    const { client } = walkerOf();
    const { paid } = await payFirst(walkerOf());
    const asked = { paymentId: paid.id, amount: EUR('5.00'), description: 'Some of it', metadata: { refund_id: 're_1' } };
    const refund = await client.paymentRefunds.create(asked);
    expect(refund).toMatchObject({ status: 'refunded', amount: EUR('5.00'), paymentId: paid.id, metadata: { refund_id: 're_1' } });
    expect((await client.paymentRefunds.get(refund.id, { paymentId: paid.id })).id).toBe(refund.id);
    expect((await client.paymentRefunds.page({ paymentId: paid.id })).map(({ id }) => id)).toEqual([refund.id]);
    const after = await client.payments.get(paid.id);
    expect(after).toMatchObject({ amountRefunded: EUR('5.00'), amountRemaining: EUR('14.99') });
    expect(after.hasRefunds()).toBe(true);
    for await (const { id } of after.getRefunds()) expect(id).toBe(refund.id);
    const tooMuch = await refused(client.paymentRefunds.create({ ...asked, amount: EUR('15.00') }));
    expect(tooMuch).toMatchObject({ statusCode: 422, field: 'amount' });
  });

  it('tells which methods there are, and whose key it has', async () => {
    const { client } = walkerOf();
    const methods = await client.methods.list({ sequenceType: SequenceType.recurring });
    expect(methods.map(({ id }) => id).toSorted()).toEqual(['creditcard', 'directdebit', 'paypal']);
    expect(await client.profiles.getCurrent()).toMatchObject({ resource: 'profile', mode: 'test', status: 'verified' });
  });

  it('understands what is wrong', async () => {
    const { client } = walkerOf();
    const missing = await refused(client.payments.get('tr_none'));
    expect(missing).toMatchObject({ statusCode: 404, title: 'Not Found', message: expect.stringContaining('tr_none') });
    expect(missing.getDocumentationUrl()).toMatch(/^https:/);
    const wrong = await refused(client.payments.create({ amount: EUR('1.0'), description: 'x', redirectUrl: REDIRECT_URL }));
    expect(wrong).toMatchObject({ statusCode: 422, title: 'Unprocessable Entity', field: 'amount.value' });
  });
};
