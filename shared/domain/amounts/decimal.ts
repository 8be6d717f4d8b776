import { divideRounded } from './money.ts';

/**
 * Unit amount as a scaled integer: 1 is 10^-12 of the currency's smallest unit. In the API and in records it is a decimal string (`"0.05"`:
 * a twentieth of a cent).
 */
export type UnitAmount = bigint;

const SCALE_DIGITS = 12;
const SCALE = 10n ** BigInt(SCALE_DIGITS);
const FORM = /^(\d{1,8})(?:\.(\d{1,12}))?$/;

/** Parses a decimal string with at most 8 integer and 12 fraction digits; `null` for any other text. */
export const parseUnitAmount = (text: string): UnitAmount | null => {
  const match = FORM.exec(text);
  if (match === null) return null;
  return BigInt(match[1] ?? '0') * SCALE + BigInt((match[2] ?? '').padEnd(SCALE_DIGITS, '0'));
};

/** Formats a unit amount as the shortest decimal string, such as `0.05`. */
export const formatUnitAmount = (amount: UnitAmount): string => {
  const fraction = (amount % SCALE).toString().padStart(SCALE_DIGITS, '0').replace(/0+$/, '');
  return fraction === '' ? `${amount / SCALE}` : `${amount / SCALE}.${fraction}`;
};

/** Cents for `quantity` units, rounded once. */
export const priceOfUnits = (unit: UnitAmount, quantity: number): number => Number(divideRounded(unit * BigInt(quantity), SCALE));
