import { amountText, shortAmountText, unitAmountText } from '../../../../shared/platform/amounts.ts';
import { parseLocale } from '../../../../shared/platform/language.ts';
import { refundReasonText } from '../objects/refund-reasons.ts';
import { isRow, type Row, type RowOf } from '../objects/rows.ts';

/** Formats values in the reader's language and time zone. */

const LOCALE = navigator.languages.flatMap((tag) => parseLocale(tag)?.toString() ?? [])[0] ?? 'en';

export const money = (cents: number, currency: string): string => amountText(cents, currency, LOCALE);

/** An amount in short form: `€1.2K`. */
export const shortMoney = (cents: number, currency: string): string => shortAmountText(cents, currency, LOCALE);

const months = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: '2-digit', timeZone: 'UTC' });
/** The UTC month that starts at this time. */
export const monthText = (seconds: number): string => months.format(seconds * 1000);

const ZONE_KEY = 'billing-console-zone';
export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formatIn = (timeZone: string) => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** The stored time zone; `null`: none is stored, or the browser blocks the storage. */
const storedZone = (): string | null => {
  try {
    return localStorage.getItem(ZONE_KEY);
  } catch {
    return null;
  }
};

let zone = storedZone() === 'UTC' ? 'UTC' : LOCAL_ZONE;
let dates = formatIn(zone);

export const currentZone = (): string => zone;

/** Sets and stores the time zone in which `timeText` formats times. */
export const setZone = (selectedZone: string): void => {
  zone = selectedZone;
  dates = formatIn(selectedZone);
  try {
    localStorage.setItem(ZONE_KEY, selectedZone);
  } catch {
    // The browser blocks the storage, so the time zone applies only until the page is closed.
  }
};

export const timeText = (seconds: number): string => dates.format(seconds * 1000);

/** Whether a field is a time, from its name: `created`, `paid_at`, `period_start`. */
export const isTime = (name: string): boolean => name === 'created' || /_(at|start|end|time|from|until|attempt|by)$/.test(name);

/** The currency of an object's amounts: its field `currency`, that of its `price`, or that of the object in its `data`; `null`: none. */
export const currencyOf = (row: Row): string | null => {
  const { currency = isRow(row['price']) ? row['price']['currency'] : null, data } = row;
  if (typeof currency === 'string') return currency;
  return isRow(data) ? currencyOf(data) : null;
};

/** The unit price of a metered price; `null`: the price is not metered. */
export const meteredText = ({ usage_type: type, unit_amount_decimal: amount, currency }: RowOf['prices']): string | null => {
  if (type !== 'metered') return null;
  return typeof amount === 'string' ? `${unitAmountText(amount, currency, LOCALE)} a unit` : 'Metered, in tiers';
};

/** The title of a field: `amount_refunded_cents` as `Amount refunded`, `address_line1` as `Address line 1`. */
export const titleOf = (name: string): string => {
  const title = name
    .replace(/_(cents|decimal|id|basis_points)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\b(mrr|vat|url|api)\b/g, (word) => word.toUpperCase())
    .replace(/(?<=[a-z])\d$/, ' $&');
  return name === 'id' ? 'Id' : `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
};

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Formats a value of an object for its page. */
export const valueText = (name: string, value: unknown, row: Row): string => {
  if (isEmpty(value)) return '–';
  const currency = currencyOf(row);
  if (typeof value === 'number' && name.endsWith('_cents') && currency !== null) return money(value, currency);
  if (typeof value === 'string' && name.endsWith('_amount_decimal') && currency !== null) return unitAmountText(value, currency, LOCALE);
  if (typeof value === 'number' && isTime(name)) return timeText(value);
  if (typeof value === 'number' && name.endsWith('_basis_points')) return `${value / 100} %`;
  if (typeof value === 'number' && name === 'percent_off') return `${value} %`;
  if (typeof value === 'string' && name === 'reason' && row['object'] === 'refund_eligibility') return refundReasonText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && !value.some(isRow)) return value.join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};
