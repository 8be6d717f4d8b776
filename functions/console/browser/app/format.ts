import { amountText, shortAmountText, unitAmountText } from '../../../../shared/platform/amounts.ts';
import { localeIn } from '../../../../shared/platform/language.ts';
import { refundReasonText } from '../objects/refund-reasons.ts';
import { isRow, type Row, type RowOf } from '../objects/rows.ts';

/** How values are written, in the reader's own language and zone. */

const LOCALE = navigator.languages.flatMap((tag) => localeIn(tag)?.toString() ?? [])[0] ?? 'en';

export const money = (cents: number, currency: string): string => amountText(cents, currency, LOCALE);

/** Where there is little space: `€1.2K`. */
export const shortMoney = (cents: number, currency: string): string => shortAmountText(cents, currency, LOCALE);

const months = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: '2-digit', timeZone: 'UTC' });
/** The month of UTC that begins then. */
export const monthText = (seconds: number): string => months.format(seconds * 1000);

const ZONE_CHOICE = 'billing-console-zone';
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formatIn = (timeZone: string) => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Browsers that keep nothing for pages have the reader's zone each time. */
const keptZone = (): string | null => {
  try {
    return localStorage.getItem(ZONE_CHOICE);
  } catch {
    return null;
  }
};

let zone = keptZone() === 'UTC' ? 'UTC' : OWN_ZONE;
let dates = formatIn(zone);

export const zoneNow = (): string => zone;

/** All times are written in this zone from now on. */
export const setZone = (chosen: string): void => {
  zone = chosen;
  dates = formatIn(chosen);
  try {
    localStorage.setItem(ZONE_CHOICE, chosen);
  } catch {
    // It holds for this page alone.
  }
};

export const timeText = (seconds: number): string => dates.format(seconds * 1000);

export const isTime = (name: string): boolean => name === 'created' || /_(at|start|end|time|from|until|attempt|by)$/.test(name);

/** Of the object's amounts: its own, its price's, or of an event that of the object it is about; `null`: it names none. */
export const currencyOf = (row: Row): string | null => {
  const { currency = isRow(row['price']) ? row['price']['currency'] : null, data } = row;
  if (typeof currency === 'string') return currency;
  return isRow(data) ? currencyOf(data) : null;
};

/** What a metered price asks; `null`: it is not metered. */
export const meteredText = ({ usage_type: type, unit_amount_decimal: amount, currency }: RowOf['prices']): string | null => {
  if (type !== 'metered') return null;
  return typeof amount === 'string' ? `${unitAmountText(amount, currency, LOCALE)} a unit` : 'Metered, in tiers';
};

/** `amount_refunded_cents` as `Amount refunded`. */
export const titleOf = (name: string): string => {
  const labels = name
    .replace(/_(cents|decimal|id|basis_points)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\b(mrr|vat|url|api)\b/g, (word) => word.toUpperCase())
    .replace(/(?<=[a-z])\d$/, ' $&');
  return name === 'id' ? 'Id' : `${labels.charAt(0).toUpperCase()}${labels.slice(1)}`;
};

export const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value of an object, as its page shows it. */
export const valueText = (name: string, value: unknown, row: Row): string => {
  if (isNothing(value)) return '–';
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
