import { decimalsOf } from '../domain/amounts/money.ts';
import { numberFormat } from './intl.ts';

const formatOf = (currency: string, locale: string, maximumDecimals: number): Intl.NumberFormat =>
  numberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: maximumDecimals,
  });

/** An amount in cents as a decimal string in the currency's unit: 1999 cents EUR are `1999E-2`. Exact, since nothing is divided. */
const inUnits = (cents: number | string, currency: string) => `${cents}E-${decimalsOf(currency)}` as Intl.StringNumericLiteral;

/** Formats an amount: in `en`, 1999 cents EUR are `€19.99` and 500 JPY is `¥500`. */
export const amountText = (amountCents: number, currency: string, locale: string): string =>
  formatOf(currency, locale, decimalsOf(currency)).format(inUnits(amountCents, currency));

/** Formats an amount for a chart axis: 123456 cents EUR are `€1.2K`. */
export const shortAmountText = (amountCents: number, currency: string, locale: string): string =>
  numberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(inUnits(amountCents, currency));

/** Maximum number of decimals of a unit amount in euros: the two decimals of cents, and twelve more for fractions of a cent. */
const UNIT_DECIMALS = 14;

/** Formats a decimal number of cents with all its decimals: `0.25` cents EUR is `€0.0025`. */
export const unitAmountText = (unitAmountDecimal: string, currency: string, locale: string): string =>
  formatOf(currency, locale, UNIT_DECIMALS).format(inUnits(unitAmountDecimal, currency));

/** Maximum number of decimals of a quantity. */
const QUANTITY_DECIMALS = 14;

/** Creates the formatter of decimal quantities, with all their decimals: in `de`, `12345.5` is `12.345,5`. */
export const quantityFormat = (locale: string): ((decimal: string) => string) => {
  const quantities = numberFormat(locale, { maximumFractionDigits: QUANTITY_DECIMALS });
  return (decimal) => quantities.format(decimal as Intl.StringNumericLiteral);
};

const AMOUNT = /^(\d{1,12})(?:[.,](\d+))?$/;

/** Parses typed text: `12.50` and `12,5` EUR are 1250; `null` if it is not an amount of the currency. */
export const parseTypedAmount = (typed: string, currency: string): number | null => {
  const [, whole, fraction = ''] = AMOUNT.exec(typed) ?? [];
  const decimals = decimalsOf(currency);
  return whole === undefined || fraction.length > decimals ? null : Number(`${whole}${fraction.padEnd(decimals, '0')}`);
};

const UNIT_AMOUNT = /^(\d{1,10})(?:[.,](\d{1,12}))?$/;

/** Parses typed text as a decimal number of cents: `0.025` and `0,025` EUR are `2.5`; `null` if it is not a number. */
export const parseTypedUnitAmount = (typed: string, currency: string): string | null => {
  const [, whole, fraction = ''] = UNIT_AMOUNT.exec(typed) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  const digits = fraction.padEnd(decimals, '0');
  const cents = `${whole}${digits.slice(0, decimals)}`.replace(/^0+(?=\d)/, '');
  const centFraction = digits.slice(decimals).replace(/0+$/, '');
  return centFraction === '' ? cents : `${cents}.${centFraction}`;
};
