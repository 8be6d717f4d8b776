import { dateTimeFormat } from './intl.ts';

/** A supported language with the locale to format for. */
export interface SupportedLanguage<Language extends string> {
  readonly language: Language;
  /** BCP 47 tag: the language, with the region of the reader's tag, if any. */
  readonly locale: string;
}

/** Parses a language tag; `null` if `Intl` does not accept it. */
export const parseLocale = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
};

/**
 * Finds the supported language of a tag: `de-AT` is German with Austrian formats. `null` for an invalid tag or another language.
 * `languages`: an object whose keys are the supported languages.
 */
export const supportedLanguageOf = <Language extends string>(
  languages: Readonly<Record<Language, unknown>>,
  tag: string | null,
): SupportedLanguage<Language> | null => {
  const isSupported = (language: string): language is Language => Object.hasOwn(languages, language);
  const locale = tag === null ? null : parseLocale(tag);
  if (locale === null || !isSupported(locale.language)) return null;
  const { language, region } = locale;
  return { language, locale: region === undefined ? language : `${language}-${region}` };
};

/**
 * The locale for dates: the language tag, with the reader's country if the tag has no region. English is `4 December 2026` in the
 * Netherlands and `December 4, 2026` in the United States. `countryCode`: ISO 3166-1 alpha-2; `null`: unknown.
 */
export const dateLocale = (tag: string, countryCode: string | null): string =>
  countryCode === null || parseLocale(tag)?.region !== undefined ? tag : (parseLocale(`${tag}-${countryCode}`)?.toString() ?? tag);

interface DateFormat {
  readonly format: (ms: number) => string;
  readonly formatRange: (startMs: number, endMs: number) => string;
}

/** The text of a French date: the first day of a month is `1er`. */
const frenchText = (parts: readonly (Intl.DateTimeFormatPart | Intl.DateTimeRangeFormatPart)[]): string =>
  parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('');

/** Formats times, given in milliseconds, as dates in UTC. `tag`: BCP 47. */
export const dateFormat = (tag: string, options: Intl.DateTimeFormatOptions): DateFormat => {
  const dates = dateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  if (parseLocale(tag)?.language !== 'fr') return dates;
  return {
    format: (ms) => frenchText(dates.formatToParts(ms)),
    formatRange: (startMs, endMs) => frenchText(dates.formatRangeToParts(startMs, endMs)),
  };
};

/** A label and its value: `Usage: Pro`. French has a no-break space before the colon. `tag`: BCP 47 tag of the text's language. */
export const labelled = (tag: string, label: string, value: string): string =>
  `${label}${parseLocale(tag)?.language === 'fr' ? '\u00a0' : ''}: ${value}`;
