const PATTERN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Subtracted from the character code of a letter: the check counts A as 10, B as 11, up to Z as 35. */
const LETTER_OFFSET = 55;

/** True for an IBAN without spaces whose check digits are right (ISO 13616). */
export const isIban = (iban: string): boolean => {
  if (!PATTERN.test(iban)) return false;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`]
    .map((letter) => (/\d/.test(letter) ? letter : String(letter.charCodeAt(0) - LETTER_OFFSET)))
    .join('');
  return BigInt(digits) % 97n === 1n;
};
