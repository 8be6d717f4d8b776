import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const post = async (url: string) => {
  const { status, headers } = await fetch(url, { method: 'POST', redirect: 'manual' });
  return { status, location: String(headers.get('location')) };
};
const tryAgain = ({ url }: ApiObject) => post(`${String(url)}/again`);
const pageOf = async ({ url }: ApiObject): Promise<string> => (await fetch(String(url))).text();
const sessionAt = (url: string): Promise<ApiObject> => client.get(`/v1/checkout/sessions/${new URL(url).pathname.split('/').at(-1)}`);

/** Opens a session whose payment is refused. */
const openRefused = async (fields: Json = {}): Promise<ApiObject> => {
  const session = await openSession(client, priceId, fields);
  await pay(client, session.id, { outcome: 'failed' });
  return session;
};

describe('a buyer whose payment was refused', () => {
  it('can try again on the page: in a new session with the same customer, price, coupon, URLs and metadata', async () => {
    await client.post('/v1/coupons', { code: 'AGAIN', percent_off: 10, max_redemptions: 1 });
    const refusedSession = await openRefused({
      coupon_code: 'AGAIN',
      trial_days_override: 3,
      metadata: { order: '7' },
      customer_email: 'ada@example.com',
    });
    expect(await pageOf(refusedSession)).toContain('<button type="submit">Try again</button>');
    const { status, location } = await tryAgain(refusedSession);
    expect(status).toBe(303);
    const session = await sessionAt(location);
    const keys = ['customer_id', 'customer_email', 'price_id', 'coupon_id', 'success_url', 'cancel_url', 'trial_days_override', 'metadata'];
    for (const key of keys) expect([key, session[key]]).toEqual([key, refusedSession[key]]);
    expect(session).toMatchObject({ status: 'open', recovered_from: refusedSession.id, coupon_id: expect.stringMatching(/^cpn_/) });
    expect(await pay(client, session.id)).toMatchObject({ status: 'completed', recovered_from: refusedSession.id });
    expect(await client.get(`/v1/checkout/sessions/${refusedSession.id}`)).not.toHaveProperty('recovered_from');
  });

  it('sees the details and the method of the first attempt, and no fields for businesses', async () => {
    const session = await openSession(client, priceId);
    const form = {
      method: 'paypal',
      email: 'ada@example.com',
      name: 'Ada',
      country: 'NL',
      line1: 'Kade 1',
      postal_code: '3011 AB',
      city: 'Rotterdam',
    };
    expect(
      (await fetch(`${String(session.url)}/pay`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })).status,
    ).toBe(303);
    await pay(client, session.id, { method: 'paypal', outcome: 'failed' });
    const page = await (await fetch((await tryAgain(session)).location)).text();
    for (const line of ['ada@example.com', 'Ada', 'Kade 1', '3011 AB Rotterdam', 'Netherlands'])
      expect(page).toContain(`<span>${line}</span>`);
    expect(page).toContain('value="paypal" required checked>');
    expect(page).toContain('To change these details, contact ');
    expect(page).not.toContain('class="business"');
  });

  it('gets one new session, even from concurrent requests to try again', async () => {
    const refusedSession = await openRefused();
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryAgain(refusedSession)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const locations = new Set(answers.map(({ location }) => location));
    expect(locations.size).toBe(1);
    expect(locations).not.toContain(String(refusedSession.url));
    expect((await tryAgain(refusedSession)).location).toBe([...locations][0]);
  });

  it('can try again at the full price if another buyer takes the last redemption of the coupon at the same moment', async () => {
    await client.post('/v1/coupons', { code: 'LAST', percent_off: 10, max_redemptions: 1 });
    const refusedSessions: ApiObject[] = [];
    for (let index = 0; index < 8; index += 1) refusedSessions.push(await openRefused({ coupon_code: 'LAST' }));
    const answers = await Promise.all(refusedSessions.map(tryAgain));
    const sessions = await Promise.all(answers.map(({ location }) => sessionAt(location)));
    expect(sessions.map(({ recovered_from }) => recovered_from)).toEqual(refusedSessions.map(({ id }) => id));
    expect(sessions.filter(({ coupon_id }) => coupon_id === null)).toHaveLength(7);
  });

  it('can try again after a second refusal', async () => {
    const first = await openRefused();
    const second = await sessionAt((await tryAgain(first)).location);
    await pay(client, second.id, { outcome: 'failed' });
    const third = await sessionAt((await tryAgain(second)).location);
    expect(third).toMatchObject({ recovered_from: second.id, customer_id: first.customer_id, status: 'open' });
  });

  it('cannot try again once the price is archived', async () => {
    const { priceId: archivedPriceId } = await newPlan(client);
    const session = await openSession(client, archivedPriceId);
    await pay(client, session.id, { outcome: 'failed' });
    await client.post(`/v1/prices/${archivedPriceId}`, { active: false });
    expect((await tryAgain(session)).location).toBe(session.url);
  });

  it('counts once towards `max_sales` of a payment link, also after trying again', async () => {
    const link = await client.post('/v1/payment_links', { price_id: priceId, max_sales: 1 });
    const session = await sessionAt((await post(String(link.url))).location);
    await pay(client, session.id, { outcome: 'failed' });
    const retrySession = await sessionAt((await tryAgain(session)).location);
    expect(retrySession).toMatchObject({ payment_link_id: link.id, success_url: retrySession.url });
    expect((await post(String(link.url))).status).toBe(410);
    await pay(client, retrySession.id);
    expect((await post(String(link.url))).status).toBe(410);
  });
});

describe('a buyer whose payment page timed out', () => {
  it('can start again on the page of the session', async () => {
    const session = await openSession(client, priceId, { metadata: { order: '8' } });
    await pay(client, session.id, { outcome: 'expired' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ status: 'expired' });
    const page = await pageOf(session);
    expect(page).toContain('This checkout is no longer open, and nothing was charged. You can start again.');
    expect(page).toContain('<button type="submit">Try again</button>');
    expect(page).toContain(String(session.cancel_url));
    const replacement = await sessionAt((await tryAgain(session)).location);
    expect(replacement).toMatchObject({ status: 'open', recovered_from: session.id, metadata: { order: '8' } });
    expect(await pay(client, replacement.id)).toMatchObject({ status: 'completed' });
  });
});

describe('a buyer whose payment was not refused', () => {
  it.each<[string, (session: ApiObject) => Promise<unknown>]>([
    ['open', async () => null],
    ['completed', (session) => pay(client, session.id)],
    ['canceled', (session) => post(`${String(session.url)}/cancel`)],
  ])('is redirected to the page of the same session, which is %s', async (_stage, act) => {
    const session = await openSession(client, priceId);
    await act(session);
    expect(await tryAgain(session)).toEqual({ status: 303, location: session.url });
    expect(await pageOf(session)).not.toContain('Try again');
  });
});
