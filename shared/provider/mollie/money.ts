import type { Money } from '../port.ts';

/** An amount of Mollie's API: a decimal string with exactly the currency's number of decimals. */
export interface WireAmount {
  readonly currency: string;
  readonly value: string;
}

const ZERO_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(['ISK', 'JPY']);

/** Returns the number of decimals in Mollie's amounts of a currency. */
export const decimalsOf = (currency: string): 0 | 2 => (ZERO_DECIMAL_CURRENCIES.has(currency) ? 0 : 2);

/** Converts an amount: `{1999, EUR}` to `19.99 EUR`, `{500, JPY}` to `500 JPY`. Throws unless the amount is an integer of 0 or more. */
export const toWireAmount = ({ amountCents, currency }: Money): WireAmount => {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) throw new RangeError('The amount must be an integer of 0 or more, in cents.');
  const decimals = decimalsOf(currency);
  if (decimals === 0) return { currency, value: String(amountCents) };
  const digits = String(amountCents).padStart(decimals + 1, '0');
  return { currency, value: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
};

/** The inverse of `toWireAmount`, without floating point; `null`: not the format of the currency, or too large. */
export const fromWireAmount = ({ currency, value }: WireAmount): Money | null => {
  const format = decimalsOf(currency) === 0 ? /^\d+$/ : /^\d+\.\d{2}$/;
  if (!format.test(value)) return null;
  const amountCents = Number(value.replace('.', ''));
  return Number.isSafeInteger(amountCents) ? { amountCents, currency } : null;
};
