/** Maximum number of cached formatters of each kind. Without a limit, each language and currency of customers would add formatters. */
const MAX_CACHED = 500;

/** Caches what `create` returns by its arguments, because creating a formatter takes much longer than using it. */
const cachedFormatters = <Options, Formatter>(create: (locale: string, options: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = JSON.stringify([locale, options]);
    const known = formatters.get(key);
    if (known !== undefined) return known;
    if (formatters.size >= MAX_CACHED) formatters.clear();
    const formatter = create(locale, options);
    formatters.set(key, formatter);
    return formatter;
  };
};

/** Returns the formatter of numbers for a locale, a BCP 47 tag. */
export const numberFormat = cachedFormatters((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** Returns the formatter of dates and times for a locale, a BCP 47 tag. */
export const dateTimeFormat = cachedFormatters((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** Returns names, such as those of countries, in the language of a locale, a BCP 47 tag. */
export const displayNames = cachedFormatters((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
