const BELGIAN_MODULUS = 97;

/** The last two digits of a Belgian enterprise number are 97 minus the remainder of the first eight divided by 97. */
export const isBelgianNumber = (digits: string): boolean =>
  BELGIAN_MODULUS - (Number(digits.slice(0, -2)) % BELGIAN_MODULUS) === Number(digits.slice(-2));

/** Luhn check: the sum of the digits, with every second digit doubled, is a multiple of ten. */
export const isLuhnNumber = (digits: string): boolean => {
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
};
