/** Format of a VAT id after its prefix, by prefix: EU member states (Greece as EL) and Northern Ireland (XI). */
const FORMATS: Readonly<Record<string, RegExp>> = {
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

/** Country codes by prefix, for the prefixes that are not country codes. */
const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** True for a prefix of the EU's validation service (VIES). */
const isVatPrefix = (prefix: string): boolean => Object.hasOwn(FORMATS, prefix);

/** A VAT number without separators. */
export interface VatNumber {
  /** Country code, except `EL` for Greece and `XI` for Northern Ireland. */
  readonly prefix: string;
  /** The number after the prefix; it can contain letters. */
  readonly digits: string;
}

/** Parses a VAT number with any separators; `null`: not an EU VAT number. */
export const parseVatNumber = (text: string): VatNumber | null => {
  const normalized = text.replaceAll(/[\s.\-/]/g, '').toUpperCase();
  const prefix = normalized.slice(0, 2);
  const digits = normalized.slice(2);
  return isVatPrefix(prefix) && /^[0-9A-Z+*]{2,12}$/.test(digits) ? { prefix, digits } : null;
};

/** Formats a VAT number for storage and documents: `NL123456789B01`. */
export const formatVatNumber = ({ prefix, digits }: VatNumber): string => `${prefix}${digits}`;

/** Country of a normalized VAT id by its prefix (`EL`: GR, `XI`: GB); `null`: not an EU prefix. */
export const countryOfVatId = (vatId: string): string | null => {
  const prefix = vatId.slice(0, 2);
  return isVatPrefix(prefix) ? (COUNTRIES[prefix] ?? prefix) : null;
};

/** Prefix of the VAT ids of a country (GR: `EL`); `null`: not a country of the EU. Never `XI`: Northern Ireland has no country code. */
export const vatPrefixOf = (countryCode: string): string | null => {
  const prefix = countryCode === COUNTRIES.EL ? 'EL' : countryCode;
  return isVatPrefix(prefix) && prefix !== 'XI' ? prefix : null;
};

/** Error message for the wrong Greek prefix `GR`, a common mistake; `null`: the id has another prefix. */
export const vatPrefixProblem = (vatId: string): string | null =>
  normalizedVatId(vatId).startsWith('GR') ? 'The prefix of Greek VAT numbers is EL, not GR.' : null;

/** Normalizes a VAT id: upper case, without spaces, dots and dashes. */
export const normalizedVatId = (vatId: string): string => vatId.toUpperCase().replaceAll(/[\s.-]/g, '');

/** True when a normalized VAT id has the format of its country. Does not check whether the id is registered. */
export const hasVatIdForm = (vatId: string): boolean => FORMATS[vatId.slice(0, 2)]?.test(vatId.slice(2)) ?? false;
