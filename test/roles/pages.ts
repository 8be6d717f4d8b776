import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { advance, clockAt, openOneShot, openSession, openShop, subscribe } from '../contract/support/shop.ts';
import { beginSetup, confirm, subscribedBuyer } from '../contract/support/wallet.ts';

/** What buyers do on the pages of checkouts, and what they find when they return: each page meets whatever it may have to work. */

const START = 1_800_000_000;
const DAY = 86_400;
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'DE', vat_number: 'de 100' };

const post = (url: string, form: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const look = (url: string): Promise<Response> => fetch(url, { redirect: 'manual' });

const urlOf = (payable: ApiObject): string => String(payable.url);

/** Goes to pay; answers the provider's page. */
const beginOn = async (payable: ApiObject, form: Readonly<Record<string, string>> = {}): Promise<string> =>
  String((await post(`${urlOf(payable)}/pay`, { method: 'creditcard', ...form })).headers.get('location'));

/** What the provider decides without calling back: anyone who asks next finds it. */
const decide = (client: Client, paymentId: unknown, outcome: string): Promise<ApiObject> =>
  client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome, notify: false });

/** The newest payment of the customer. */
const paymentOf = async (client: Client, { customer_id: customerId }: ApiObject): Promise<string> =>
  String((await client.list(`/v1/payments?customer_id=${String(customerId)}`))[0]?.id);

/** Begins to pay, has the provider decide, and returns. */
const payAndReturn = async (client: Client, payable: ApiObject, outcomes: readonly string[]): Promise<Response> => {
  await beginOn(payable);
  for (const outcome of outcomes) await decide(client, await paymentOf(client, payable), outcome);
  const [back] = await Promise.all([look(`${urlOf(payable)}/return`), look(`${urlOf(payable)}/return`)]);
  return back;
};

const sellTaxed = async (client: Client, live: Client): Promise<{ readonly priceId: string }> => {
  await live.post('/v1/tenant/billing_profile', {
    legal_name: 'Shop',
    country_code: 'NL',
    vat_id: 'NL000099998B57',
    tax_behavior: 'exclusive',
  });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'VAT' });
  const shop = await openShop(client);
  await client.post(`/v1/products/${shop.productId}`, { allow_promotion_codes: true });
  await client.post('/v1/coupons', { code: 'WALK', percent_off: 10 });
  return shop;
};

/** A buyer whom nobody knows tries codes, says who they are, pays on the provider's own page, and returns. */
const buyUnknown = async (client: Client, priceId: string): Promise<void> => {
  const session = await openSession(client, priceId);
  await look(urlOf(session));
  for (const form of [{ code: 'WRONG' }, { code: 'WALK' }, {}, { code: 'WALK' }]) await post(`${urlOf(session)}/code`, form);
  const provider = await beginOn(session, ADA);
  await look(urlOf(session));
  await post(`${urlOf(session)}/code`, { code: 'WALK' });
  await look(provider);
  await post(provider, { outcome: 'paid' });
  await look(`${urlOf(session)}/return`);
};

/** A customer with a subscription says more: what the subscription will charge is computed anew. */
const sayMore = async (client: Client, priceId: string): Promise<void> => {
  const { customer_id: customerId } = await subscribe(client, priceId);
  await beginOn(await openSession(client, priceId, { customer_id: customerId }), { country: 'DE' });
};

/** Codes and payments on a clock, where what is due is listed. */
const buyOnClock = async (client: Client, priceId: string): Promise<void> => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { name: 'Clock', test_clock_id: clock.id });
  const open = (): Promise<ApiObject> => openSession(client, priceId, { customer_id: customer.id });
  const session = await open();
  await look(urlOf(session));
  await post(`${urlOf(session)}/code`, { code: 'WALK' });
  await payAndReturn(client, session, ['paid']);
  await leavePaid(client, await open());
  await advance(client, clock.id, START + DAY);
};

/** Turns back after the provider was paid: the cancellation finds out. */
const leavePaid = async (client: Client, payable: ApiObject): Promise<void> => {
  await beginOn(payable);
  await decide(client, await paymentOf(client, payable), 'paid');
  await post(`${urlOf(payable)}/cancel`);
};

/** Another method is chosen after the first was paid: the page finds out. */
const chooseAnother = async (client: Client, payable: ApiObject): Promise<void> => {
  await beginOn(payable);
  await decide(client, await paymentOf(client, payable), 'paid');
  await beginOn(payable, { method: 'ideal' });
};

/** A method proven for the wallet at the provider, and the return from there. */
const proveMethod = async (baseUrl: string, client: Client, priceId: string): Promise<void> => {
  const buyer = await subscribedBuyer(apiOf(baseUrl), client, priceId);
  await client.post(`/sandbox/customers/${buyer.customerId}/behavior`, { charges: 'authentication_required' });
  const hosted = await openSession(client, priceId);
  for (const outcome of ['paid', 'failed']) {
    const setup = await beginSetup(buyer);
    await confirm(buyer, setup.secret);
    const [payment] = (await client.list(`/v1/payments?customer_id=${buyer.customerId}`)).filter(({ type }) => type === 'setup');
    await decide(client, payment?.id, outcome);
    await look(`${urlOf(hosted).replace(hosted.id, buyer.sessionId)}/return?setup=${setup.id}`);
  }
};

export const walkPages = async (baseUrl: string, client: Client, live: Client): Promise<void> => {
  const { priceId } = await sellTaxed(client, live);
  const session = (given: Json = {}): Promise<ApiObject> => openSession(client, priceId, given);
  const oneShot = (given: Json = {}): Promise<ApiObject> => openOneShot(client, given);
  await buyUnknown(client, priceId);
  await sayMore(client, priceId);
  await buyOnClock(client, priceId);
  for (const open of [session, oneShot]) {
    for (const outcomes of [[], ['paid'], ['failed'], ['paid', 'charged_back']]) await payAndReturn(client, await open(), outcomes);
    await leavePaid(client, await open());
    await post(`${urlOf(await open())}/cancel`);
    const left = await open();
    await look(urlOf(left));
    await post(`${urlOf(left)}/code`, { code: 'WALK' });
  }
  await chooseAnother(client, await session());
  await beginOn(await oneShot({ payment_method: 'banktransfer' }), { method: 'banktransfer' });
  await proveMethod(baseUrl, client, priceId);
};
