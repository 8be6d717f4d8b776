import { BASIS_POINTS } from '../../domain/amounts/money.ts';
import { isCountryCode } from '../../domain/countries.ts';
import { amountText, unitAmountText } from '../../platform/amounts.ts';
import { numberFormat } from '../../platform/intl.ts';
import { dateFormat, dateLocale, parseLocale, type SupportedLanguage, supportedLanguageOf } from '../../platform/language.ts';
import { de } from './de.ts';
import type { Texts } from './en.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';

/** The languages of the pages. */
export const PAGE_TEXTS = { en, de, nl, fr, es, it, pl } as const satisfies Readonly<Record<string, Texts>>;
export type Language = keyof typeof PAGE_TEXTS;

/** The texts of one language and the formats of its locale. */
export interface PageLocale {
  readonly language: Language;
  readonly texts: Texts;
  /** BCP 47, with the region if the reader's tag has one. */
  readonly tag: string;
  /** `1999` cents as `€19.99` or `19,99 €`, and `-1999` as `−€19.99` or `−19,99 €`. */
  readonly amount: (amountCents: number, currency: string) => string;
  /** A decimal number of cents with all its decimals: `0.25` cents as `€0.0025`. */
  readonly unitAmount: (amountDecimal: string, currency: string) => string;
  /** `2100` as `21%` or `21 %`. */
  readonly rate: (basisPoints: number) => string;
  /** Unix seconds as a day in UTC. */
  readonly day: (seconds: number) => string;
}

const MINUS = '\u2212';

const createLocale = ({ language, locale }: SupportedLanguage<Language>, countryCode: string | null): PageLocale => ({
  language,
  texts: PAGE_TEXTS[language],
  tag: locale,
  // The minus sign is prepended, because Dutch formats put it after the currency and use a hyphen, after which a line can break.
  amount: (amountCents, currency) => `${amountCents < 0 ? MINUS : ''}${amountText(Math.abs(amountCents), currency, locale)}`,
  unitAmount: (amountDecimal, currency) => unitAmountText(amountDecimal, currency, locale),
  rate: (basisPoints) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / BASIS_POINTS),
  day: (seconds) => dateFormat(dateLocale(locale, countryCode), { dateStyle: 'long' }).format(seconds * 1000),
});

export const ENGLISH = createLocale({ language: 'en', locale: 'en' }, null);

/** Longer headers are cut; browsers send shorter ones. */
const HEADER_LENGTH = 500;

/** Returns the tags of an `Accept-Language` header by descending quality, except tags of quality 0. */
const acceptedTags = (header = ''): readonly string[] =>
  header
    .slice(0, HEADER_LENGTH)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);

/** Many browsers send this tag by default in all countries, so it does not show the reader's country. */
const DEFAULT_TAG = 'en-US';

/** The country in the browser's preferred language tag: `AT` for `de-AT`; `null` for a tag without country and for `DEFAULT_TAG`. */
export const browserCountryOf = (acceptLanguage: string | undefined): string | null => {
  const [tag = DEFAULT_TAG] = acceptedTags(acceptLanguage);
  const region = tag === DEFAULT_TAG ? undefined : parseLocale(tag)?.region;
  return region !== undefined && isCountryCode(region) ? region : null;
};

/** The browser's first language that is supported; `null`: none is. `acceptLanguage`: the `Accept-Language` header. */
export const languageOfBrowser = (acceptLanguage: string | undefined): SupportedLanguage<Language> | null =>
  acceptedTags(acceptLanguage)
    .map((tag) => supportedLanguageOf(PAGE_TEXTS, tag))
    .find((supported) => supported !== null) ?? null;

/**
 * Returns the locale of a page: the customer's language if it is supported, or the first supported language of the browser, or English.
 * `countryCode`: the customer's country, which decides the date format if the language tag has no region; `null`: unknown.
 */
export const pageLocaleFor = (
  customerLanguage: string | null,
  acceptLanguage: string | undefined,
  countryCode: string | null = null,
): PageLocale =>
  createLocale(
    supportedLanguageOf(PAGE_TEXTS, customerLanguage) ?? languageOfBrowser(acceptLanguage) ?? { language: 'en', locale: 'en' },
    countryCode,
  );
