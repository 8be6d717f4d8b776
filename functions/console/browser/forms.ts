import { centsIn, decimalText } from '../../../shared/platform/amounts.ts';
import { isRow, type Row } from './rows.ts';

/** What a form asks for, and the body of the API that what was typed makes. */

export interface FormField {
  /** Of the body; `address.city` is the field of an object in it. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'longText' | 'email' | 'url' | 'secret' | 'color' | 'integer' | 'amount' | 'time' | 'choice' | 'many' | 'flag';
  readonly isRequired?: true;
  readonly hint?: string;
  /** Of a choice, or of many. */
  readonly options?: readonly string[];
  /** What it holds before anybody types. */
  readonly initial?: string;
}

/** What is in the fields, by their names. */
export type Values = Readonly<Record<string, string>>;

/** The body, or the field that makes none. */
export type Made = { readonly body: Row } | { readonly name: string; readonly text: string };

const SEPARATOR = ' ';

export const partsOf = (text: string): readonly string[] => text.split(SEPARATOR).filter((part) => part !== '');
export const joined = (parts: readonly string[]): string => parts.join(SEPARATOR);

const valueAt = (row: Row, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => (isRow(value) ? value[part] : undefined), row);

/** In the form of `datetime-local`, in the zone of the browser. */
const localTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const textOf = ({ kind }: FormField, value: unknown, currency: string): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return decimalText(Number(value), currency);
  if (kind === 'time') return localTime(Number(value));
  return Array.isArray(value) ? joined(value.map(String)) : String(value);
};

/** The currency of the amounts: the object's, or the one that is typed. */
const currencyIn = (row: Row | null, values: Values): string => String(row?.['currency'] ?? values['currency'] ?? 'EUR').toUpperCase();

/** What the fields hold at first; with `before`, what the object has. */
export const firstValues = (fields: readonly FormField[], before: Row | null): Values =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      before === null ? (field.initial ?? '') : textOf(field, valueAt(before, field.name), currencyIn(before, {})),
    ]),
  );

const WRONG = Symbol('wrong');

const read = ({ kind }: FormField, text: string, currency: string): unknown => {
  if (kind === 'flag') return text === 'true';
  if (kind === 'many') return partsOf(text);
  if (kind === 'integer') return /^\d{1,10}$/.test(text) ? Number(text) : WRONG;
  if (kind === 'amount') return centsIn(text, currency) ?? WRONG;
  if (kind === 'time') return Number.isNaN(Date.parse(text)) ? WRONG : Math.floor(Date.parse(text) / 1000);
  return text;
};

const SAYS: Partial<Record<FormField['kind'], string>> = {
  integer: 'Give a whole number.',
  amount: 'Give an amount such as 12.50.',
  time: 'Give a date and a time.',
};

const withField = (body: Row, name: string, value: unknown): Row => {
  const [head = name, ...rest] = name.split('.');
  const inner = body[head];
  return { ...body, [head]: rest.length === 0 ? value : withField(isRow(inner) ? inner : {}, rest.join('.'), value) };
};

/** The object that a field is in, or the field itself: what is sent whole. */
const headOf = (name: string): string => name.split('.')[0] ?? name;

/**
 * The body. Of a new object what is empty is left out; with `before`, what was not changed is, and what was emptied is `null`.
 * An object in the body is sent whole.
 */
export const bodyOf = (fields: readonly FormField[], values: Values, before: Row | null): Made => {
  const firsts = before === null ? {} : firstValues(fields, before);
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
    const value = read(field, text, currencyIn(before, values));
    if (value === WRONG) return { name: field.name, text: SAYS[field.kind] ?? 'This cannot be read.' };
    body = withField(body, field.name, value);
  }
  return { body };
};
