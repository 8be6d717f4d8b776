import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  type FormField,
  type InputContext,
  initialValuesOf,
  PRICE_CURRENCY,
  PRICE_USAGE_TYPE,
  withOption,
} from '../../functions/console/browser/forms/forms.ts';
import { decimalText } from '../../shared/domain/amounts/money.ts';
import { parseTypedAmount, parseTypedUnitAmount } from '../../shared/platform/amounts.ts';

const FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', isRequired: true },
  { name: 'amount_cents', label: 'Amount', kind: 'amount' },
  { name: 'months', label: 'Months', kind: 'integer' },
  { name: 'address.city', label: 'City', kind: 'text' },
  { name: 'address.line1', label: 'Street', kind: 'text' },
  { name: 'scopes', label: 'Scopes', kind: 'many', initial: '*' },
  { name: 'active', label: 'Active', kind: 'flag' },
];
const BEFORE = {
  name: 'Tea',
  currency: 'EUR',
  amount_cents: 1250,
  months: 3,
  address: { city: 'Berlin', line1: null },
  scopes: ['a:read', 'b:read'],
  active: true,
};

const EUR: InputContext = { currency: 'EUR', zone: 'own' };
const NO_CURRENCY: InputContext = { currency: null, zone: 'own' };

const METADATA: readonly FormField[] = [{ name: 'metadata', label: 'Metadata', kind: 'metadata' }];

describe('a required field that is shown because of another field', () => {
  it('must not be empty when it is shown, although it was empty before', () => {
    const fields: readonly FormField[] = [
      { name: 'choice', label: 'Choice', kind: 'choice', options: ['all', 'selected'] },
      { name: 'ids', label: 'Prices', kind: 'entities', isRequired: true, when: ({ choice }) => choice === 'selected' },
    ];
    const before = { choice: 'all', ids: [] };
    expect(bodyOf(fields, { choice: 'selected', ids: '' }, before, EUR)).toEqual({ name: 'ids', text: 'Choose prices.' });
    expect(bodyOf(fields, { choice: 'all', ids: '' }, before, EUR)).toEqual({ body: {} });
    expect(bodyOf(fields, { choice: 'selected', ids: 'price_1' }, before, EUR)).toEqual({ body: { choice: 'selected', ids: ['price_1'] } });
  });
});

describe('the metadata field of a form', () => {
  const bodyFor = (text: string, before: { readonly metadata: object } | null = null) =>
    bodyOf(METADATA, { metadata: text }, before as never, NO_CURRENCY);

  it('has one `key=value` per line', () => {
    expect(bodyFor('order = 42\n\n note=a=b ')).toEqual({ body: { metadata: { order: '42', note: 'a=b' } } });
  });

  it('keeps line breaks, backslashes and equals signs of the object', () => {
    const metadata = { 'a=b': 'line 1\nline 2', path: 'C:\\n', empty: '' };
    const { metadata: text = '' } = initialValuesOf(METADATA, { metadata }, NO_CURRENCY);
    expect(bodyFor(text, { metadata })).toEqual({ body: {} });
    expect(bodyFor(`${text}\nnew=1`, { metadata })).toEqual({ body: { metadata: { ...metadata, new: '1' } } });
  });

  it('removes all keys if it is cleared', () => {
    expect(bodyFor('', { metadata: { a: '1' } })).toEqual({ body: { metadata: {} } });
  });

  it.each([
    ['a line without `=`', 'order'],
    ['a key on two lines', 'a=1\na=2'],
    ['a line without a key', '=1'],
  ])('refuses %s', (_what, text) => {
    expect(bodyFor(text)).toEqual({ name: 'metadata', text: 'Enter one key=value per line, each key once.' });
  });
});

describe('a form with the price that is sold', () => {
  const fields: readonly FormField[] = [
    { name: 'price_id', label: 'Price', kind: 'entity', entity: 'prices', isSoldPrice: true },
    { name: 'max_amount_cents', label: 'Spending cap', kind: 'amount', when: (values) => values[PRICE_USAGE_TYPE] === 'metered' },
  ];
  const values = { price_id: 'price_1', max_amount_cents: '50', [PRICE_CURRENCY]: 'JPY' };

  it('reads amounts in the currency of the price', () => {
    expect(bodyOf(fields, { ...values, [PRICE_USAGE_TYPE]: 'metered' }, null, NO_CURRENCY)).toEqual({
      body: { price_id: 'price_1', max_amount_cents: 50 },
    });
  });

  it('omits a field that does not apply to the usage type of the price', () => {
    expect(bodyOf(fields, { ...values, [PRICE_USAGE_TYPE]: 'licensed' }, null, NO_CURRENCY)).toEqual({ body: { price_id: 'price_1' } });
  });
});

describe('a form of the console', () => {
  it('builds the body from the entered values and omits empty values', () => {
    const values = {
      ...initialValuesOf(FIELDS, null, EUR),
      name: ' Tea ',
      amount_cents: '12,5',
      'address.city': 'Berlin',
      scopes: 'a:read b:read',
    };
    expect(bodyOf(FIELDS, values, null, EUR)).toEqual({
      body: { name: 'Tea', amount_cents: 1250, address: { city: 'Berlin' }, scopes: ['a:read', 'b:read'], active: false },
    });
  });

  it('returns the name of the first invalid field instead of a body', () => {
    const values = { ...initialValuesOf(FIELDS, null, EUR), name: 'Tea' };
    expect(bodyOf(FIELDS, { ...values, name: '  ' }, null, EUR)).toEqual({ name: 'name', text: 'Enter a name.' });
    expect(bodyOf(FIELDS, { ...values, amount_cents: '1.234' }, null, EUR)).toMatchObject({ name: 'amount_cents' });
    expect(bodyOf(FIELDS, { ...values, months: '1.5' }, null, EUR)).toMatchObject({ name: 'months' });
  });

  it('starts with the values of the object and sends only changes: nested objects as a whole, cleared fields as `null`', () => {
    const values = initialValuesOf(FIELDS, BEFORE, EUR);
    expect(values).toMatchObject({ amount_cents: '12.50', 'address.line1': '', scopes: 'a:read b:read', active: 'true' });
    expect(bodyOf(FIELDS, values, BEFORE, EUR)).toEqual({ body: {} });
    expect(bodyOf(FIELDS, { ...values, months: '', 'address.line1': 'Hauptstr. 1', active: 'false' }, BEFORE, EUR)).toEqual({
      body: { months: null, address: { city: 'Berlin', line1: 'Hauptstr. 1' }, active: false },
    });
  });

  it('parses decimals, lists and unit amounts', () => {
    const fields: readonly FormField[] = [
      { name: 'percent_off', label: 'Percent', kind: 'decimal' },
      { name: 'applies_to_price_ids', label: 'Prices', kind: 'entities', entity: 'prices' },
      { name: 'unit_amount_decimal', label: 'Each', kind: 'unitAmount' },
    ];
    const values = { percent_off: '12,5', applies_to_price_ids: 'price_1 price_2 price_3', unit_amount_decimal: '0.025' };
    expect(bodyOf(fields, values, null, EUR)).toEqual({
      body: { percent_off: 12.5, applies_to_price_ids: ['price_1', 'price_2', 'price_3'], unit_amount_decimal: '2.5' },
    });
    for (const percent_off of ['12.345', '-1', '1e1', 'half']) {
      expect(bodyOf(fields, { ...values, percent_off }, null, EUR)).toMatchObject({ name: 'percent_off' });
    }
    expect(bodyOf(fields, { ...values, unit_amount_decimal: '1,000.5' }, null, EUR)).toMatchObject({ name: 'unit_amount_decimal' });
    const before = { percent_off: 12.5, applies_to_price_ids: ['price_1', 'price_2'] };
    const initialValues = initialValuesOf(fields.slice(0, 2), before, EUR);
    expect(bodyOf(fields.slice(0, 2), initialValues, before, EUR)).toEqual({ body: {} });
    expect(bodyOf(fields.slice(0, 2), { ...initialValues, applies_to_price_ids: '' }, before, EUR)).toEqual({
      body: { applies_to_price_ids: null },
    });
  });

  it('sends numbers that are separated by commas as a list', () => {
    const fields: readonly FormField[] = [{ name: 'days', label: 'Days', kind: 'integers' }];
    expect(bodyOf(fields, { days: '2,7 , 14' }, null, EUR)).toEqual({ body: { days: [2, 7, 14] } });
    const before = { days: [2, 7] };
    expect(initialValuesOf(fields, before, EUR)).toEqual({ days: '2, 7' });
    expect(bodyOf(fields, { days: '2, 7' }, before, EUR)).toEqual({ body: {} });
    expect(bodyOf(fields, { days: '' }, before, EUR)).toEqual({ body: { days: null } });
    for (const days of ['2;7', '2 7', '2,', '-2', '1.5']) {
      expect(bodyOf(fields, { days }, before, EUR)).toEqual({ name: 'days', text: 'Enter whole numbers, such as 2, 7.' });
    }
  });

  it('sends lines such as `model: small, large` as filters', () => {
    const fields: readonly FormField[] = [{ name: 'filters', label: 'Filters', kind: 'filters' }];
    expect(bodyOf(fields, { filters: ' model : small, large ,\n\nregion:eu' }, null, EUR)).toEqual({
      body: {
        filters: [
          { key: 'model', values: ['small', 'large'] },
          { key: 'region', values: ['eu'] },
        ],
      },
    });
    expect(bodyOf(fields, { filters: 'time: 10:30' }, null, EUR)).toEqual({ body: { filters: [{ key: 'time', values: ['10:30'] }] } });
    expect(bodyOf(fields, { filters: ' \n' }, null, EUR)).toEqual({ body: {} });
    for (const filters of ['model', 'model:', ': small', 'model: small\nregion']) {
      expect(bodyOf(fields, { filters }, null, EUR)).toEqual({
        name: 'filters',
        text: 'Enter a property and its values, such as model: small, large.',
      });
    }
  });

  it('sends a percentage in basis points', () => {
    const fields: readonly FormField[] = [{ name: 'rate_basis_points', label: 'Rate (%)', kind: 'rate' }];
    expect(bodyOf(fields, { rate_basis_points: '8,1' }, null, EUR)).toEqual({ body: { rate_basis_points: 810 } });
    expect(bodyOf(fields, { rate_basis_points: '21' }, { rate_basis_points: 2100 }, EUR)).toEqual({ body: {} });
    expect(bodyOf(fields, { rate_basis_points: 'many' }, null, EUR)).toMatchObject({ text: 'Enter a percentage, such as 21.' });
  });

  it('neither requires nor sends a field whose `when` is false for the entered values', () => {
    const fields: readonly FormField[] = [
      { name: 'usage_type', label: 'Pricing', kind: 'choice', options: ['licensed', 'metered'] },
      { name: 'amount_cents', label: 'Amount', kind: 'amount', isRequired: true, when: ({ usage_type: type }) => type === 'licensed' },
    ];
    expect(bodyOf(fields, { usage_type: 'metered', amount_cents: '5' }, null, EUR)).toEqual({ body: { usage_type: 'metered' } });
    expect(bodyOf(fields, { usage_type: 'licensed' }, null, EUR)).toEqual({ name: 'amount_cents', text: 'Enter an amount.' });
  });

  it('parses unit amounts exactly, with fractions of the smallest currency unit', () => {
    expect(
      ['0.025', '0,0005', '12', '0.25', '1.50', '007', '0', '.5', '1e-3', ''].map((text) => parseTypedUnitAmount(text, 'EUR')),
    ).toEqual(['2.5', '0.05', '1200', '25', '150', '700', '0', null, null, null]);
    expect(['500', '0.5'].map((text) => parseTypedUnitAmount(text, 'JPY'))).toEqual(['500', '0.5']);
  });

  it('parses amounts without floating point', () => {
    expect(
      ['12.50', '12,5', '12', '0.01', '12.345', '1,234.50', '-1', '', '1e3', '999999999999.99'].map((text) =>
        parseTypedAmount(text, 'EUR'),
      ),
    ).toEqual([1250, 1250, 1200, 1, null, null, null, null, null, 99_999_999_999_999]);
    expect(['500', '500.0'].map((text) => parseTypedAmount(text, 'JPY'))).toEqual([500, null]);
    for (const cents of [0, 5, 50, 1999]) expect(parseTypedAmount(decimalText(cents, 'EUR'), 'EUR')).toBe(cents);
    expect(decimalText(500, 'JPY')).toBe('500');
  });

  it('parses amounts in the currency of the object, or in the entered currency if the object has none', () => {
    const refund: readonly FormField[] = [{ name: 'amount_cents', label: 'Amount', kind: 'amount' }];
    expect(bodyOf(refund, { amount_cents: '500' }, null, { ...EUR, currency: 'JPY' })).toEqual({ body: { amount_cents: 500 } });
    expect(bodyOf(refund, { amount_cents: '500' }, null, NO_CURRENCY)).toMatchObject({ name: 'amount_cents' });
    const coupon: readonly FormField[] = [...refund, { name: 'currency', label: 'Currency', kind: 'text' }];
    // Like the yen, the Icelandic króna has no decimals.
    expect(bodyOf(coupon, { amount_cents: '500', currency: ' isk' }, null, NO_CURRENCY)).toEqual({
      body: { amount_cents: 500, currency: 'isk' },
    });
    for (const currency of ['', 'EU', '€'])
      expect(bodyOf(coupon, { amount_cents: '500', currency }, null, NO_CURRENCY)).toEqual({
        name: 'currency',
        text: 'Enter the currency of the amount.',
      });
    expect(bodyOf(coupon, {}, null, NO_CURRENCY)).toEqual({ body: {} });
  });

  it('parses and formats times with seconds in the chosen zone', () => {
    const fields: readonly FormField[] = [{ name: 'at', label: 'At', kind: 'time' }];
    const inUtc: InputContext = { currency: null, zone: 'UTC' };
    expect(initialValuesOf(fields, { at: 1_800_000_059 }, inUtc)).toEqual({ at: '2027-01-15T08:00:59' });
    expect(bodyOf(fields, { at: '2027-01-15T08:00:59' }, null, inUtc)).toEqual({ body: { at: 1_800_000_059 } });
    expect(bodyOf(fields, { at: '2027-01-15T08:00' }, null, inUtc)).toEqual({ body: { at: 1_800_000_000 } });
    const localValues = initialValuesOf(fields, { at: 1_800_000_059 }, NO_CURRENCY);
    expect(bodyOf(fields, localValues, null, NO_CURRENCY)).toEqual({ body: { at: 1_800_000_059 } });
    expect(localValues.at).toBe(
      new Date((1_800_000_059 - new Date(1_800_000_059_000).getTimezoneOffset() * 60) * 1000).toISOString().slice(0, 19),
    );
    expect(bodyOf(fields, { at: 'soon' }, null, inUtc)).toMatchObject({ name: 'at' });
  });

  it('clears the other options when the exclusive option is chosen, and the exclusive option when another option is chosen', () => {
    const scopes = { exclusiveOption: '*' };
    expect(withOption(scopes, '*', 'a:read', true)).toBe('a:read');
    expect(withOption(scopes, 'a:read b:read', '*', true)).toBe('*');
    expect(withOption(scopes, 'a:read b:read', 'a:read', false)).toBe('b:read');
    expect(withOption({}, 'a', 'b', true)).toBe('a b');
    const field: FormField = { name: 'scopes', label: 'Scopes', kind: 'many', isRequired: true };
    expect(bodyOf([field], { scopes: '' }, null, NO_CURRENCY)).toEqual({ name: 'scopes', text: 'Choose scopes.' });
  });
});
