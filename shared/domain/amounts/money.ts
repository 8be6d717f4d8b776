/** Amounts of money are integers in the currency's smallest unit, named `...Cents` for all currencies. */

/** Currencies of the payment provider, with their decimals. */
const CURRENCY_DECIMALS: Readonly<Record<string, 0 | 2>> = {
  AED: 2,
  AUD: 2,
  BGN: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  ISK: 0,
  JPY: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RON: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TWD: 2,
  USD: 2,
  ZAR: 2,
};

export const CURRENCIES: readonly string[] = Object.keys(CURRENCY_DECIMALS);

export const isCurrency = (code: string): boolean => Object.hasOwn(CURRENCY_DECIMALS, code);

/** Decimals of a known currency: 2, or 0 for ISK and JPY. */
export const decimalsOf = (currency: string): 0 | 2 => CURRENCY_DECIMALS[currency] ?? 2;

/** Maximum amount of a price, tier or one-off payment, in the smallest unit. */
export const MAX_AMOUNT_CENTS = 99_999_999;

export const isAmountCents = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= MAX_AMOUNT_CENTS;

/** Formats an amount as a decimal: 1250 cents (EUR) as `12.50`, an amount of 500 in JPY as `500`. */
export const decimalText = (amountCents: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amountCents)).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return amountCents < 0 ? `-${text}` : text;
};

/** Formats an amount for an error message: 5831 cents (EUR) as `58.31 EUR`. */
export const formatAmount = (amountCents: number, currency: string): string => `${decimalText(amountCents, currency)} ${currency}`;

/** Basis points in a whole: 1 basis point is 0.01 %. */
export const BASIS_POINTS = 10_000;

/** Integer division, rounded half away from zero: 5/2 = 3, -5/2 = -3. `denominator` is positive. */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -quotient : quotient;
};

/** `amountCents * numerator / denominator`, rounded half away from zero. Exact for all sizes. */
export const proportionOf = (amountCents: number, numerator: number, denominator: number): number =>
  Number(divideRounded(BigInt(amountCents) * BigInt(numerator), BigInt(denominator)));

/** Computes `basisPoints` of an amount, rounded once: 2100 basis points (21 %) of 10000 are 2100. */
export const applyBasisPoints = (amountCents: number, basisPoints: number): number => proportionOf(amountCents, basisPoints, BASIS_POINTS);

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
