import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { METERED, newPlan, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newLink = (fields: Json = {}): Promise<ApiObject> => client.post('/v1/payment_links', { price_id: priceId, ...fields });
const sessionAt = async (url: string): Promise<ApiObject> => client.get(`/v1/checkout/sessions/${new URL(url).pathname.split('/').at(-1)}`);

/** Posts the page of the link as a buyer, by default a new buyer with a random loopback IP address. */
const buy = async ({ url }: ApiObject, buyer = apiOf(baseUrl)) => {
  const answer = await buyer.send({ method: 'POST', path: new URL(String(url)).pathname, key: null });
  return { status: answer.status, location: String(answer.headers.location), retryAfter: Number(answer.headers['retry-after']) };
};
const pageOf = async ({ url }: ApiObject): Promise<{ readonly status: number; readonly text: string }> => {
  const answer = await fetch(String(url));
  return { status: answer.status, text: await answer.text() };
};

describe('a payment link', () => {
  it('is created, retrieved, listed and updated', async () => {
    const metadata = { campaign: 'spring' };
    const link = await newLink({ trial_days_override: 5, max_sales: 3, metadata });
    expect(link).toMatchObject({
      object: 'payment_link',
      active: true,
      livemode: false,
      price_id: priceId,
      coupon_code: null,
      trial_days_override: 5,
      payment_method: null,
      success_url: null,
      cancel_url: null,
      max_sales: 3,
      metadata,
    });
    expect(await client.get(`/v1/payment_links/${link.id}`)).toEqual({ ...link, sales_count: 0 });
    expect((await client.list('/v1/payment_links'))[0]).toEqual(link);
    const updated = await client.post(`/v1/payment_links/${link.id}`, { success_url: 'https://shop.example/thanks', max_sales: 4 });
    expect(updated).toEqual({ ...link, success_url: 'https://shop.example/thanks', max_sales: 4 });
  });

  it('limits the amount per period of the subscriptions that it sells', async () => {
    const { priceId: meteredPriceId } = await newPlan(client, METERED);
    const link = await newLink({ price_id: meteredPriceId, max_amount_cents: 5000 });
    expect([link.max_amount_cents, (await client.get(`/v1/payment_links/${link.id}`)).max_amount_cents]).toEqual([5000, 5000]);
    const session = await sessionAt((await buy(link)).location);
    const paid = await pay(client, session.id);
    expect((await client.get(`/v1/subscriptions/${paid.subscription_id}`)).max_amount_cents).toBe(5000);
  });

  it.each<[string, Json, unknown]>([
    ['a maximum amount for a flat fee', { max_amount_cents: 1 }, [400, 'parameter_invalid', 'max_amount_cents']],
    ['an unknown price', { price_id: 'price_00000000000000000000000000' }, [404, 'resource_missing', 'price_id']],
    ['an unknown coupon', { coupon_code: 'NONE' }, [400, 'parameter_invalid', 'coupon_code']],
    ['a maximum of 0', { max_sales: 0 }, [400, 'parameter_invalid', 'max_sales']],
    ['a relative URL', { success_url: '/thanks' }, [400, 'parameter_invalid', 'success_url']],
    ['a method for one-off payments only', { payment_method: 'banktransfer' }, [400, 'parameter_invalid', 'payment_method']],
    ['an unknown field', { quantity: 2 }, [400, 'parameter_unknown', 'quantity']],
  ])('is refused with %s', async (_name, fields, expected) => {
    expect(fieldError(await client.call('POST', '/v1/payment_links', { price_id: priceId, ...fields }))).toEqual(expected);
  });

  it('has a page that shows the coupon code; viewing it creates no customer', async () => {
    const { code } = await client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 10 });
    const link = await newLink({ coupon_code: code });
    const customers = (await client.list('/v1/customers')).length;
    const { status, text } = await pageOf(link);
    expect(status).toBe(200);
    expect(text).toContain(String(code));
    expect(text).toContain('<button type="submit">Continue</button>');
    expect((await client.list('/v1/customers')).length).toBe(customers);
  });

  it('sells at the full price to seven of eight concurrent buyers if its coupon can be redeemed only once', async () => {
    const { code } = await client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 10, max_redemptions: 1 });
    const link = await newLink({ coupon_code: code });
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(link)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    const sessions = await Promise.all(answers.map(({ location }) => sessionAt(location)));
    expect(sessions.filter(({ coupon_id }) => coupon_id === null)).toHaveLength(7);
  });

  it('creates a session with the terms of the link for each buyer', async () => {
    const metadata = { campaign: 'spring' };
    const link = await newLink({ metadata });
    const { status, location } = await buy(link);
    expect(status).toBe(303);
    const session = await sessionAt(location);
    expect(session).toMatchObject({ url: location, payment_link_id: link.id, price_id: priceId, metadata, cancel_url: link.url });
    const paid = await pay(client, session.id);
    expect(paid).toMatchObject({ status: 'completed', payment_link_id: link.id });
    const [entry] = await client.list(`/v1/audit_logs?resource_id=${session.id}`);
    expect(entry).toMatchObject({ action: 'checkout_session.created', actor_type: 'payment_link', actor_id: link.id });
    const page = await pageOf({ ...session, url: location });
    expect(page.text).not.toContain('Continue to');
  });

  it('shows the amount paid and the next charge on the page of the paid session; for a trial, only the first charge', async () => {
    const link = await newLink();
    const session = await sessionAt((await buy(link)).location);
    await pay(client, session.id);
    const { text } = await pageOf(session);
    expect(text).toMatch(/<dt>Amount paid<\/dt><dd>€[\d.]+<\/dd>/);
    expect(text).toMatch(/<dt>Next payment<\/dt><dd>€[\d.]+ on [^<]+<\/dd>/);
    // In test mode, receipts are mailed to members only.
    expect(text).not.toContain('receipt');
    const trial = await sessionAt((await buy(await newLink({ trial_days_override: 5 }))).location);
    await pay(client, trial.id);
    const trialPage = (await pageOf(trial)).text;
    expect(trialPage).toMatch(/<dt>First payment<\/dt><dd>€[\d.]+ on [^<]+<\/dd>/);
    expect(trialPage).not.toContain('Amount paid');
  });

  it('sells no more than its maximum to 20 concurrent buyers; then its page returns 410 until the maximum is raised', async () => {
    const link = await newLink({ max_sales: 3 });
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await buy(link)).status));
    expect(statuses.filter((status) => status === 303)).toHaveLength(3);
    expect(await pageOf(link)).toMatchObject({ status: 410, text: expect.stringContaining('isn’t available right now') });
    const countSales = async () => (await client.get(`/v1/payment_links/${link.id}`))['sales_count'];
    expect(await countSales()).toBe(3);
    await client.post(`/v1/payment_links/${link.id}`, { max_sales: 4 });
    expect((await buy(link)).status).toBe(303);
    expect(await countSales()).toBe(4);
    expect(await client.get(`/v1/payment_links/${(await newLink()).id}`)).not.toHaveProperty('sales_count');
  });

  it('sells nothing while it is inactive or its price is archived', async () => {
    const { priceId: otherPriceId } = await newPlan(client);
    const link = await newLink({ price_id: otherPriceId });
    await client.post(`/v1/payment_links/${link.id}`, { active: false });
    expect([(await pageOf(link)).status, (await buy(link)).status]).toEqual([410, 410]);
    await client.post(`/v1/payment_links/${link.id}`, { active: true });
    expect((await pageOf(link)).status).toBe(200);
    await client.post(`/v1/prices/${otherPriceId}`, { active: false });
    expect([(await pageOf(link)).status, (await buy(link)).status]).toEqual([410, 410]);
    expect(statusAndCode(await client.call('POST', '/v1/payment_links', { price_id: otherPriceId }))).toEqual([409, 'state_conflict']);
  });

  it('has a rate limit for sessions per IP address', async () => {
    const link = await newLink();
    const buyer = apiOf(baseUrl);
    const answers = await Promise.all(Array.from({ length: 14 }, () => buy(link, buyer)));
    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(10);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    for (const { retryAfter } of limited) expect(retryAfter).toBeGreaterThan(0);
    expect((await buy(link)).status).toBe(303);
  });

  it('is found only in its account and mode; a live link needs a connected payment provider', async () => {
    const link = await newLink();
    const { testKey, liveKey } = await createAccount();
    expect(statusAndCode(await api.client(testKey).call('GET', `/v1/payment_links/${link.id}`))).toEqual([404, 'resource_missing']);
    const url = String(link.url);
    expect((await fetch(url.replace('/test/', '/live/'))).status).toBe(404);
    expect((await fetch(url.replace(/acct_\w+/, 'acct_00000000000000000000000000'))).status).toBe(404);
    const live = api.client(liveKey);
    const plan = await newPlan(live);
    expect(statusAndCode(await live.call('POST', '/v1/payment_links', { price_id: plan.priceId }))).toEqual([409, 'state_conflict']);
  });
});
