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

/** Rounded to what a scale needs: `123456 EUR` as `€1.2K`. */
export const shortAmountText = (amountCents: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(`${amountCents}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral);

const UNIT_DECIMALS = 14;

/** A decimal number of cents with all its places: `0.25 EUR` as `€0.0025`. */
export const unitAmountText = (unitAmountDecimal: string, currency: string, locale: string): string =>
  formatOf(currency, locale, UNIT_DECIMALS).format(`${unitAmountDecimal}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral);

const TYPED = /^(\d{1,12})(?:[.,](\d+))?$/;

/** `12.50` and `12,5` as 1250 EUR; `null`: it is no amount of the currency. */
export const centsIn = (typed: string, currency: string): number | null => {
  const [, whole, fraction = ''] = TYPED.exec(typed) ?? [];
  const decimals = decimalsOf(currency);
  return whole === undefined || fraction.length > decimals ? null : Number(`${whole}${fraction.padEnd(decimals, '0')}`);
};

const TYPED_UNIT = /^(\d{1,10})(?:[.,](\d{1,12}))?$/;

/** `0.025` and `0,025` EUR as the decimal number of cents `2.5`; `null`: it is none. */
export const unitAmountIn = (typed: string, currency: string): string | null => {
  const [, whole, fraction = ''] = TYPED_UNIT.exec(typed) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  const digits = fraction.padEnd(decimals, '0');
  const cents = `${whole}${digits.slice(0, decimals)}`.replace(/^0+(?=\d)/, '');
  const parts = digits.slice(decimals).replace(/0+$/, '');
  return parts === '' ? cents : `${cents}.${parts}`;
};
