import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, oneShotBody, openOneShot, openSession, pay, payOneShot, sessionBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const UNKNOWN_CUSTOMER_ID = `cus_${'0'.repeat(26)}`;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const messageOf = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  (await client.call(method, path, body)).error?.message;

describe('the message of an error', () => {
  it.each([
    ['GET', `/v1/customers/${UNKNOWN_CUSTOMER_ID}`],
    ['POST', `/v1/customers/${UNKNOWN_CUSTOMER_ID}`],
    ['DELETE', `/v1/customers/${UNKNOWN_CUSTOMER_ID}`],
    ['POST', `/v1/customers/${UNKNOWN_CUSTOMER_ID}/purge`],
    ['POST', `/v1/customers/${UNKNOWN_CUSTOMER_ID}/vat_number`],
  ])('contains the id of an unknown customer: %s %s', async (method, path) => {
    const body = path.endsWith('vat_number') ? { vat_number: null } : method === 'POST' ? {} : undefined;
    expect(await messageOf(method, path, body)).toBe(`No customer \`${UNKNOWN_CUSTOMER_ID}\`.`);
  });

  it('contains a value of the body only if it is an id', async () => {
    const messageFor = (id: string) => messageOf('POST', '/v1/checkout/sessions', sessionBody(priceId, { customer_id: id }));
    expect(await messageFor(UNKNOWN_CUSTOMER_ID)).toBe(`No customer \`${UNKNOWN_CUSTOMER_ID}\`.`);
    expect(await messageFor('<b>me</b>')).toBe('No such customer.');
  });

  it('contains amounts with their currency', async () => {
    const { last_payment_id: paymentId } = await subscribe(client, priceId);
    expect(await messageOf('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 2000 })).toBe(
      '`amount_cents` exceeds the refundable amount of 19.99 EUR.',
    );
  });

  it('names EL as the prefix of Greek VAT numbers', async () => {
    const { id } = await client.post('/v1/customers', { country_code: 'GR' });
    expect(await messageOf('POST', `/v1/customers/${id}/vat_number`, { vat_number: 'GR 094259216' })).toBe(
      'The prefix of Greek VAT numbers is EL, not GR.',
    );
  });

  it('says what a field must be', async () => {
    const invalid: readonly (readonly [path: string, body: object, message: string])[] = [
      ['/v1/customers', { email: 'x' }, 'Invalid email: must be an email address.'],
      ['/v1/customers', { email: 'ada@localhost' }, 'Invalid email: must be an email address.'],
      ['/v1/customers', { country_code: 'nl' }, 'Invalid country_code: must be two capital letters.'],
      ['/v1/customers', { country_code: 'XX' }, 'Invalid country_code: must be the code of a country (ISO 3166-1 alpha-2), such as NL.'],
      [
        '/v1/tax_rates',
        { country_code: 'XX', rate_basis_points: 1 },
        'Invalid country_code: must be the code of a country (ISO 3166-1 alpha-2), such as NL.',
      ],
      [
        '/v1/checkout/sessions',
        sessionBody(priceId, { country: 'XX' }),
        'Invalid country: must be the code of a country (ISO 3166-1 alpha-2), such as NL.',
      ],
      ['/v1/test_clocks', { frozen_time: 1_893_456_000_000 }, 'Invalid frozen_time: must be Unix seconds; this looks like milliseconds.'],
      [
        '/v1/coupons',
        { code: 'X', percent_off: 5, applies_to: 'all' },
        'Unknown parameter: applies_to. Did you mean applies_to_price_ids?',
      ],
    ];
    for (const [path, body, message] of invalid) expect(await messageOf('POST', path, body)).toBe(message);
  });

  it('suggests the known field that an unknown field resembles', async () => {
    const unknown: readonly (readonly [path: string, body: object, message: string])[] = [
      ['/v1/checkout/sessions', sessionBody(priceId, { country_code: 'NL' }), 'Unknown parameter: country_code. Did you mean country?'],
      ['/v1/customers', { country: 'NL' }, 'Unknown parameter: country. Did you mean country_code?'],
      ['/v1/customers', { address: { postalcode: '1' } }, 'Unknown parameter: address.postalcode. Did you mean address.postal_code?'],
      ['/v1/customers', { emial: 'ada@example.com', name: 5 }, 'Unknown parameter: emial. Did you mean email? Also check: name.'],
      ['/v1/customers', { colour: 'red' }, 'Unknown parameter: colour.'],
      // A missing field that is suggested is not named again.
      ['/v1/products', { nmae: 'Pro' }, 'Unknown parameter: nmae. Did you mean name?'],
      // A field that is in the body is not suggested.
      ['/v1/customers', { email: 'ada@example.com', emial: 'ada@example.com' }, 'Unknown parameter: emial.'],
    ];
    for (const [path, body, message] of unknown) expect(await messageOf('POST', path, body)).toBe(message);
    expect(await messageOf('GET', '/v1/invoices?customer=cus_1')).toBe('Unknown parameter: customer. Did you mean customer_id?');
    expect(await messageOf('GET', '/v1/invoices?created=1')).toMatch(/^Unknown parameter: created. Did you mean created\[[gl]te?\]\?$/);
    expect(await messageOf('GET', `/v1/customers/${UNKNOWN_CUSTOMER_ID}?limit=1`)).toBe('Unknown parameter: limit.');
  });

  it('names the field that replaces a parameter of another payment API, or says why no field replaces it', async () => {
    const urls = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
    const foreignParameters: readonly (readonly [path: string, body: object, message: string])[] = [
      ['/v1/checkout/sessions', { ...urls, line_items: [] }, 'Unknown parameter: line_items. Did you mean price_id?'],
      [
        '/v1/checkout/sessions',
        { ...urls, quantity: 3 },
        'Unknown parameter: quantity. A subscription has no quantity: sell seats as prices or as metered usage. Also missing: price_id.',
      ],
      ['/v1/checkout/sessions', sessionBody(priceId, { customer: 'cus_1' }), 'Unknown parameter: customer. Did you mean customer_id?'],
      [
        '/v1/prices',
        { unit_amount: 500 },
        'Unknown parameter: unit_amount. Did you mean amount_cents? Also missing: product_id, currency, interval.',
      ],
      ['/v1/refunds', { invoice_id: 'in_1' }, 'Unknown parameter: invoice_id. Send the `payment_id` of the invoice.'],
      [
        `/v1/subscriptions/sub_${'0'.repeat(26)}/cancel`,
        { at_period_end: true },
        'Unknown parameter: at_period_end. A subscription is canceled at the end of its period.',
      ],
    ];
    for (const [path, body, message] of foreignParameters) expect(await messageOf('POST', path, body)).toBe(message);
    expect(await messageOf('GET', '/v1/customers?ending_before=cus_1')).toBe(
      'Unknown parameter: ending_before. Lists are read forward only, with `starting_after`.',
    );
    // The operation has no `price_id`, so nothing is suggested.
    expect(await messageOf('POST', '/v1/customers', { line_items: [] })).toBe('Unknown parameter: line_items.');
  });

  it('lists all missing fields', async () => {
    const messageFor = (body: object) => messageOf('POST', '/v1/checkout/sessions', body);
    expect(await messageFor({ price_id: priceId, colour: 'red' })).toBe(
      'Unknown parameter: colour. Also missing: success_url, cancel_url.',
    );
    expect(await messageFor({ price_id: priceId })).toBe('Missing required parameter: success_url. Also missing: cancel_url.');
    expect(await messageFor({ customer_email: 'x' })).toBe(
      'Missing required parameter: price_id. Also missing: success_url, cancel_url. Also check: customer_email.',
    );
  });

  it('suggests the known scope that an unknown scope resembles, or lists all scopes', async () => {
    const messageFor = (scope: string) => messageOf('POST', '/v1/api_keys', { scopes: [scope] });
    expect(await messageFor('refund:write')).toBe('No such scope: refund:write. Did you mean refunds:write?');
    expect(await messageFor('subscriptions:pause')).toBe('No such scope: subscriptions:pause. Did you mean subscriptions:write?');
    expect(await messageFor('everything')).toMatch(/^No such scope: everything. Possible values: \*, customers:read, .*, data:export\.$/);
  });

  it('names all invalid fields, and reports the first in `param`', async () => {
    const answer = await client.call('POST', '/v1/customers', { email: 'x', country_code: 'XX', name: 5 });
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'name']);
    expect(answer.error?.message).toBe('Invalid name: expected string. Also check: email, country_code.');
    const endpoint = await client.call('POST', '/v1/webhook_endpoints', { url: 'ftp://example.com', enabled_events: ['invoice.payed'] });
    expect(fieldError(endpoint)).toEqual([400, 'parameter_invalid', 'url']);
    expect(endpoint.error?.message).toContain('Also check: enabled_events. invoice.payed is not an event type.');
  });

  it('lists what can be expanded', async () => {
    expect(await messageOf('GET', '/v1/subscriptions?expand=price')).toBe(
      'Cannot expand price. Possible values: customer, refund_eligibility.',
    );
  });

  it('lists the accepted payment methods', async () => {
    const { product_id: productId } = await client.get(`/v1/prices/${priceId}`);
    const price = { product_id: productId, currency: 'USD', amount_cents: 500, interval: 'month', payment_methods: ['visa'] };
    expect(await messageOf('POST', '/v1/prices', price)).toBe('visa is not a payment method. Accepted: creditcard, applepay, paypal.');
    expect(await messageOf('POST', '/v1/checkout/sessions', sessionBody(priceId, { payment_method: 'visa' }))).toBe(
      'Invalid payment_method: expected one of creditcard, directdebit, ideal, applepay, eps, paypal.',
    );
    expect(await messageOf('POST', '/v1/checkout/one_shot', oneShotBody({ payment_method: 'cash' }))).toMatch(
      /^Invalid payment_method: expected one of creditcard, .*banktransfer\.$/,
    );
  });

  it.each([
    ['name=Ada&email=ada%40example.com', 'application/x-www-form-urlencoded'],
    ['name=Ada&metadata[desk]=7', 'application/json'],
  ])('recognizes a form-encoded body: %s', async (body, contentType) => {
    const request = { method: 'POST', path: '/v1/customers', key: client.key, text: body, headers: { 'content-type': contentType } };
    const answer = await api.sendWithRetry(request);
    expect(statusAndCode(answer)).toEqual([400, 'parameter_invalid']);
    expect(answer.error?.message).toBe(
      'The body must be JSON, and this looks form-encoded: send JSON with the header "Content-Type: application/json".',
    );
  });

  it('tells clients that use Basic authentication to send a bearer token', async () => {
    const authorization = `Basic ${Buffer.from(`${client.key}:`).toString('base64')}`;
    const response = await fetch(`${baseUrl}/v1/customers`, { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_api_key', message: expect.stringContaining('"Authorization: Bearer <key>"') },
    });
  });

  it.each(['Bearer ', 'Token a'])('[AUTH-07] says that a header contains no key: %j', async (authorization) => {
    const response = await fetch(`${baseUrl}/v1/customers`, { headers: { authorization } });
    expect(response.status).toBe(401);
    const message = 'The Authorization header contains no key. Send your secret key as "Authorization: Bearer <key>".';
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key', message } });
  });
});

describe('the code of a currency', () => {
  it('is accepted in lower case', async () => {
    expect((await client.call('GET', '/v1/metrics?currency=eur')).body).toEqual(
      (await client.call('GET', '/v1/metrics?currency=EUR')).body,
    );
  });
});

describe('a list parameter', () => {
  it('accepts several values, separated by commas or in repeated parameters', async () => {
    const joined = await client.get('/v1/events?type=product.created,price.created');
    expect(await client.get('/v1/events?type=product.created&type=price.created')).toEqual(joined);
    expect((joined['data'] as readonly object[]).length).toBeGreaterThan(1);
    expect(await client.get('/v1/invoices?status=open&status=paid&status=void')).toEqual(
      await client.get('/v1/invoices?status=open,paid,void'),
    );
    expect((await client.call('GET', '/v1/subscriptions?expand=customer&expand=refund_eligibility')).status).toBe(200);
  });

  it('is validated also if it is repeated; a parameter with a single value cannot be repeated', async () => {
    expect(fieldError(await client.call('GET', '/v1/invoices?status=open&status=draft'))).toEqual([400, 'parameter_invalid', 'status']);
    expect(fieldError(await client.call('GET', '/v1/invoices?customer_id=a&customer_id=b'))).toEqual([
      400,
      'parameter_invalid',
      'customer_id',
    ]);
  });
});

describe('a live sale without a payment provider', () => {
  it('is refused at the creation of the session or one-off payment', async () => {
    const live = apiOf(baseUrl).client((await createAccount()).liveKey);
    const plan = await newPlan(live);
    const refused = [409, 'state_conflict', 'provider_not_connected'];
    for (const [path, body] of [
      ['/v1/checkout/sessions', sessionBody(plan.priceId)],
      ['/v1/checkout/sessions', sessionBody(plan.priceId, { ui_mode: 'embedded' })],
      ['/v1/checkout/one_shot', oneShotBody()],
    ] as const) {
      const answer = await live.call('POST', path, body);
      expect([...statusAndCode(answer), answer.error?.reason]).toEqual(refused);
    }
    // Other errors of the request are reported first.
    expect(statusAndCode(await live.call('POST', '/v1/checkout/sessions', sessionBody('price_none')))).toEqual([404, 'resource_missing']);
    expect(await live.list('/v1/customers')).toEqual([]);
  });
});

describe('{CHECKOUT_SESSION_ID} in a return URL', () => {
  const RETURN_URLS = {
    success_url: 'https://shop.example/thanks/{CHECKOUT_SESSION_ID}?session={CHECKOUT_SESSION_ID}#{CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/cart?session={CHECKOUT_SESSION_ID}',
  };

  it('is replaced by the id of the session or one-off payment when the buyer is redirected', async () => {
    const session = await openSession(client, priceId, RETURN_URLS);
    expect(session['success_url']).toContain('session={CHECKOUT_SESSION_ID}');
    await pay(client, session.id);
    const page = await fetch(`${String(session['url'])}/return`, { redirect: 'manual' });
    expect(page.headers.get('location')).toBe(`https://shop.example/thanks/${session.id}?session=${session.id}#${session.id}`);
    const oneShot = await openOneShot(client, RETURN_URLS);
    await payOneShot(client, oneShot.id);
    const oneShotPage = await fetch(`${String(oneShot['url'])}/return`, { redirect: 'manual' });
    expect(oneShotPage.headers.get('location')).toContain(`?session=${oneShot.id}`);
  });

  it('is replaced in the payment element', async () => {
    const embedded = await client.post('/v1/checkout/sessions', sessionBody(priceId, { ...RETURN_URLS, ui_mode: 'embedded' }));
    const response = await fetch(`${baseUrl}/v1/checkout/sessions/${embedded.id}/element`, {
      headers: { authorization: `Bearer ${String(embedded['client_secret'])}` },
    });
    expect(await response.json()).toMatchObject({ cancel_url: `https://shop.example/cart?session=${embedded.id}` });
  });
});
