import * as amounts from '../platform/amounts.ts';

/** The pages speak English. */
const LOCALE = 'en';

/** `1999 EUR` as `€19.99`. */
export const amountText = (amountCents: number, currency: string): string => amounts.amountText(amountCents, currency, LOCALE);

/** A decimal number of cents with all its places: `0.25 EUR` as `€0.0025`. */
export const unitAmountText = (unitAmountDecimal: string, currency: string): string =>
  amounts.unitAmountText(unitAmountDecimal, currency, LOCALE);
