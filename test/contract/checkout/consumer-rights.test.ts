import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, newPlan, openPortal, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const START = Date.UTC(2027, 0, 31, 12) / 1000;

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let live: Client;
let client: Client;
let priceId: string;

beforeAll(async () => {
  const account = await createAccount();
  live = api.client(account.liveKey);
  client = api.client(account.testKey);
  ({ priceId } = await newPlan(client));
});

/** Saves the settings of the right of withdrawal; enables the right by default. */
const configure = (setting: Readonly<Record<string, unknown>> = { enabled: true }) =>
  live.post('/v1/tenant/billing_profile', { country_code: 'NL', withdrawal: setting });

/** Creates a customer with `fields` and a session with `sessionFields`. Returns the HTML of the checkout page. */
const pageFor = async (
  fields: Readonly<Record<string, unknown>>,
  sessionFields: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', ...fields });
  const urls = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  const session = await client.post('/v1/checkout/sessions', { customer_id: customer.id, price_id: priceId, ...urls, ...sessionFields });
  return (await fetch(String(session.url))).text();
};

describe('the settings of the right of withdrawal', () => {
  it('are absent until they are set', async () => {
    expect(await live.get('/v1/tenant/billing_profile')).not.toHaveProperty('withdrawal');
    expect(await live.get('/v1/tenant/portal_branding')).not.toHaveProperty('withdrawal_url');
  });

  it('are stored, and `null` clears `withdrawal_url`', async () => {
    expect(await configure({ enabled: true, partial_refund: true })).toMatchObject({ withdrawal: { enabled: true, partial_refund: true } });
    expect(await configure()).toMatchObject({ withdrawal: { enabled: true, partial_refund: false } });
    const withdrawalUrl = 'https://shop.example/withdrawal';
    expect(await live.post('/v1/tenant/portal_branding', { withdrawal_url: withdrawalUrl })).toMatchObject({
      withdrawal_url: withdrawalUrl,
    });
    expect(await live.post('/v1/tenant/portal_branding', { withdrawal_url: null })).not.toHaveProperty('withdrawal_url');
  });

  it.each([
    ['/v1/tenant/portal_branding', { withdrawal_url: 'http://shop.example/withdrawal' }, 'withdrawal_url'],
    ['/v1/tenant/portal_branding', { withdrawal_url: 'javascript:alert(1)' }, 'withdrawal_url'],
    ['/v1/tenant/billing_profile', { withdrawal: { enabled: 1 } }, 'withdrawal.enabled'],
  ])('%s refuses %j', async (path, body, param) => {
    expect(fieldError(await live.call('POST', path, body))).toEqual([400, 'parameter_invalid', param]);
  });
});

describe('the order button', () => {
  it('has the text that German and Austrian law requires, in the language of the page; in Poland it shows the amount', async () => {
    await configure();
    expect(await pageFor({ country_code: 'DE', language: 'de' })).toContain('<button type="submit">Zahlungspflichtig bestellen</button>');
    expect(await pageFor({ country_code: 'AT', language: 'pl' })).toContain(
      '<button type="submit">Zamówienie z obowiązkiem zapłaty</button>',
    );
    expect(await pageFor({ country_code: 'PL', language: 'en' })).toMatch(/<button type="submit">Pay €[\d.]+<\/button>/);
  });

  it('of a free trial mentions the obligation to pay in France, but not in the US', async () => {
    const trial = { trial_days_override: 14 };
    await configure();
    expect(await pageFor({ country_code: 'FR', language: 'fr' }, trial)).toContain('>Commande avec obligation de paiement</button>');
    await live.post('/v1/tenant/billing_profile', { country_code: 'US' });
    expect(await pageFor({ country_code: 'US', language: 'en' }, trial)).toContain('>Start free trial</button>');
    await configure();
  });

  it('comes after links to terms, privacy and withdrawal; only `partial_refund` adds the checkbox for immediate service', async () => {
    await configure({ enabled: true, partial_refund: true });
    await live.post('/v1/tenant/portal_branding', {
      terms_url: 'https://shop.example/terms',
      privacy_url: 'https://shop.example/privacy',
      withdrawal_url: 'https://shop.example/withdrawal',
    });
    const page = await pageFor({ country_code: 'DE', language: 'en' });
    const htmlBeforeButton = page.slice(0, page.indexOf('Order with obligation to pay</button>')).split('<p').at(-1);
    expect(
      [...(htmlBeforeButton ?? '').matchAll(/<a href="([^"]+)" target="_blank" rel="noopener">([^<]+)<\/a>/g)].map(([, ...link]) => link),
    ).toEqual([
      ['https://shop.example/terms', 'Terms'],
      ['https://shop.example/privacy', 'Privacy'],
      ['https://shop.example/withdrawal', 'Right of withdrawal'],
    ]);
    expect(page).toContain('name="immediate_service"');
    await configure();
    expect(await pageFor({ country_code: 'DE', language: 'en' })).not.toContain('name="immediate_service"');
  });
});

describe('a withdrawal in the portal', () => {
  const newPortal = async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'NL' });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const { portal_token: token } = await openPortal(client, subscription.id);
    return { subscription, portal: api.client(String(token)) };
  };

  it('shows the refund, ends the subscription and creates the refund', async () => {
    await configure();
    const { subscription, portal } = await newPortal();
    const amountCents = (subscription.price as { readonly amount_cents: number }).amount_cents;
    expect((await portal.call('GET', '/portal/session')).body).toMatchObject({ withdrawal_refund_cents: amountCents });
    const answer = await portal.call('POST', '/portal/subscription/cancel', { withdraw: true });
    expect(answer.body).toMatchObject({ status: 'canceled', cancellation_reason: 'withdrawn', withdrawal: { refund_cents: amountCents } });
    expect((await portal.call('GET', '/portal/session')).body).not.toHaveProperty('withdrawal_refund_cents');
    const { data } = (await client.get('/v1/refunds?limit=1')) as unknown as { readonly data: readonly unknown[] };
    expect(data).toMatchObject([{ reason: 'withdrawal', amount_cents: amountCents }]);
  });

  it('cannot have a reason, and is refused if the right of withdrawal is disabled', async () => {
    await configure({ enabled: false });
    const { portal } = await newPortal();
    expect((await portal.call('GET', '/portal/session')).body).not.toHaveProperty('withdrawal_refund_cents');
    const withReason = await portal.call('POST', '/portal/subscription/cancel', { withdraw: true, reason: 'other' });
    expect(fieldError(withReason)).toEqual([400, 'parameter_invalid', 'reason']);
    const refused = await portal.call('POST', '/portal/subscription/cancel', { withdraw: true });
    expect(refused.body).toMatchObject({ error: { code: 'state_conflict', reason: 'withdrawal_not_possible' } });
  });
});

describe('a withdrawal with an API key', () => {
  const newSubscription = async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'NL' });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const amountCents = (subscription.price as { readonly amount_cents: number }).amount_cents;
    return { id: subscription.id, amountCents, path: `/v1/subscriptions/${subscription.id}/cancel` };
  };
  const fetchWithdrawal = async (id: string) => (await client.get(`/v1/subscriptions/${id}?expand=withdrawal_refund`)).withdrawal;
  const refundsOf = async (id: string) => {
    const [payment] = await client.list(`/v1/payments?subscription_id=${id}`);
    return (await client.list(`/v1/refunds?payment_id=${String(payment?.id)}`)).map(({ reason, amount_cents: cents }) => [reason, cents]);
  };

  it('shows the refund, ends the subscription and creates the refund; repeating it changes nothing', async () => {
    await configure();
    const { id, amountCents, path } = await newSubscription();
    expect(await fetchWithdrawal(id)).toMatchObject({ withdrawn_at: null, refundable_cents: amountCents });
    expect((await client.get(`/v1/subscriptions/${id}`)).withdrawal).not.toHaveProperty('refundable_cents');
    const key = { 'idempotency-key': `withdraw-${id}` };
    const answer = await client.call('POST', path, { withdraw: true }, key);
    expect(answer.body).toMatchObject({ status: 'canceled', cancellation_reason: 'withdrawn', withdrawal: { refund_cents: amountCents } });
    const replay = await client.call('POST', path, { withdraw: true }, key);
    expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([answer.text, 'true']);
    expect((await client.call('POST', path, { withdraw: true })).body).toEqual(answer.body);
    expect(await fetchWithdrawal(id)).not.toHaveProperty('refundable_cents');
    expect(await refundsOf(id)).toEqual([['withdrawal', amountCents]]);
    const entries = await client.list(`/v1/audit_logs?resource_id=${id}`);
    expect(entries.filter(({ action }) => action === 'subscription.withdrawn')).toMatchObject([{ actor_type: 'api_key' }]);
  });

  it('is refused if the right is disabled, after the withdrawal period, and for a canceled subscription', async () => {
    const refusal = async (path: string) => {
      const { status, error } = await client.call('POST', path, { withdraw: true });
      return [status, error?.code, error?.reason];
    };
    await configure({ enabled: false });
    const withoutRight = await newSubscription();
    expect(await refusal(withoutRight.path)).toEqual([409, 'state_conflict', 'withdrawal_not_possible']);
    await configure();
    const sold = await subscribeOnClock(client, priceId, START, {}, { country_code: 'NL' });
    const path = `/v1/subscriptions/${sold.id}/cancel`;
    await advance(client, sold.clockId, START + 20 * 86_400);
    expect(await fetchWithdrawal(sold.id)).not.toHaveProperty('refundable_cents');
    expect(await refusal(path)).toEqual([409, 'state_conflict', 'withdrawal_not_possible']);
    const { id, amountCents, path: endedPath } = await newSubscription();
    await client.post('/v1/refunds', { subscription_id: id, amount_cents: amountCents });
    await eventually(
      () => client.get(`/v1/subscriptions/${id}`),
      ({ status }) => status === 'canceled',
    );
    expect(await refusal(endedPath)).toEqual([409, 'state_conflict', 'subscription_canceled']);
  });

  it.each([
    [{ withdraw: 'yes' }, 'parameter_invalid', 'withdraw'],
    [{ withdraw: null }, 'parameter_invalid', 'withdraw'],
    [{ withdraw: true, cancel_at_period_end: true }, 'parameter_unknown', 'cancel_at_period_end'],
    [{ withdraw: true, reason: 'other' }, 'parameter_unknown', 'reason'],
  ])('refuses the body %j', async (body, code, param) => {
    await configure();
    const { id, path } = await newSubscription();
    expect(fieldError(await client.call('POST', path, body))).toEqual([400, code, param]);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it.each(['', '{}', '{"withdraw":false}'])('is not made by the body %j, which cancels at the end of the period', async (text) => {
    await configure();
    const { id, path } = await newSubscription();
    const { status, body } = await api.sendWithRetry({ method: 'POST', path, key: client.key, text });
    expect([status, body]).toMatchObject([200, { status: 'active', cancel_at_period_end: true, cancellation_reason: 'requested' }]);
    expect(await refundsOf(id)).toEqual([]);
  });

  it('requires the scope refunds:write in addition to subscriptions:cancel', async () => {
    await configure();
    const { id, amountCents, path } = await newSubscription();
    const canceler = await clientWithScopes(api, client, 'subscriptions:cancel');
    const refused = await canceler.call('POST', path, { withdraw: true });
    expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
      403,
      'insufficient_scope',
      'The key lacks the scope refunds:write.',
    ]);
    expect(await refundsOf(id)).toEqual([]);
    const refunder = await clientWithScopes(api, client, 'subscriptions:cancel', 'refunds:write');
    expect((await refunder.call('POST', path, { withdraw: true })).body).toMatchObject({ withdrawal: { refund_cents: amountCents } });
  });
});
