import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, fromWireAmount, toWireAmount } from '../../shared/provider/mollie/money.ts';

describe('wire amounts', () => {
  it.each([
    [{ amountCents: 1999, currency: 'EUR' }, '19.99'],
    [{ amountCents: 5, currency: 'USD' }, '0.05'],
    [{ amountCents: 0, currency: 'EUR' }, '0.00'],
    [{ amountCents: 100, currency: 'GBP' }, '1.00'],
    [{ amountCents: 99_999_999, currency: 'EUR' }, '999999.99'],
    [{ amountCents: 500, currency: 'JPY' }, '500'],
    [{ amountCents: 7, currency: 'ISK' }, '7'],
  ])('for %o have the value %s, and are converted back to the same amount', (money, written) => {
    expect(toWireAmount(money)).toEqual({ currency: money.currency, value: written });
    expect(fromWireAmount({ currency: money.currency, value: written })).toEqual(money);
  });

  it('are converted back exactly, for every amount and currency', () => {
    const currencies = fc.constantFrom('EUR', 'USD', 'GBP', 'CHF', 'ISK', 'JPY');
    fc.assert(
      fc.property(fc.maxSafeNat(), currencies, (amountCents, currency) => {
        expect(fromWireAmount(toWireAmount({ amountCents, currency }))).toEqual({ amountCents, currency });
      }),
    );
  });

  it('have exactly the decimals of the currency', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('EUR', 'JPY', 'ISK', 'SEK'), (amountCents, currency) => {
        const { value } = toWireAmount({ amountCents, currency });
        expect(value.split('.')[1]?.length ?? 0).toBe(decimalsOf(currency));
      }),
    );
  });

  it.each(['19.9', '19.999', '19,99', '-1.00', '1e3', '', ' 1.00', '.50', '10', '99999999999999999.00'])(
    'cannot have the value %j in euros',
    (written) => {
      expect(fromWireAmount({ currency: 'EUR', value: written })).toBeNull();
    },
  );

  it('cannot have decimals in yen', () => {
    expect(fromWireAmount({ currency: 'JPY', value: '500.00' })).toBeNull();
  });

  it.each([1.5, -1, Number.NaN, 2 ** 53])('cannot be created from %s cents', (amountCents) => {
    expect(() => toWireAmount({ amountCents, currency: 'EUR' })).toThrow(RangeError);
  });
});
