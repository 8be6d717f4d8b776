import { divideRounded } from './money.ts';

/**
 * Unit amounts finer than a cent, as scaled integers: a `UnitAmount` of 1 is 10^-12 of the currency's
 * smallest unit. On the wire and in records they are decimal strings (`"0.05"` = a twentieth of a cent).
 */
export type UnitAmount = bigint;

const SCALE_DIGITS = 12;
const SCALE = 10n ** BigInt(SCALE_DIGITS);
const FORM = /^(\d{1,8})(?:\.(\d{1,12}))?$/;

/** `null` for anything but a plain non-negative decimal of at most eight and twelve digits. */
export const parseUnitAmount = (text: string): UnitAmount | null => {
  const match = FORM.exec(text);
  if (match === null) return null;
  return BigInt(match[1] ?? '0') * SCALE + BigInt((match[2] ?? '').padEnd(SCALE_DIGITS, '0'));
};

/** The shortest decimal string of the same value: `0.050` is written `0.05`. */
export const formatUnitAmount = (amount: UnitAmount): string => {
  const fraction = (amount % SCALE).toString().padStart(SCALE_DIGITS, '0').replace(/0+$/, '');
  return fraction === '' ? `${amount / SCALE}` : `${amount / SCALE}.${fraction}`;
};

/** Cents for `quantity` units plus a flat fee: exact in between, rounded once at the end. */
export const priceOfUnits = (unit: UnitAmount, quantity: number, flatCents = 0): number =>
  Number(divideRounded(unit * BigInt(quantity), SCALE)) + flatCents;
