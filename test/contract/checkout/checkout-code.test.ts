import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy } from '../support/element.ts';
import { openOneShot, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;
let noCodesPriceId: string;

const createPrice = async (product: Json): Promise<string> => {
  const { id } = await client.post('/v1/products', { name: 'Plan', ...product });
  return (await client.post('/v1/prices', { product_id: id, amount_cents: 2000, currency: 'EUR', interval: 'month' })).id;
};

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  priceId = await createPrice({ allow_promotion_codes: true, description: 'Tea & cake', marketing_features: ['Every day', '<b>Hot</b>'] });
  noCodesPriceId = await createPrice({});
});

/** Creates a coupon of 25 percent. `terms` overrides its fields. */
const newCoupon = (terms: Json = {}) => client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 25, ...terms });

/** Submits a form with a promotion code. A form without `code` removes the applied code. */
const send = async (session: ApiObject, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${String(session.url)}/code`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers,
  });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
};

const pageOf = async (session: ApiObject, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(String(session.url), { headers })).text();

const couponIdOf = async (session: ApiObject): Promise<unknown> => (await client.get(`/v1/checkout/sessions/${session.id}`)).coupon_id;

describe('a promotion code on the hosted page', () => {
  it('[CHK-35] is applied, replaced and removed, each with an audit entry, and reduces the charge', async () => {
    const session = await openSession(client, priceId);
    const [percent, fixed] = [await newCoupon(), await newCoupon({ percent_off: null, amount_off_cents: 300, currency: 'EUR' })];
    expect(await pageOf(session)).toContain('Add promotion code');
    expect(await send(session, { code: ` ${String(percent.code)} ` })).toMatchObject({ status: 303, location: session.url });
    const reduced = await pageOf(session);
    expect(reduced).toContain('<dd>−€5.00</dd>');
    expect(reduced).toContain('<dt>Due today</dt><dd>€15.00</dd>');
    expect((await send(session, { code: String(fixed.code) })).status).toBe(303);
    expect(await couponIdOf(session)).toBe(fixed.id);
    expect((await send(session, {})).status).toBe(303);
    expect(await couponIdOf(session)).toBeNull();
    await send(session, { code: String(percent.code) });
    expect(await auditEntriesBy(client, session.id)).toEqual([
      ['coupon.applied', 'checkout_session', percent.id],
      ['coupon.applied', 'checkout_session', fixed.id],
      ['coupon.removed', 'checkout_session', fixed.id],
      ['coupon.applied', 'checkout_session', percent.id],
    ]);
    await pay(client, session.id);
    const { payment_id: paymentId } = await client.get(`/v1/checkout/sessions/${session.id}`);
    expect((await client.get(`/v1/payments/${String(paymentId)}`)).amount_cents).toBe(1500);
  });

  it.each([
    ['that does not exist', () => Promise.resolve({ code: 'NOBODY' }), 'This code doesn’t exist.'],
    ['that is empty', () => Promise.resolve({ code: '  ' }), 'This code doesn’t exist.'],
    ['that is too long', () => Promise.resolve({ code: 'x'.repeat(5000) }), 'This code doesn’t exist.'],
    ['with markup', () => Promise.resolve({ code: '"><script>alert(1)</script>' }), 'This code doesn’t exist.'],
    [
      'of another currency',
      () => newCoupon({ percent_off: null, amount_off_cents: 100, currency: 'USD' }),
      'doesn’t apply to this purchase',
    ],
    ['that needs a higher price', () => newCoupon({ min_amount_cents: 2001, currency: 'EUR' }), 'requires a higher amount'],
  ])('%s is rejected on the page with the reason and changes nothing', async (_what, createCode, message) => {
    const session = await openSession(client, priceId);
    const { code } = (await createCode()) as { readonly code: string };
    const { status, text } = await send(session, { code });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain('aria-describedby="code-mistake"');
    expect(text).not.toContain('<script');
    expect(await couponIdOf(session)).toBeNull();
  });

  it('is applied by concurrent requests up to its redemption limit, then rejected', async () => {
    const coupon = await newCoupon({ max_redemptions: 5 });
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(client, priceId)));
    const answers = await Promise.all(sessions.map((session) => send(session, { code: String(coupon.code) })));
    const withStatus = (status: number) => answers.filter((answer) => answer.status === status);
    expect([withStatus(303).length, withStatus(400).length]).toEqual([5, 15]);
    for (const { text } of withStatus(400)) expect(text).toContain('has reached its redemption limit');
    const couponIds = await Promise.all(sessions.map(couponIdOf));
    expect(couponIds.filter((id) => id === coupon.id)).toHaveLength(5);
  });

  it('can be guessed only 60 times at once from one network, even across several customers', async () => {
    const seller = apiOf(baseUrl).client((await createAccount()).testKey);
    const product = await seller.post('/v1/products', { name: 'Plan', allow_promotion_codes: true });
    const price = await seller.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' });
    const sessions = await Promise.all(Array.from({ length: 16 }, () => openSession(seller, price.id)));
    const guesses = sessions.flatMap((session) => Array.from({ length: 5 }, () => send(session, { code: 'NOT-IT' })));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(60);
    // More are allowed only as time passes: one every three seconds.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  it('has no field and no effect for one-off payments and for products that do not allow promotion codes', async () => {
    const coupon = await newCoupon();
    const session = await openSession(client, noCodesPriceId);
    expect(await pageOf(session)).not.toContain('name="code"');
    expect(await send(session, { code: String(coupon.code) })).toMatchObject({ status: 303, location: session.url });
    expect(await couponIdOf(session)).toBeNull();
    const oneShot = await openOneShot(client);
    expect(await pageOf(oneShot)).not.toContain('name="code"');
    expect(await send(oneShot, { code: String(coupon.code) })).toMatchObject({ status: 303, location: oneShot.url });
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toMatchObject({ times_redeemed: 0 });
  });

  it('keeps the other fields of the form, shows no total while the tax depends on the country, and can be left empty', async () => {
    const account = await createAccount();
    const seller = apiOf(baseUrl).client(account.testKey);
    await apiOf(baseUrl).client(account.liveKey).post('/v1/tenant/billing_profile', { country_code: 'NL', tax_behavior: 'exclusive' });
    const product = await seller.post('/v1/products', { name: 'Plan', allow_promotion_codes: true });
    const price = await seller.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' });
    const { code } = await seller.post('/v1/coupons', { code: 'QUARTER', percent_off: 25 });
    const session = await openSession(seller, price.id);
    const applied = await send(session, { code: String(code), review: '1', name: 'Ada', email: 'nobody' });
    expect(applied.status).toBe(200);
    for (const text of ['>Promotion code applied: −€5.00.</p>', 'value="nobody">', '<select id="country"'])
      expect(applied.text).toContain(text);
    // The Enter key in another field presses the first button, that of the code.
    const pressed = await send(session, { enter: '1', code: ' ', name: 'Ada', country: 'DE' });
    expect(pressed).toMatchObject({ status: 307, location: `${String(session.url)}/pay` });
    const removed = await send(session, { remove: '1', code: 'TYPED', name: 'Ada' });
    expect(removed).toMatchObject({ status: 200, text: expect.stringContaining('value="Ada">') });
    expect((await seller.get(`/v1/checkout/sessions/${session.id}`)).coupon_id).toBeNull();
    await seller.post(`/v1/products/${product.id}`, { allow_promotion_codes: false });
    const refused = await send(session, { code: String(code), name: 'Ada' });
    expect(refused).toMatchObject({ status: 200, text: expect.stringContaining('value="Ada">') });
  });

  it('cannot be applied or removed while a payment is pending, and the page says so', async () => {
    const [applied, other] = [await newCoupon(), await newCoupon()];
    const session = await openSession(client, priceId, { coupon_code: applied.code });
    const form = { method: 'creditcard', email: 'ada@example.com', name: 'Ada' };
    const started = await fetch(`${String(session.url)}/pay`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    expect(started.status).toBe(303);
    for (const change of [{ code: String(other.code) }, { remove: '1' }, {}]) {
      const { status, text } = await send(session, { ...change, method: 'paypal' });
      expect([status, text]).toEqual([409, expect.stringContaining('<p>A payment is being processed.</p>')]);
      expect(text).not.toContain('id="code-mistake"');
      expect(text).toMatch(/value="paypal"[^>]* checked/);
    }
    expect(await couponIdOf(session)).toBe(applied.id);
    expect(await pay(client, session.id)).toMatchObject({ status: 'completed', coupon_id: applied.id });
  });

  it('is ignored for a paid session', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id);
    expect(await send(session, { code: String((await newCoupon()).code) })).toMatchObject({ status: 303, location: session.url });
    expect(await couponIdOf(session)).toBeNull();
  });
});

describe('the hosted page', () => {
  it('shows the product description and features as escaped text', async () => {
    const text = await pageOf(await openSession(client, priceId));
    expect(text).toContain('<p class="about">Tea &amp; cake</p>');
    expect(text).toContain('<li>Every day</li><li>&lt;b&gt;Hot&lt;/b&gt;</li>');
  });

  it("uses the customer's language, or else the browser's", async () => {
    const session = await openSession(client, priceId);
    const german = await pageOf(session, { 'accept-language': 'de-CH,de;q=0.9,en;q=0.5' });
    expect(german).toContain('<html lang="de-CH">');
    expect(german).toContain('<h1>Plan abonnieren</h1>');
    const polishAnswer = await send(session, { code: 'NIEMAND' }, { 'accept-language': 'pl' });
    expect(polishAnswer.text).toContain('Taki kod nie istnieje.');
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', language: 'nl' });
    const dutchSession = await openSession(client, priceId, { customer_id: customer.id });
    expect(await pageOf(dutchSession, { 'accept-language': 'fr' })).toContain('<h1>Abonneren op Plan</h1>');
    const missingPage = await fetch(String(session.url).replace(session.id, 'cs_01K0000000000000000000000A'), {
      headers: { 'accept-language': 'it' },
    });
    expect([missingPage.status, await missingPage.text()]).toEqual([404, expect.stringContaining('<h1>Pagamento non trovato</h1>')]);
  });

  it("shows the merchant's branding and escapes its texts", async () => {
    const account = await createAccount();
    const merchant = apiOf(baseUrl).client(account.testKey);
    const product = await merchant.post('/v1/products', { name: '</title><script>alert(1)</script>' });
    const price = await merchant.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' });
    await apiOf(baseUrl).client(account.liveKey).post('/v1/tenant/portal_branding', {
      display_name: '<img src=x onerror=alert(1)>',
      logo_url: 'https://cdn.shop.example/logo.svg',
      primary_color: '#ffee00',
    });
    const session = await openSession(merchant, price.id);
    const answer = await fetch(String(session.url));
    const [text, csp] = [await answer.text(), String(answer.headers.get('content-security-policy'))];
    expect(text).not.toMatch(/<script|<img src=x|style="/);
    expect(text).toContain('<img src="https://cdn.shop.example/logo.svg"');
    expect(text).toContain('--fill: #ffee00; --on-fill: #000000;');
    expect(csp).toContain('img-src https://cdn.shop.example;');
    expect(csp).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+' 'sha256-[^ ;]+';/);
  });
});
