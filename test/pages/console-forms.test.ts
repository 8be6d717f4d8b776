import { describe, expect, it } from 'vitest';
import { bodyOf, type FormField, firstValues } from '../../functions/console/browser/forms.ts';
import { centsIn, decimalText } from '../../shared/platform/amounts.ts';

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

describe('a form of the console', () => {
  it('makes a body of what was typed, and leaves out what was not', () => {
    const values = { ...firstValues(FIELDS, null), name: ' Tea ', amount_cents: '12,5', 'address.city': 'Berlin', scopes: 'a:read b:read' };
    expect(bodyOf(FIELDS, values, null)).toEqual({
      body: { name: 'Tea', amount_cents: 1250, address: { city: 'Berlin' }, scopes: ['a:read', 'b:read'], active: false },
    });
  });

  it('tells which field makes no body', () => {
    const values = { ...firstValues(FIELDS, null), name: 'Tea' };
    expect(bodyOf(FIELDS, { ...values, name: '  ' }, null)).toEqual({ name: 'name', text: 'Name is needed.' });
    expect(bodyOf(FIELDS, { ...values, amount_cents: '1.234' }, null)).toMatchObject({ name: 'amount_cents' });
    expect(bodyOf(FIELDS, { ...values, months: '1.5' }, null)).toMatchObject({ name: 'months' });
  });

  it('starts from what the object has, and sends what was changed: an object whole, and `null` for what was emptied', () => {
    const values = firstValues(FIELDS, BEFORE);
    expect(values).toMatchObject({ amount_cents: '12.50', 'address.line1': '', scopes: 'a:read b:read', active: 'true' });
    expect(bodyOf(FIELDS, values, BEFORE)).toEqual({ body: {} });
    expect(bodyOf(FIELDS, { ...values, months: '', 'address.line1': 'Hauptstr. 1', active: 'false' }, BEFORE)).toEqual({
      body: { months: null, address: { city: 'Berlin', line1: 'Hauptstr. 1' }, active: false },
    });
  });

  it('takes the amounts of a currency as they are written, without a float', () => {
    expect(
      ['12.50', '12,5', '12', '0.01', '12.345', '1,234.50', '-1', '', '1e3', '999999999999.99'].map((text) => centsIn(text, 'EUR')),
    ).toEqual([1250, 1250, 1200, 1, null, null, null, null, null, 99_999_999_999_999]);
    expect(['500', '500.0'].map((text) => centsIn(text, 'JPY'))).toEqual([500, null]);
    for (const cents of [0, 5, 50, 1999]) expect(centsIn(decimalText(cents, 'EUR'), 'EUR')).toBe(cents);
    expect(decimalText(500, 'JPY')).toBe('500');
  });
});
