import { describe, expect, it } from 'vitest';
import { CatalogueError, parseCatalogue } from '../../shared/client/cli/apply/catalogue.ts';
import { asStored, KINDS, withDefaults } from '../../shared/client/cli/apply/kinds.ts';
import { SCHEMAS } from './catalogue-account.ts';

const messageOf = (text: string): string => {
  try {
    parseCatalogue(text, SCHEMAS);
  } catch (error) {
    if (error instanceof CatalogueError) return error.message;
    throw error;
  }
  return '';
};

const PRICE = '{ currency: EUR, interval: month, amount_cents: 5 }';

describe('a catalogue file', () => {
  it('contains products, coupons and endpoints; another field is an error', () => {
    const text = `
shared: &shared { currency: EUR, interval: month }
products:
  pro: { name: Pro, default_price: a, prices: { a: { <<: *shared, amount_cents: 5 } } }
coupons:
  TEN: { percent_off: 10, applies_to_price_ids: [pro.a, price_1] }
webhook_endpoints:
  orders: { url: https://example.com }
`;
    expect(messageOf(text)).toMatch(/^line 2: shared: unknown field\./);
    expect(
      parseCatalogue(
        `products:\n  pro: { name: Pro, default_price: a, prices: { a: ${PRICE} } }\ncoupons:\n  TEN: { percent_off: 10 }`,
        SCHEMAS,
      ),
    ).toEqual({
      products: {
        pro: { fields: { name: 'Pro' }, prices: { a: { currency: 'EUR', interval: 'month', amount_cents: 5 } }, defaultPrice: 'a' },
      },
      coupons: { TEN: { percent_off: 10 } },
      webhookEndpoints: {},
    });
  });

  it.each([
    ['', ''],
    ['coupons: {}', ''],
    [
      'products:\n  pro:\n    nmae: Pro',
      'line 2: products.pro: name is missing.\nline 3: products.pro.nmae: unknown field. Did you mean name?',
    ],
    ['products:\n  pro:\n    name: Pro\n    product_id: x', 'line 4: products.pro.product_id: unknown field.'],
    ['products:\n  pro:\n    name: 5', 'line 3: products.pro.name: must be string.'],
    ['products:\n  pro:\n    name: Pro\n  pro:\n    name: Pro', 'line 4: Map keys must be unique'],
    ['products:\n  pro: [', 'line 2: '],
    ['products:\n  a.b: { name: A }', 'line 2: products.a.b: a key has up to 64 letters, digits, dashes and underscores.'],
    [
      'products:\n  pro:\n    name: Pro\n    prices:\n      a:\n        currency: EUR\n        interval: week\n        amount_cents: 5',
      'line 7: products.pro.prices.a.interval: must be one of month, year.',
    ],
    [
      'products:\n  pro:\n    name: Pro\n    prices:\n      a:\n        currency: EUR\n        interval: month\n        unit_amount_decimal: 0.05',
      'line 8: products.pro.prices.a.unit_amount_decimal: must be string,null.',
    ],
    [
      `products:\n  pro: { name: Pro, prices: { a: ${PRICE} }, default_price: b }`,
      'line 2: products.pro.default_price: the file has no price pro.b. Did you mean pro.a?',
    ],
    [
      'coupons:\n  TEN:\n    percent_off: 10\n    applies_to_price_ids: [pro.x]',
      'line 4: coupons.TEN.applies_to_price_ids.0: the file has no price pro.x.',
    ],
    [
      'coupons:\n  TEN: { percent_off: 10 }\n  ten: { percent_off: 10 }',
      'line 3: coupons.ten: TEN is the same code: case does not matter.',
    ],
    [
      'coupons:\n  TEN: { percent_off: 10, metadata: { catalogue_key: x } }',
      'line 2: coupons.TEN.metadata.catalogue_key: is set by the command; remove it.',
    ],
    ['webhook_endpoints:\n  a: {}', 'line 2: webhook_endpoints.a: url is missing.'],
    ['- a', 'line 1: : must be object.'],
  ])('with the text %j has the error %j (empty: none)', (text, message) => {
    if (message === '') expect(messageOf(text)).toBe('');
    else expect(messageOf(text)).toContain(message);
  });
});

describe('the defaults of omitted fields', () => {
  /** Fields whose default follows from other fields or objects. */
  const DERIVED = ['discount_type', 'currency'];
  /** The constant default that a description names, such as `Default: \`once\`.`; `undefined`: it names none. */
  const namedDefault = (description: string): unknown => {
    const [, code, word] = /Default: (?:`([^`]*)`|(true|false|none|\d+)\b)/.exec(description) ?? [];
    if (word === 'none') return [];
    if (code !== undefined && /^\w+$/.test(code) && code !== 'null') return code;
    return code === undefined && word === undefined ? undefined : JSON.parse(code ?? word ?? '');
  };

  it.each(KINDS)('are those of the API for every optional field of %s', (kind) => {
    const { properties = {}, required = [] } = SCHEMAS[kind].create;
    const optional = Object.entries(properties).filter(([name]) => !required.includes(name) && !DERIVED.includes(name));
    const defaults = asStored(withDefaults(kind, {}));
    const expected = optional.map(([name, { description = '' }]) => [name, namedDefault(description) ?? null]);
    expect(expected.length).toBeGreaterThan(1);
    expect(optional.map(([name]) => [name, defaults[name]])).toEqual(expected);
  });
});
