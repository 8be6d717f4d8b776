import { decimalsOf } from '../domain/money.ts';

const formatOf = (currency: string, locale: string, maximumDecimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: maximumDecimals,
  });

/** In `en`: `1999 EUR` as `€19.99`, `500 JPY` as `¥500`. Exact: the point is moved in the text, not by a division. */
export const amountText = (amountCents: number, currency: string, locale: string): string => {
  const decimals = decimalsOf(currency);
  return formatOf(currency, locale, decimals).format(`${amountCents}E-${decimals}` as Intl.StringNumericLiteral);
};

const UNIT_DECIMALS = 14;

/** A decimal number of cents with all its places: `0.25 EUR` as `€0.0025`. */
export const unitAmountText = (unitAmountDecimal: string, currency: string, locale: string): string =>
  formatOf(currency, locale, UNIT_DECIMALS).format(`${unitAmountDecimal}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral);
