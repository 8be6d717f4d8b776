/** Maximum number of formatters of a kind in memory. Otherwise, the number would depend on the languages and currencies of customers. */
const MOST_KEPT = 500;

/** Caches what `create` returns by its arguments, because creating a formatter takes much longer than using it. */
const kept = <Options, Formatter>(create: (locale: string, options: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = JSON.stringify([locale, options]);
    const known = formatters.get(key);
    if (known !== undefined) return known;
    if (formatters.size >= MOST_KEPT) formatters.clear();
    const formatter = create(locale, options);
    formatters.set(key, formatter);
    return formatter;
  };
};

/** Returns the formatter of numbers for a locale, a BCP 47 tag. */
export const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** Returns the formatter of dates and times for a locale, a BCP 47 tag. */
export const dateTimeFormat = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** Returns names, such as those of countries, in the language of a locale, a BCP 47 tag. */
export const displayNames = kept((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
