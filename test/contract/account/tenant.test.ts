import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, openSession } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let live: Client;
let test: Client;

const newAccount = async (): Promise<{ readonly live: Client; readonly test: Client }> => {
  const account = await createAccount();
  return { live: api.client(account.liveKey), test: api.client(account.testKey) };
};

beforeAll(async () => {
  ({ live, test } = await newAccount());
});

const BILLING = '/v1/tenant/billing_profile';
const BRANDING = '/v1/tenant/portal_branding';

describe.each([BILLING, BRANDING])('%s', (path) => {
  it('[TEN-01] [TEN-04] is the same for keys of both modes', async () => {
    const [fromLive, fromTest] = [await live.get(path), await test.get(path)];
    expect(fromLive).toEqual(fromTest);
    expect(fromLive).toMatchObject({ id: expect.stringMatching(/^acct_/), livemode: true, created: expect.any(Number) });
  });

  it('[AUTH-09] [AUTH-10] [TEN-02] [TEN-05] cannot be updated with a test key', async () => {
    expect(statusAndCode(await test.call('POST', path, {}))).toEqual([403, 'mode_mismatch']);
    expect((await live.call('POST', path, {})).status).toBe(200);
  });

  it('[SCOPE-24] requires tenant:read to read and tenant:write to update', async () => {
    const reader = await clientWithScopes(api, live, 'tenant:read');
    const writer = await clientWithScopes(api, live, 'tenant:write');
    expect((await reader.call('GET', path)).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', path, {}))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', path, {})).status).toBe(200);
    expect(statusAndCode(await writer.call('GET', path))).toEqual([403, 'insufficient_scope']);
  });

  it('rejects an unknown field with its name in `param`', async () => {
    expect(fieldError(await live.call('POST', path, { colour: 'red' }))).toEqual([400, 'parameter_unknown', 'colour']);
  });

  it('records no event for an update', async () => {
    const owner = await newAccount();
    const field = path === BILLING ? { phone: '+31201234567' } : { display_name: 'Shop' };
    expect(await owner.live.post(path, field)).toMatchObject(field);
    expect([await owner.live.list('/v1/events'), await owner.test.list('/v1/events')]).toEqual([[], []]);
  });
});

describe('the billing profile', () => {
  const ALL_FIELDS: Json = {
    legal_name: 'Example BV',
    address: { line1: 'Main Street 1', line2: null, postal_code: '1011 AB', city: 'Amsterdam' },
    country_code: 'NL',
    registration_number: '12345678',
    email: 'billing@example.com',
    phone: '+31 (0)20 123-4567',
    tax_behavior: 'exclusive',
    refund_window_days: 30,
    invoice_footer: 'Thank you',
  };

  it('accepts every field, keeps omitted fields and clears nullable fields', async () => {
    expect(await live.post(BILLING, ALL_FIELDS)).toMatchObject(ALL_FIELDS);
    const cleared = { registration_number: null, phone: null, invoice_footer: null };
    expect(await live.post(BILLING, cleared)).toMatchObject({ ...ALL_FIELDS, ...cleared });
    expect(await test.get(BILLING)).toMatchObject({ ...ALL_FIELDS, ...cleared });
  });

  it.each([
    ['legal_name', null],
    ['legal_name', ''],
    ['address', null],
    ['address', 'Main Street 1'],
    ['country_code', null],
    ['country_code', 'nl'],
    ['country_code', 'NLD'],
    ['registration_number', 'x'.repeat(65)],
    ['email', null],
    ['email', 'nobody'],
    ['phone', 'call me'],
    ['tax_behavior', 'none'],
    ['tax_behavior', null],
    ['refund_window_days', -1],
    ['refund_window_days', 366],
    ['refund_window_days', true],
    ['refund_window_days', 1.5],
    ['refund_window_days', null],
    ['invoice_footer', 'x'.repeat(2001)],
  ])('rejects %s: %j', async (field, value) => {
    expect(fieldError(await live.call('POST', BILLING, { [field]: value }))).toEqual([400, 'parameter_invalid', field]);
  });

  it.each([0, 365])('accepts a refund window of %i days', async (days) => {
    expect((await live.post(BILLING, { refund_window_days: days })).refund_window_days).toBe(days);
  });

  describe('with a VAT id', () => {
    const setVat = (client: Client, vatId: unknown, otherFields: Json = {}): Promise<Answer> =>
      client.call('POST', BILLING, { vat_id: vatId, ...otherFields });

    it('rejects a malformed number', async () => {
      const owner = await newAccount();
      for (const vatId of ['', 'NL', '123456789', 'NL123', 'US123456789', 'GR123456789', 'x'.repeat(33)])
        expect(fieldError(await setVat(owner.live, vatId))).toEqual([400, 'parameter_invalid', 'vat_id']);
      expect((await setVat(owner.live, null)).body.vat_id).toBeNull();
    });

    it('[TEN-07] [TEN-08] rejects a change of the saved number, but accepts the same number in another notation', async () => {
      const owner = await newAccount();
      expect((await setVat(owner.live, 'EL123456789')).body.vat_id).toBe('EL123456789');
      for (const vatId of ['XI123456789', 'nonsense', '', null]) {
        const answer = await setVat(owner.live, vatId, { legal_name: 'Rejected' });
        expect(fieldError(answer)).toEqual([400, 'vat_id_locked', 'vat_id']);
        expect(answer.error?.type).toBe('invalid_request_error');
      }
      expect((await setVat(owner.live, 'el 123 456 789', { phone: '1234' })).body).toMatchObject({ vat_id: 'EL123456789', phone: '1234' });
      expect(await owner.live.get(BILLING)).toMatchObject({ vat_id: 'EL123456789', legal_name: null });
    });
  });

  it('is not updated again by a repeated request, which gets the first answer', async () => {
    const owner = await newAccount();
    const send = (name: string): Promise<Answer> => owner.live.call('POST', BILLING, { legal_name: name }, { 'idempotency-key': 'once' });
    const first = await send('One');
    await owner.live.post(BILLING, { legal_name: 'Two' });
    const replay = await send('One');
    expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await owner.live.get(BILLING)).legal_name).toBe('Two');
  });
});

describe('portal branding', () => {
  const ALL_FIELDS: Json = {
    display_name: 'Example',
    logo_url: 'https://example.com/logo.png',
    icon_url: 'https://example.com/icon.png',
    primary_color: '#0a0B0c',
    background_color: '#ffffff',
    support_email: 'help@example.com',
    support_url: 'https://example.com/help',
    privacy_url: 'https://example.com/privacy',
    terms_url: `https://example.com/${'t'.repeat(2083 - 20)}`,
  };

  it('accepts every field and clears every field', async () => {
    expect(await live.post(BRANDING, ALL_FIELDS)).toMatchObject({ object: 'portal_branding', ...ALL_FIELDS });
    expect(await live.post(BRANDING, { display_name: null })).toMatchObject({ ...ALL_FIELDS, display_name: null });
    const allNull = Object.fromEntries(Object.keys(ALL_FIELDS).map((field) => [field, null]));
    expect(await live.post(BRANDING, allNull)).toMatchObject(allNull);
  });

  it.each([
    ['display_name', ''],
    ['display_name', 'x'.repeat(256)],
    ['logo_url', 'http://example.com/logo.png'],
    ['logo_url', 'logo.png'],
    ['icon_url', 'javascript:alert(1)'],
    ['terms_url', `https://example.com/${'t'.repeat(2083 - 19)}`],
    ['privacy_url', 'https://user:secret@example.com/'],
    ['primary_color', 'red'],
    ['primary_color', '#fff'],
    ['background_color', '#12345g'],
    ['support_email', 'help'],
    ['support_url', 7],
  ])('rejects %s: %j', async (field, value) => {
    expect(fieldError(await live.call('POST', BRANDING, { [field]: value }))).toEqual([400, 'parameter_invalid', field]);
  });

  it('sets the name on the checkout page', async () => {
    const owner = await newAccount();
    await owner.live.post(BRANDING, { display_name: 'The Corner Shop' });
    const session = await openSession(owner.test, (await newPlan(owner.test)).priceId);
    const page = await api.sendWithRetry({ method: 'GET', path: String(session.url).slice(baseUrl.length) });
    expect(page.text).toContain('The Corner Shop');
  });
});

describe('capabilities', () => {
  it('[TEN-03] list currencies, payment methods, limits and features', async () => {
    const capabilities = await test.get('/v1/tenant/capabilities');
    expect(capabilities).toMatchObject({ object: 'tenant_capabilities', livemode: false });
    expect(capabilities.currencies).toEqual(expect.arrayContaining(['EUR', 'USD', 'JPY']));
    const methods = new Map((capabilities.payment_methods as Json[]).map((method) => [method.id, method]));
    expect(methods.get('creditcard')).toMatchObject({ recurring: true, currencies: capabilities.currencies });
    expect(methods.get('ideal')).toMatchObject({ recurring: true, currencies: ['EUR'] });
    expect(methods.get('banktransfer')).toMatchObject({ recurring: false, currencies: ['EUR'] });
    expect(capabilities.features).toMatchObject({ subscriptions: true, webhooks: true, test_clocks: true, sandbox: true });
  });

  it('contain limits; the page size and the number of metadata keys cannot exceed them', async () => {
    const limits = (await test.get('/v1/tenant/capabilities')).limits as Readonly<Record<string, number>>;
    const maxLimit = Number(limits.list_limit_max);
    expect((await test.call('GET', `/v1/customers?limit=${maxLimit}`)).status).toBe(200);
    expect(fieldError(await test.call('GET', `/v1/customers?limit=${maxLimit + 1}`))).toEqual([400, 'parameter_invalid', 'limit']);
    const metadataOf = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']));
    expect((await test.call('POST', '/v1/customers', { metadata: metadataOf(Number(limits.metadata_max_keys)) })).status).toBe(200);
    const tooMany = await test.call('POST', '/v1/customers', { metadata: metadataOf(Number(limits.metadata_max_keys) + 1) });
    expect(fieldError(tooMany)).toEqual([400, 'parameter_invalid', 'metadata']);
    expect((await test.call('GET', '/v1/ping')).status).toBe(200);
    expect(limits).toMatchObject({ reads_per_minute: 500, write_burst: 30, webhook_endpoints_per_mode: 16, event_retention_days: 90 });
    for (const value of Object.values(limits)) expect(Number.isInteger(value)).toBe(true);
  });

  it('[SCOPE-24] require tenant:read', async () => {
    const writer = await clientWithScopes(api, test, 'tenant:write');
    expect(statusAndCode(await writer.call('GET', '/v1/tenant/capabilities'))).toEqual([403, 'insufficient_scope']);
  });
});
