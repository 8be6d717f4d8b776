import { decimalText } from '../../../../shared/domain/money.ts';
import { centsIn, unitAmountIn } from '../../../../shared/platform/amounts.ts';
import { isRow, type Row } from '../objects/rows.ts';

/** What a form asks for, and the body of the API that what was typed makes. */

export interface FormField {
  /** Of the body; `address.city` is the field of an object in it. */
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'longText'
    | 'email'
    | 'url'
    | 'secret'
    | 'color'
    | 'integer'
    | 'decimal'
    | 'amount'
    | 'unitAmount'
    | 'time'
    | 'choice'
    | 'many'
    | 'list'
    | 'flag';
  readonly isRequired?: true;
  /** In which mode alone it is asked for. */
  readonly only?: 'test';
  readonly hint?: string;
  /** Of a choice, or of many. */
  readonly options?: readonly string[];
  /** Of many: the option that means all of them, and goes with no other. */
  readonly whole?: string;
  /** Of a list: what is sent as a text, in place of a list. */
  readonly alone?: readonly string[];
  /** What it holds before anybody types. */
  readonly initial?: string;
}

/** What is in the fields, by their names. */
export type Values = Readonly<Record<string, string>>;

/** What gives typed amounts and times their meaning. */
export interface Meaning {
  /** Of the object that the form is about; `null`: it says none, and the amounts are in the one that is typed. */
  readonly currency: string | null;
  readonly zone: 'UTC' | 'own';
}

/** The body, or the field that makes none. */
export type Made = { readonly body: Row } | { readonly name: string; readonly text: string };

const SEPARATOR = ' ';

export const partsOf = (text: string): readonly string[] => text.split(SEPARATOR).filter((part) => part !== '');
export const joined = (parts: readonly string[]): string => parts.join(SEPARATOR);

const valueAt = (row: Row, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => (isRow(value) ? value[part] : undefined), row);

/** With one more option, or one fewer. */
export const withOption = ({ whole }: Pick<FormField, 'whole'>, text: string, option: string, isChosen: boolean): string => {
  const others = partsOf(text).filter((each) => each !== option);
  if (!isChosen) return joined(others);
  return option === whole ? option : joined([...others.filter((each) => each !== whole), option]);
};

/** In the form of `datetime-local`. */
const typedTime = (seconds: number, zone: Meaning['zone']): string => {
  const date = new Date(seconds * 1000);
  const offsetMs = zone === 'UTC' ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
};

const secondsIn = (typed: string, zone: Meaning['zone']): number => Math.floor(Date.parse(zone === 'UTC' ? `${typed}Z` : typed) / 1000);

const textOf = ({ kind }: FormField, value: unknown, { currency, zone }: Meaning): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return currency === null ? '' : decimalText(Number(value), currency);
  if (kind === 'time') return typedTime(Number(value), zone);
  return Array.isArray(value) ? joined(value.map(String)) : String(value);
};

/** What the fields hold at first; with `before`, what the object has. */
export const firstValues = (fields: readonly FormField[], before: Row | null, meaning: Meaning): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, before === null ? (field.initial ?? '') : textOf(field, valueAt(before, field.name), meaning)]),
  );

const WRONG = Symbol('wrong');

const read = ({ kind, alone }: FormField, text: string, { currency, zone }: Meaning): unknown => {
  if (kind === 'flag') return text === 'true';
  if (kind === 'many') return partsOf(text);
  if (kind === 'integer') return /^\d{1,10}$/.test(text) ? Number(text) : WRONG;
  if (kind === 'list' && alone?.includes(text)) return text;
  if (kind === 'list') return text.split(/[\s,]+/);
  if (kind === 'decimal') return /^\d{1,10}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : WRONG;
  if (kind === 'unitAmount') return currency === null ? WRONG : (unitAmountIn(text, currency) ?? WRONG);
  if (kind === 'amount') return currency === null ? WRONG : (centsIn(text, currency) ?? WRONG);
  if (kind === 'time') return Number.isNaN(secondsIn(text, zone)) ? WRONG : secondsIn(text, zone);
  return text;
};

const SAYS: Partial<Record<FormField['kind'], string>> = {
  integer: 'Give a whole number.',
  decimal: 'Give a number such as 12.5.',
  amount: 'Give an amount such as 12.50.',
  unitAmount: 'Give an amount such as 0.025.',
  time: 'Give a date and a time.',
};

const withField = (body: Row, name: string, value: unknown): Row => {
  const [head = name, ...rest] = name.split('.');
  const inner = body[head];
  return { ...body, [head]: rest.length === 0 ? value : withField(isRow(inner) ? inner : {}, rest.join('.'), value) };
};

/** The object that a field is in, or the field itself: what is sent whole. */
const headOf = (name: string): string => name.split('.')[0] ?? name;

/** What cannot be read; an amount without a currency is wrong where the currency is typed. */
const wrongIn = (field: FormField, fields: readonly FormField[], { currency }: Meaning): Made => {
  const isAmount = field.kind === 'amount' || field.kind === 'unitAmount';
  const unnamed = isAmount && currency === null ? fields.find(({ name }) => name === 'currency') : undefined;
  if (unnamed !== undefined) return { name: unnamed.name, text: 'Give the currency of the amount.' };
  return { name: field.name, text: SAYS[field.kind] ?? 'This cannot be read.' };
};

/** In which currency the amounts are: the object's, or the one that is typed. */
const withTypedCurrency = ({ currency, zone }: Meaning, values: Values): Meaning => {
  const typed = (values['currency'] ?? '').trim().toUpperCase();
  return { currency: currency ?? (/^[A-Z]{3}$/.test(typed) ? typed : null), zone };
};

/**
 * The body. Of a new object what is empty is left out; with `before`, what was not changed is, and what was emptied is `null`.
 * An object in the body is sent whole.
 */
export const bodyOf = (fields: readonly FormField[], values: Values, before: Row | null, given: Meaning): Made => {
  const firsts = before === null ? {} : firstValues(fields, before, given);
  const meaning = withTypedCurrency(given, values);
  const valueIn = ({ name }: FormField): string => (values[name] ?? '').trim();
  const changed = new Set(fields.filter((field) => valueIn(field) !== (firsts[field.name] ?? '')).map(({ name }) => headOf(name)));
  let body: Row = {};
  for (const field of fields) {
    const text = valueIn(field);
    if (before !== null && !changed.has(headOf(field.name))) continue;
    if (text === '' && field.kind !== 'flag') {
      if (field.isRequired) return { name: field.name, text: `${field.label} is needed.` };
      if (before !== null) body = withField(body, field.name, null);
      continue;
    }
    const value = read(field, text, meaning);
    if (value === WRONG) return wrongIn(field, fields, meaning);
    body = withField(body, field.name, value);
  }
  return { body };
};
