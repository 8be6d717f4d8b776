import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, newPlan, openOneShot, openSession } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const START = 1_800_000_000;
const DAY = 86_400;
const WAITING = { status: 200, heading: 'Payment in progress' };

const api = apiOf(baseUrl);
let accountId: string;
let client: Client;
let priceId: string;

beforeAll(async () => {
  const account = await createAccount();
  ({ accountId } = account);
  client = api.client(account.testKey);
  ({ priceId } = await newPlan(client));
});

const visit = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    heading: /<h1>(.*)<\/h1>/.exec(await response.text())?.[1],
  };
};

const post = (url: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const newBuyer = async () => {
  const clock = await clockAt(client, START);
  return { clock, customer: await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id }) };
};

/** Creates a hosted checkout that expires while its buyer is on the page of the bank. */
const expireAtBank = async (create: (customerId: string) => Promise<ApiObject>) => {
  const { clock, customer } = await newBuyer();
  const payable = await create(customer.id);
  const bankUrl = String((await post(`${String(payable.url)}/pay`, { method: 'creditcard' })).headers.get('location'));
  await advance(client, clock.id, START + 2 * DAY);
  return { url: String(payable.url), bankUrl };
};

const newSession = (customerId: string): Promise<ApiObject> => openSession(client, priceId, { customer_id: customerId });
const newOneShot = (customerId: string): Promise<ApiObject> => openOneShot(client, { customer_id: customerId });

describe.each([
  ['session', newSession],
  ['one-off payment', newOneShot],
])('a buyer who is at the bank when the %s expires', (_kind, create) => {
  it('sees that the payment is in progress, and is redirected to the success URL after paying', async () => {
    const { url, bankUrl } = await expireAtBank(create);
    expect(await visit(url)).toMatchObject(WAITING);
    expect(await visit(`${url}/return`)).toMatchObject(WAITING);
    const returnUrl = String((await post(bankUrl, { outcome: 'paid' })).headers.get('location'));
    expect(returnUrl).toMatch(/\/return\?payment=pay_/);
    expect(await visit(returnUrl)).toMatchObject({ status: 303, location: 'https://shop.example/thanks' });
  });

  it('is redirected to the cancel URL after canceling', async () => {
    const { url, bankUrl } = await expireAtBank(create);
    const returnUrl = String((await post(bankUrl, { outcome: 'canceled' })).headers.get('location'));
    expect(await visit(returnUrl)).toMatchObject({ status: 303, location: 'https://shop.example/cart' });
    expect(await visit(url)).toMatchObject({ status: 410, heading: 'Checkout closed' });
  });
});

describe('a buyer who is at the bank when an embedded one-off payment without return URLs expires', () => {
  it('sees that the payment is in progress', async () => {
    const { clock, customer } = await newBuyer();
    const fields = { customer_id: customer.id, ui_mode: 'embedded', payment_method: null, success_url: null, cancel_url: null };
    const { id, client_secret: secret } = await openOneShot(client, fields);
    await api.client(String(secret)).post(`/v1/checkout/one_shot/${id}/confirm`, { method: 'ideal' });
    const returnUrl = `${baseUrl}/checkout/${accountId}/test/${id}/return`;
    expect(await visit(returnUrl)).toMatchObject(WAITING);
    await advance(client, clock.id, START + 2 * DAY);
    expect(await client.get(`/v1/checkout/one_shot/${id}`)).toMatchObject({ status: 'expired' });
    expect(await visit(returnUrl)).toMatchObject(WAITING);
  });
});

describe('a buyer of an embedded one-off payment without return URLs', () => {
  it.each([
    ['failed', 'Payment failed'],
    ['canceled', 'Checkout closed'],
  ])('sees the outcome after a payment that is %s: %s', async (outcome, heading) => {
    const { customer } = await newBuyer();
    const fields = { customer_id: customer.id, ui_mode: 'embedded', payment_method: null, success_url: null, cancel_url: null };
    const { id, client_secret: secret } = await openOneShot(client, fields);
    const confirmed = await api.client(String(secret)).post(`/v1/checkout/one_shot/${id}/confirm`, { method: 'ideal' });
    const returnUrl = String((await post(String(confirmed['redirect_url']), { outcome })).headers.get('location'));
    expect(await visit(returnUrl)).toMatchObject({ status: 200, heading });
  });
});
