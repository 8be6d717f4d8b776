/**
 * Normalizes a column heading or the name of a country to lower case without accents. Characters other than letters and digits become
 * spaces, and several spaces become one.
 * `nextPaymentDate`, `Next payment-date (UTC)` and `NEXT_PAYMENT_DATE` become `next payment date`.
 */
export const normalizeLabel = (text: string): string =>
  text
    .replace(/\((utc|gmt)\)/gi, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
