import type { Money } from '../port.ts';

/** An amount as it travels: a decimal string with exactly the currency's decimals. */
export interface WireAmount {
  readonly currency: string;
  readonly value: string;
}

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['ISK', 'JPY']);

/** How many decimals the provider writes for `currency`. */
export const decimalsOf = (currency: string): 0 | 2 => (WITHOUT_DECIMALS.has(currency) ? 0 : 2);

/** `{1999, EUR}` becomes `19.99 EUR`, `{500, JPY}` becomes `500 JPY`. The amount must be an integer, 0 or more. */
export const toWireAmount = ({ amountCents, currency }: Money): WireAmount => {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) throw new RangeError('An amount must be a whole number of cents, 0 or more.');
  const decimals = decimalsOf(currency);
  if (decimals === 0) return { currency, value: String(amountCents) };
  const digits = String(amountCents).padStart(decimals + 1, '0');
  return { currency, value: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
};

/** The exact inverse of `toWireAmount`; `null` for anything it would not write. No floating point on the way. */
export const fromWireAmount = ({ currency, value }: WireAmount): Money | null => {
  const form = decimalsOf(currency) === 0 ? /^\d+$/ : /^\d+\.\d{2}$/;
  if (!form.test(value)) return null;
  const amountCents = Number(value.replace('.', ''));
  return Number.isSafeInteger(amountCents) ? { amountCents, currency } : null;
};
