import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../shared/client/cli/apply/catalogue.ts';
import type { Plan } from '../../shared/client/cli/apply/change.ts';
import { executeChanges } from '../../shared/client/cli/apply/execute.ts';
import type { Fields } from '../../shared/client/cli/apply/kinds.ts';
import { planCatalogue } from '../../shared/client/cli/apply/plan.ts';
import { planLines } from '../../shared/client/cli/apply/text.ts';
import { ConnectionError } from '../../shared/client/errors.ts';
import { type Account, newAccount, SCHEMAS } from './catalogue-account.ts';

const EMPTY: Catalogue = { products: {}, coupons: {}, webhookEndpoints: {} };
const price = (cents: number, more: Fields = {}): Fields => ({ amount_cents: cents, currency: 'EUR', interval: 'month', ...more });
const product = (prices: Readonly<Record<string, Fields>>, defaultPrice: string | null = null, more: Fields = {}): Catalogue => ({
  ...EMPTY,
  products: { pro: { fields: { name: 'Pro', ...more }, prices, defaultPrice } },
});

const planOf = (account: Account, catalogue: Catalogue, prune = false): Plan =>
  planCatalogue(catalogue, account.current(), { schemas: SCHEMAS, prune });

const execute = async (account: Account, catalogue: Catalogue, prune = false): Promise<void> => {
  const { changes } = planOf(account, catalogue, prune);
  await executeChanges(account.send, changes, { report: () => undefined, signal: new AbortController().signal });
};

/** An account to which the catalogue was applied. */
const accountWith = async (catalogue: Catalogue): Promise<Account> => {
  const account = newAccount();
  await execute(account, catalogue);
  return account;
};

/** Returns for each change its action, kind and key (such as `create prices.pro.a`) and its fields. */
const changesOf = ({ changes }: Plan) => changes.map(({ action, kind, key, fields }) => [`${action} ${kind}.${key}`, fields]);

describe('the plan', () => {
  it('creates products before their prices, with the keys of their entries', () => {
    expect(changesOf(planOf(newAccount(), product({ a: price(5), b: price(50, { active: false }) }, 'b')))).toEqual([
      ['create products.pro', { name: 'Pro', metadata: { catalogue_key: 'pro' } }],
      ['create prices.pro.a', { product_id: { kind: 'products', key: 'pro' }, ...price(5), metadata: { catalogue_key: 'pro.a' } }],
      ['create prices.pro.b', { product_id: { kind: 'products', key: 'pro' }, ...price(50), metadata: { catalogue_key: 'pro.b' } }],
      ['update prices.pro.b', { active: false }],
      ['update products.pro', { default_price_id: { kind: 'prices', key: 'pro.b' } }],
    ]);
  });

  it.each<[string, Fields, readonly string[]]>([
    ['nothing', { currency: 'eur' }, []],
    ['an explicit default', { trial_days: 0, self_service: true, payment_methods: null }, []],
    ['the refund window', { refund_window_days: 14 }, ['update prices.pro.a']],
    ['the amount', { amount_cents: 6 }, ['create prices.pro.a', 'update products.pro', 'archive prices.pro.a']],
    ['the interval', { interval: 'year' }, ['create prices.pro.a', 'update products.pro', 'archive prices.pro.a']],
    ['the currency', { currency: 'USD' }, ['create prices.pro.a', 'update products.pro', 'archive prices.pro.a']],
    ['the metadata', { metadata: { x: '1' } }, ['create prices.pro.a', 'update products.pro', 'archive prices.pro.a']],
  ])('replaces a price only if a field changes that cannot be updated: %s', async (_name, fields, changes) => {
    const account = await accountWith(product({ a: price(5) }));
    expect(changesOf(planOf(account, product({ a: price(5, fields) }))).map(([change]) => change)).toEqual(changes);
  });

  it('says that subscriptions keep an archived price, and activates this price again if its terms return to the file', async () => {
    const account = await accountWith(product({ a: price(5) }));
    const plan = planOf(account, product({ a: price(6) }));
    expect(planLines(plan)).toEqual([
      '+ create price pro.a',
      '    product_id: "prod_0001"',
      '    amount_cents: 6',
      '    currency: "EUR"',
      '    interval: "month"',
      '    metadata: {"catalogue_key":"pro.a"}',
      '~ update product pro (prod_0001)',
      '    default_price_id: "price_0002" → the new price pro.a',
      '- archive price pro.a (price_0002): existing subscriptions keep this price',
      '    active: true → false',
      '1 to create, 1 to update, 1 to archive.',
    ]);
    await execute(account, product({ a: price(6) }));
    const again = planOf(account, product({ a: price(5) }));
    expect(planLines(again)[0]).toBe('~ update price pro.a (price_0002): an earlier price with these terms is sold again');
    expect(again.changes.map(({ action, id }) => [action, id])).toEqual([
      ['update', 'price_0002'],
      ['update', 'prod_0001'],
      ['archive', 'price_0003'],
    ]);
  });

  it('uses the active price if an archived price has the same terms', async () => {
    const account = await accountWith(product({ a: price(5) }));
    const [copy] = account.current().prices;
    await account.send({ method: 'POST', path: '/v1/prices', body: { ...copy } });
    await account.send({ method: 'POST', path: '/v1/prices/price_0003', body: { active: false } });
    expect(planOf(account, product({ a: price(5) })).changes).toEqual([]);
  });

  it('updates only the fields that differ', async () => {
    const account = await accountWith(product({}, null, { description: 'For teams', metadata: { a: '1' } }));
    expect(changesOf(planOf(account, product({}, null, { name: 'Team', metadata: { a: '1' } })))).toEqual([
      ['update products.pro', { name: 'Team', description: null }],
    ]);
  });

  it('archives objects missing in the file, but only with `prune`; never changes objects that are not from a catalogue', async () => {
    const account = await accountWith({
      ...product({ a: price(5) }),
      coupons: { TEN: { percent_off: 10 } },
      webhookEndpoints: { hook: { url: 'https://example.com' } },
    });
    const post = (kind: string, body: Fields) => account.send({ method: 'POST', path: `/v1/${kind}`, body });
    await Promise.all([
      post('products', { name: 'Other' }),
      post('coupons', { code: 'OTHER' }),
      post('webhook_endpoints', { url: 'https://other.example' }),
    ]);
    const kept = planOf(account, EMPTY);
    expect([kept.changes, kept.kept.map(({ key }) => key)]).toEqual([[], ['pro.a', 'pro', 'TEN', 'hook']]);
    expect(changesOf(planOf(account, EMPTY, true))).toEqual([
      ['archive prices.pro.a', { active: false }],
      ['archive products.pro', { active: false }],
      ['archive coupons.TEN', { active: false }],
      ['archive webhook_endpoints.hook', { status: 'disabled' }],
    ]);
  });

  it('updates an endpoint instead of replacing it, even if its URL changes', async () => {
    const account = await accountWith({ ...EMPTY, webhookEndpoints: { hook: { url: 'https://example.com', description: 'Shop' } } });
    const changed = { url: 'https://example.com/new', description: 'Shop', enabled_events: ['invoice.paid'] };
    expect(changesOf(planOf(account, { ...EMPTY, webhookEndpoints: { hook: changed } }))).toEqual([
      ['update webhook_endpoints.hook', { url: 'https://example.com/new', enabled_events: ['invoice.paid'] }],
    ]);
  });

  it('limits a coupon to the new price if its price is replaced', async () => {
    const catalogue = (cents: number): Catalogue => ({
      ...product({ a: price(cents) }),
      coupons: { TEN: { percent_off: 10, applies_to_price_ids: ['pro.a', 'price_other'] } },
    });
    const account = await accountWith(catalogue(5));
    expect(account.current().coupons[0]?.['applies_to_price_ids']).toEqual(['price_0002', 'price_other']);
    expect(changesOf(planOf(account, catalogue(6))).at(-1)).toEqual([
      'update coupons.TEN',
      { applies_to_price_ids: [{ kind: 'prices', key: 'pro.a' }, 'price_other'] },
    ]);
    await execute(account, catalogue(6));
    expect(account.current().coupons[0]?.['applies_to_price_ids']).toEqual(['price_0004', 'price_other']);
  });

  it('has a problem if the discount of a coupon changes, and if two objects belong to one entry', async () => {
    const account = await accountWith({ ...product({}), coupons: { TEN: { percent_off: 10 } } });
    await account.send({ method: 'POST', path: '/v1/products', body: { name: 'Copy', metadata: { catalogue_key: 'pro' } } });
    expect(planOf(account, { ...product({}), coupons: { ten: { percent_off: 20 } } }).problems).toEqual([
      'products.pro: several objects belong to this entry: prod_0003, prod_0001.',
      'coupons.ten: percent_off of an existing coupon cannot change from 10 to 20. Use another code.',
    ]);
  });
});

describe('the execution', () => {
  it('stops after the current change when it is aborted', async () => {
    const account = newAccount();
    const interruption = new AbortController();
    const { changes } = planOf(account, product({ a: price(5) }));
    await executeChanges(account.send, changes, { report: () => interruption.abort(), signal: interruption.signal });
    expect(account.created()).toBe(1);
  });

  it('creates nothing twice if two commands execute the same plan one after the other', async () => {
    const account = newAccount();
    const { changes } = planOf(account, { ...product({ a: price(5) }, null, { description: 'x' }), coupons: { TEN: { percent_off: 10 } } });
    for (let times = 0; times < 2; times += 1) {
      await executeChanges(account.send, changes, { report: () => undefined, signal: new AbortController().signal });
    }
    expect(account.created()).toBe(3);
  });

  it('recognizes an endpoint whose URL is written differently: adopts it, and then finds no change', async () => {
    const account = newAccount();
    await account.send({ method: 'POST', path: '/v1/webhook_endpoints', body: { url: 'https://example.com/' } });
    const catalogue: Catalogue = { ...EMPTY, webhookEndpoints: { hook: { url: 'https://Example.com' } } };
    expect(changesOf(planOf(account, catalogue))).toEqual([['update webhook_endpoints.hook', { description: '[catalogue: hook]' }]]);
    await execute(account, catalogue);
    expect(planOf(account, catalogue).changes).toEqual([]);
  });

  it('creates an endpoint again if it was deleted in the meantime, although the idempotency key is the same', async () => {
    const catalogue: Catalogue = { ...EMPTY, webhookEndpoints: { hook: { url: 'https://example.com' } } };
    const account = await accountWith(catalogue);
    for (const id of ['we_0001', 'we_0002']) {
      account.remove(id);
      await execute(account, catalogue);
    }
    expect(account.current().webhook_endpoints.map(({ id }) => id)).toEqual(['we_0003']);
  });
});

/** Catalogues with few keys and values, so that successive catalogues have much in common. */
const catalogues = (): fc.Arbitrary<Catalogue> => {
  const aPrice = fc.record({
    amount_cents: fc.constantFrom(5, 6),
    currency: fc.constantFrom('EUR', 'eur'),
    interval: fc.constantFrom('month', 'year'),
    active: fc.boolean(),
    refund_window_days: fc.constantFrom(null, 14),
  });
  const aProduct = fc
    .record({
      fields: fc.record({ name: fc.constantFrom('A', 'B'), description: fc.constantFrom(null, 'Text') }, { requiredKeys: ['name'] }),
      prices: fc.dictionary(fc.constantFrom('a', 'b'), aPrice, { maxKeys: 2, noNullPrototype: true }),
      hasDefault: fc.boolean(),
    })
    .map(({ fields, prices, hasDefault }) => ({ fields, prices, defaultPrice: hasDefault ? (Object.keys(prices).at(-1) ?? null) : null }));
  return fc.record({
    products: fc.dictionary(fc.constantFrom('x', 'y'), aProduct, { maxKeys: 2, noNullPrototype: true }),
    coupons: fc.dictionary(
      fc.constantFrom('ONE', 'TWO'),
      fc.record({ percent_off: fc.constant(10), max_redemptions: fc.constantFrom(null, 5) }),
      {
        maxKeys: 2,
        noNullPrototype: true,
      },
    ),
    webhookEndpoints: fc.dictionary(
      fc.constantFrom('h', 'i'),
      fc.record({ url: fc.constantFrom('https://a.example', 'https://b.example'), status: fc.constantFrom('enabled', 'disabled') }),
      { maxKeys: 2, noNullPrototype: true },
    ),
  });
};

describe('applying successive catalogues', () => {
  it('leaves nothing to change and creates nothing twice, even if the connection breaks at any write', async () => {
    const run = fc.record({
      catalogue: catalogues(),
      prune: fc.boolean(),
      breaks: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (runs) => {
        const [account, reference] = [newAccount(), newAccount()];
        for (const { catalogue, prune, breaks } of runs) {
          await execute(reference, catalogue, prune);
          for (const writes of breaks) {
            account.failAfter(writes);
            await execute(account, catalogue, prune).catch((error: unknown) => expect(error).toBeInstanceOf(ConnectionError));
          }
          account.failAfter(Number.POSITIVE_INFINITY);
          await execute(account, catalogue, prune);
          const after = planOf(account, catalogue, prune);
          expect([after.changes, after.problems]).toEqual([[], []]);
          const active = account.current().prices.filter((each) => each['active'] === true);
          const keys = active.map(({ metadata }) => (metadata as Fields)['catalogue_key']);
          expect(new Set(keys).size).toBe(keys.length);
          if (prune) {
            const inFile = Object.entries(catalogue.products).flatMap(([key, { prices }]) =>
              Object.entries(prices).flatMap(([name, each]) => (each['active'] === true ? [`${key}.${name}`] : [])),
            );
            expect([...keys].sort()).toEqual(inFile.sort());
          }
        }
        expect(account.created()).toBe(reference.created());
      }),
      { numRuns: 150 },
    );
  });
});
