import { COUNTRY_CODES } from '../domain/countries.ts';
import { displayNames } from '../platform/intl.ts';

/** All countries with their names in a locale, sorted by the rules of the locale. */
export const countriesIn = (locale: string): readonly { readonly code: string; readonly name: string }[] => {
  const names = displayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) => compare(a.name, b.name));
};

/** The name of a country in a locale: `Netherlands` for `NL` in English. */
export const countryName = (code: string, locale: string): string =>
  displayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
