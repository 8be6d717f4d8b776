import { METHOD_NAMES } from '../../../../shared/domain/payment/methods.ts';
import { countriesIn } from '../../../../shared/pages/country-names.ts';
import { amountText, shortAmountText, unitAmountText } from '../../../../shared/platform/amounts.ts';
import { parseLocale } from '../../../../shared/platform/language.ts';
import { refundReasonText } from '../objects/actions/refund-reasons.ts';
import { isRow, type Row, type RowOf } from '../objects/rows.ts';
import { upperFirst } from './first-letter.ts';
import { storedText, storeText } from './storage.ts';

/** Formats values in the reader's language and time zone. */

const LOCALE = navigator.languages.flatMap((tag) => parseLocale(tag)?.toString() ?? [])[0] ?? 'en';

export const money = (cents: number, currency: string): string => amountText(cents, currency, LOCALE);

/** An amount in short form: `€1.2K`. */
export const shortMoney = (cents: number, currency: string): string => shortAmountText(cents, currency, LOCALE);

const ZONE_KEY = 'billing-console-zone';
export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formatIn = (timeZone: string) => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone });

const dayFormats = (timeZone: string) => ({
  short: new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone }),
  long: new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
  year: new Intl.DateTimeFormat(LOCALE, { year: 'numeric', timeZone }),
});

let zone = storedText(ZONE_KEY) === 'UTC' ? 'UTC' : LOCAL_ZONE;
let dates = formatIn(zone);
let days = dayFormats(zone);

export const currentZone = (): string => zone;

/** Sets and stores the time zone in which times and days are formatted. */
export const setZone = (selectedZone: string): void => {
  zone = selectedZone;
  dates = formatIn(selectedZone);
  days = dayFormats(selectedZone);
  storeText(ZONE_KEY, selectedZone);
};

export const timeText = (seconds: number): string => dates.format(seconds * 1000);

/** A day without its time: `4 Dec`; with the year if it is not the current one: `4 Dec 2027`. */
export const dayText = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  const isThisYear = days.year.format(date) === days.year.format(new Date());
  return (isThisYear ? days.short : days.long).format(date);
};

/** A day with its year: `4 Dec 2026`. */
export const fullDayText = (seconds: number): string => days.long.format(seconds * 1000);

const utcDays = dayFormats('UTC');
/** A UTC day with its year: `4 Dec 2026`. */
export const utcDayText = (seconds: number): string => utcDays.long.format(seconds * 1000);
/** A UTC day without its year, for the axis of a chart: `4 Dec`. */
export const shortUtcDayText = (seconds: number): string => utcDays.short.format(seconds * 1000);

const months = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** A UTC month with its year: `Dec 2026`. */
export const monthText = (seconds: number): string => months.format(seconds * 1000);

const quantities = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 12 });
/** A quantity of the API, which is a decimal string: `1,234.5`. */
export const quantityText = (quantity: string): string => quantities.format(Number(quantity));

/** The countries by code, with their names in the reader's language. */
export const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(countriesIn(LOCALE).map(({ code, name }) => [code, name]));

const percentage = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 });
/** A percentage: `21%`. */
export const percentText = (percent: number): string => percentage.format(percent / 100);

const numbers = new Intl.NumberFormat(LOCALE);
/** A number with separators: `1,000`. */
export const numberText = (value: number): string => numbers.format(value);

/** A number of things: `1 row`, `2,000 rows`. */
export const countText = (count: number, what: string): string => `${numberText(count)} ${what}${count === 1 ? '' : 's'}`;

/** The label of an API value: `past_due` as `Past due`. */
export const enumLabel = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return upperFirst(text);
};

const METHODS: Readonly<Record<string, string>> = {
  ...METHOD_NAMES,
  creditcard: 'Card',
  directdebit: 'SEPA Direct Debit',
  banktransfer: 'Bank transfer',
};

/** The name of a payment method: `Visa •••• 4242`. */
export const methodText = (method: RowOf['payments']['payment_method']): string => {
  if (method === null) return '–';
  const name = method.brand ?? METHODS[method.type] ?? enumLabel(method.type);
  return method.last4 === null || method.last4 === undefined ? name : `${name} •••• ${method.last4}`;
};

export const methodTypeText = (type: string): string => METHODS[type] ?? enumLabel(type);

/** The price per interval: `€10.00 per month`. For a metered price: the price per unit, or `Tiers`. */
export const priceText = (
  price: Pick<RowOf['prices'], 'usage_type' | 'unit_amount_decimal' | 'amount_cents' | 'currency' | 'interval'>,
): string => {
  const { usage_type: type, unit_amount_decimal: unit, amount_cents: cents, currency, interval } = price;
  if (type === 'metered')
    return typeof unit === 'string'
      ? `${unitAmountText(unit, currency, LOCALE)} per unit, billed per ${interval}`
      : `Tiers, billed per ${interval}`;
  return `${money(cents ?? 0, currency)} per ${interval}`;
};

/** The unit amount of a tier: `€0.025`. */
export const unitMoney = (unitAmountDecimal: string, currency: string): string => unitAmountText(unitAmountDecimal, currency, LOCALE);

/** Whether a field is a time, from its name: `created`, `paid_at`, `period_start`. */
export const isTimeField = (name: string): boolean => name === 'created' || /_(at|start|end|time|from|until|attempt|by)$/.test(name);

/** The currency of an object's amounts: the `currency` of the object, of its `price`, or of the object in its `data`; `null`: none. */
export const currencyOf = (row: Row): string | null => {
  const { currency = isRow(row['price']) ? row['price']['currency'] : null, data } = row;
  if (typeof currency === 'string') return currency;
  return isRow(data) ? currencyOf(data) : null;
};

/** The title of a field: `amount_refunded_cents` as `Amount refunded`, `address_line1` as `Address line 1`. */
export const titleOf = (name: string): string => {
  const title = name
    .replace(/_(cents|decimal|id|basis_points)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/\b(mrr|vat|url|api)\b/g, (word) => word.toUpperCase())
    .replace(/(?<=[a-z])\d$/, ' $&');
  return name === 'id' ? 'ID' : upperFirst(title);
};

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Formats a value of an object for its page. */
export const valueText = (name: string, value: unknown, row: Row): string => {
  if (isEmpty(value)) return '–';
  const currency = currencyOf(row);
  if (typeof value === 'number' && name.endsWith('_cents') && currency !== null) return money(value, currency);
  if (typeof value === 'string' && name.endsWith('_amount_decimal') && currency !== null) return unitAmountText(value, currency, LOCALE);
  if (typeof value === 'number' && isTimeField(name)) return timeText(value);
  if (typeof value === 'number' && name.endsWith('_basis_points')) return percentText(value / 100);
  if (typeof value === 'number' && name === 'percent_off') return percentText(value);
  if (typeof value === 'string' && name === 'reason' && row['object'] === 'refund_eligibility') return refundReasonText(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && !value.some(isRow)) return value.join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};
