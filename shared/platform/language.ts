/** One of the languages that something is written in. */
export interface Spoken<Language extends string> {
  readonly language: Language;
  /** BCP 47: the language, with the region where the reader's own tag names one. */
  readonly locale: string;
}

/** `null`: `Intl` knows no such tag, as some systems have them. */
export const localeIn = (tag: string): Intl.Locale | null => {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
};

/** `de-AT` is German with Austrian numbers; `null`: the tag is none, or of a language that there are no texts for. */
export const spokenIn = <Language extends string>(
  strings: Readonly<Record<Language, unknown>>,
  tag: string | null,
): Spoken<Language> | null => {
  const isSpoken = (language: string): language is Language => Object.hasOwn(strings, language);
  const locale = tag === null ? null : localeIn(tag);
  if (locale === null || !isSpoken(locale.language)) return null;
  const { language, region } = locale;
  return { language, locale: region === undefined ? language : `${language}-${region}` };
};
