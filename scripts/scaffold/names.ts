/** `checkout_sessions` -> `checkout-sessions`. */
export const dashed = (name: string): string => name.replaceAll('_', '-');

/** `tax_rate` and `tax-rate` -> `tax rate`. */
export const spaced = (name: string): string => name.replaceAll(/[_-]/g, ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `tax_rate` and `tax-rate` -> `taxRate`. */
export const camel = (name: string): string => name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `a customer`, `an invoice`. */
export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Guesses the past participle for an audit action, to be reviewed: `archive` -> `archived`, `redeem_once` -> `redeemed`. */
export const participleOf = (verb: string): string => {
  const [word = ''] = verb.split('_');
  if (word.endsWith('e')) return `${word}d`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ied` : `${word}ed`;
};
