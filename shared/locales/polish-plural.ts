const PLURALS = new Intl.PluralRules('pl');

/** Returns the Polish form of a noun after a number: 1; 2 to 4 (also 22 to 24, ...); all others. */
export const polishPlural = (count: number, one: string, few: string, many: string): string => {
  const form = PLURALS.select(count);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
};
