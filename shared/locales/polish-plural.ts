const PLURALS = new Intl.PluralRules('pl');

/** Returns the form of a Polish noun after a number: `one` for 1, `few` for 2 to 4, 22 to 24 and so on, `many` for all others. */
export const polishPlural = (count: number, one: string, few: string, many: string): string => {
  const form = PLURALS.select(count);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
};
