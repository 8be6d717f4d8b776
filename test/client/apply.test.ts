import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../shared/client/cli/main.ts';
import { createBilling } from '../../shared/client/index.ts';
import { quietEndpointBody } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { allOf } from './support.ts';

const { baseUrl, createAccount } = service();
const HOOK = String(quietEndpointBody(baseUrl).url);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every entry has only the required fields, so that the defaults of the command are compared with those of the service. */
const MINIMAL = `
products:
  pro:
    name: Pro
    prices:
      monthly: { amount_cents: 1999, currency: eur, interval: month }
      metered: { usage_type: metered, unit_amount_decimal: '0.050', currency: EUR, interval: month }
coupons:
  Welcome: { percent_off: 20 }
webhook_endpoints:
  orders: { url: '${HOOK}' }
`;

const COMPLETE = `
products:
  pro:
    name: Pro
    description: For teams
    marketing_features: [Reports, Roles]
    allow_promotion_codes: true
    tax_category: e_book
    metadata: { team: sales }
    default_price: yearly
    prices:
      monthly: { amount_cents: 2499, currency: EUR, interval: month, trial_days: 14, payment_methods: [creditcard], refund_window_days: 30 }
      yearly: { amount_cents: 19900, currency: EUR, interval: year, self_service: false, metadata: { plan: y } }
      metered:
        usage_type: metered
        currency: EUR
        interval: month
        tiers:
          - { up_to: 100, unit_amount_cents: 10 }
          - { up_to: null, flat_amount_cents: 5, unit_amount_decimal: '0.50' }
coupons:
  WELCOME: { percent_off: 20, max_redemptions: 100, applies_to_price_ids: [pro.yearly, pro.monthly], metadata: { a: b } }
  TEN: { amount_off_cents: 1000, currency: EUR, duration: repeating, duration_in_months: 3, min_amount_cents: 1500 }
  OLD: { percent_off: 5, duration: forever, active: false }
webhook_endpoints:
  orders: { url: '${HOOK}', enabled_events: [invoice.paid, customer.created], description: Shop, status: disabled }
`;

/** An account, and a function that applies a file to it. */
const newAccount = async () => {
  const { testKey } = await createAccount();
  const apply = async (text: string, ...args: readonly string[]) => {
    const file = join(folder, `${testKey.slice(-8)}.yaml`);
    writeFileSync(file, text);
    const terminal = recordingTerminal({ BILLING_KEY: testKey, BILLING_URL: baseUrl });
    const code = await run(['apply', file, ...args], terminal);
    return { code, text: terminal.printed.join('\n'), errors: terminal.errors };
  };
  return { apply, client: createBilling({ key: testKey, baseUrl }) };
};

describe.concurrent('billing apply', () => {
  it.each([
    ['with required fields only', MINIMAL],
    ['with every field', COMPLETE],
  ])('creates the entries of a file %s, and changes nothing when the command is run again', async (_name, text) => {
    const { apply } = await newAccount();
    const plan = await apply(text);
    expect(plan).toMatchObject({ code: 2, errors: [] });
    expect(plan.text).toContain('+ create product pro\n    name: "Pro"');
    const applied = await apply(text, '--yes');
    expect(applied).toMatchObject({ code: 0, errors: [] });
    expect(applied.text).toMatch(/signing secret of orders.*: svcwhsec_/);
    expect(await apply(text)).toMatchObject({ code: 0, text: expect.stringMatching(/:\nThe account is as the file describes it\.$/) });
  });

  it('replaces a changed price, reactivates an archived price with equal terms, and archives removed entries with --prune', async () => {
    const { apply, client } = await newAccount();
    await apply(MINIMAL, '--yes');
    const [oldPrice] = await allOf(client.prices.list({ active: true, limit: 100 })).then((all) =>
      all.filter((each) => each.amount_cents === 1999),
    );
    const { text } = await apply(COMPLETE, '--yes');
    expect(text).toContain(`- archive price pro.monthly (${oldPrice?.id}): existing subscriptions keep this price`);
    const [product] = await allOf(client.products.list());
    const prices = await allOf(client.prices.list({ active: true, limit: 100 }));
    expect(prices.map(({ metadata }) => metadata['catalogue_key']).sort()).toEqual(['pro.metered', 'pro.monthly', 'pro.yearly']);
    expect(product?.default_price_id).toBe(prices.find((each) => each.interval === 'year')?.id);
    expect(await apply(COMPLETE)).toMatchObject({ code: 0 });

    expect((await apply(MINIMAL, '--yes')).text).toMatch(/price pro.yearly .* is no longer in the file and is kept; --prune archives it/);
    expect((await client.prices.retrieve(oldPrice?.id ?? '')).active).toBe(true);
    expect((await apply(MINIMAL, '--prune')).code).toBe(2);
    await apply(MINIMAL, '--prune', '--yes');
    expect(await apply(MINIMAL, '--prune')).toMatchObject({ code: 0 });
    const coupons = await allOf(client.coupons.list());
    expect(coupons.filter(({ active }) => active).map(({ code }) => code)).toEqual(['Welcome']);
    await apply('', '--prune', '--yes');
    expect((await allOf(client.products.list())).map(({ active }) => active)).toEqual([false]);
    expect((await allOf(client.webhookEndpoints.list())).map(({ status }) => status)).toEqual(['disabled']);
  });

  it('adopts existing coupons by code and endpoints by URL, and refuses to change the discount of a coupon', async () => {
    const { apply, client } = await newAccount();
    const [coupon, endpoint] = await Promise.all([
      client.coupons.create({ code: 'WELCOME', percent_off: 20 }),
      client.webhookEndpoints.create({ url: HOOK }),
    ]);
    expect(await apply(MINIMAL, '--yes')).toMatchObject({ code: 0 });
    expect((await allOf(client.coupons.list())).map(({ id }) => id)).toEqual([coupon.id]);
    expect((await allOf(client.webhookEndpoints.list())).map(({ id, description }) => [id, description])).toEqual([
      [endpoint.id, '[catalogue: orders]'],
    ]);
    const refused = await apply(MINIMAL.replace('percent_off: 20', 'percent_off: 30'), '--yes');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('! coupons.Welcome: percent_off of an existing coupon cannot change from 20 to 30. Use another code.');
  });

  it('refuses a default price that the file archives', async () => {
    const { apply, client } = await newAccount();
    await apply(MINIMAL, '--yes');
    const withYearly = (fields: string) =>
      MINIMAL.replace(
        '    prices:',
        `    default_price: yearly\n    prices:\n      yearly: { amount_cents: 19900, currency: EUR, ${fields} }`,
      );
    const refused = await apply(withYearly('interval: year, active: false'), '--yes');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('! products.pro.default_price: yearly has "active: false". Choose an active price.');
    expect(await allOf(client.prices.list({ limit: 100 }))).toHaveLength(2);
    expect(await apply(withYearly('interval: year'), '--yes')).toMatchObject({ code: 0 });
  });

  it('keeps the default price if the price that replaces it is archived in the file', async () => {
    const { apply, client } = await newAccount();
    await apply(MINIMAL, '--yes');
    const [before] = await allOf(client.products.list());
    const replaced = MINIMAL.replace('1999, currency: eur, interval: month', '2499, currency: eur, interval: month, active: false');
    expect(await apply(replaced, '--yes')).toMatchObject({ code: 0 });
    expect((await allOf(client.products.list()))[0]?.default_price_id).toBe(before?.default_price_id);
    expect(await apply(replaced)).toMatchObject({ code: 0 });
  });

  it('creates an endpoint again if it was deleted after the previous run', async () => {
    const { apply, client } = await newAccount();
    await apply(MINIMAL, '--yes');
    const [endpoint] = await allOf(client.webhookEndpoints.list());
    await client.webhookEndpoints.delete(endpoint?.id ?? '');
    expect(await apply(MINIMAL, '--yes')).toMatchObject({ code: 0 });
    expect(await apply(MINIMAL)).toMatchObject({ code: 0 });
  });
});
