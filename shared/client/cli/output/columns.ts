import type { Schema } from '../description.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Aligned to the right. */
  readonly isNumber: boolean;
  /** The text of the column for an entry; `-` if there is none. */
  readonly textOf: (entry: Entry) => string;
}

/** Fields that identify an object for people, the most helpful first. A table shows the first two that the entries have. */
const LABELS = [
  'number',
  'name',
  'email',
  'code',
  'url',
  'label',
  'event_type',
  'country_code',
  'rate_basis_points',
  'description',
  'action',
  'resource_id',
  'type',
  'percent_off',
  'prefix',
  'product_id',
  'interval',
  'customer_id',
  'price_id',
  'payment_id',
  'reason',
  'attempt_count',
  'quantity',
  'subscription_id',
] as const;
const MAX_LABELS = 2;
/** Amounts, the most helpful first. A table shows the first that the entries have. */
const AMOUNTS = ['total_cents', 'amount_cents', 'amount_off_cents', 'mrr_cents'] as const;
/** Currencies without decimals in the API. `Intl` cannot be used: unlike the API, it has no decimals for HUF. */
const CURRENCIES_WITHOUT_DECIMALS: readonly string[] = ['ISK', 'JPY'];
const NONE = '-';

/** Formats Unix seconds as `2026-09-13T14:00:00Z`. */
export const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Formats an amount that is given in the smallest unit of its currency: 5831 and EUR as `58.31 EUR`. */
const amountText = (amount: number, currency: string): string => {
  const digits = CURRENCIES_WITHOUT_DECIMALS.includes(currency) ? 0 : 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
};

const plainText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return NONE;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const titleOf = (name: string): string =>
  name
    .replace(/_(cents|basis_points)$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();

const fieldColumn = (name: string): Column => ({ title: titleOf(name), isNumber: false, textOf: (entry) => plainText(entry[name]) });

/** Returns the currency of an entry. A subscription has its currency in `price`. */
const currencyOf = ({ currency, price }: Entry): unknown => currency ?? (price as Entry | null | undefined)?.['currency'];

const amountColumn = (name: string): Column => ({
  title: titleOf(name),
  isNumber: true,
  textOf: (entry) => {
    const [amount, currency] = [entry[name], currencyOf(entry)];
    return typeof amount === 'number' && typeof currency === 'string' ? amountText(amount, currency) : plainText(amount);
  },
});

const timeColumn = (name: string): Column => ({
  title: titleOf(name),
  isNumber: false,
  textOf: ({ [name]: seconds }) => (typeof seconds === 'number' ? timeText(seconds) : NONE),
});

const activeColumn: Column = { title: 'STATUS', isNumber: false, textOf: ({ active }) => (active === true ? 'active' : 'inactive') };

/** Chooses the columns for entries with this schema: id, two fields that identify the object for people, status, amount and time. */
export const columnsOf = ({ properties = {} }: Schema): readonly Column[] => {
  const has = (name: string): boolean => Object.hasOwn(properties, name);
  const [amount] = AMOUNTS.filter(has);
  return [
    ...['id'].filter(has).map(fieldColumn),
    ...LABELS.filter(has).slice(0, MAX_LABELS).map(fieldColumn),
    ...['status'].filter(has).map(fieldColumn),
    ...(has('active') ? [activeColumn] : []),
    ...(amount === undefined ? [] : [amountColumn(amount)]),
    ...['created'].filter(has).map(timeColumn),
  ];
};
