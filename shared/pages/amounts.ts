import { decimalsOf } from '../domain/money.ts';

const formatOf = (currency: string, maximumDecimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: maximumDecimals,
  });

/** `1999 EUR` as `€19.99`, `500 JPY` as `¥500`. Exact: the point is moved in the text, not by a division. */
export const amountText = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  return formatOf(currency, decimals).format(`${amountCents}E-${decimals}` as Intl.StringNumericLiteral);
};

const UNIT_DECIMALS = 14;

/** A decimal number of cents with all its places: `0.25 EUR` as `€0.0025`. */
export const unitAmountText = (unitAmountDecimal: string, currency: string): string =>
  formatOf(currency, UNIT_DECIMALS).format(`${unitAmountDecimal}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral);
