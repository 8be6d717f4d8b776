/** What follows the prefix in each state's VAT ids: the states of the European Union, with Greece as EL, and Northern Ireland as XI. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Prefixes that are not the code of the country they are of. */
const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** The country that a normalized id is of, by its prefix (`EL` is GR, `XI` is GB); `null` for a prefix that is none of the EU's. */
export const countryOfVatId = (vatId: string): string | null => {
  const prefix = vatId.slice(0, 2);
  return Object.hasOwn(FORMS, prefix) ? (COUNTRIES[prefix] ?? prefix) : null;
};

/** What is wrong with the prefix of a number as people write it, where that is a common mistake; `null`: nothing known. */
export const vatPrefixProblem = (given: string): string | null =>
  normalizedVatId(given).startsWith('GR') ? 'The prefix of Greek VAT numbers is EL, not GR.' : null;

/** Capitals, without the blanks, dots and dashes that people put in. */
export const normalizedVatId = (given: string): string => given.toUpperCase().replaceAll(/[\s.-]/g, '');

/** True when a normalized id has the form of its state; says nothing about its being anybody's. */
export const hasVatIdForm = (vatId: string): boolean => FORMS[vatId.slice(0, 2)]?.test(vatId.slice(2)) ?? false;
