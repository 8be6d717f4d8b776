import { decimalText } from '../../../../shared/domain/amounts/money.ts';
import { parseTypedAmount, parseTypedUnitAmount } from '../../../../shared/platform/amounts.ts';
import { lowerFirst } from '../app/first-letter.ts';
import { isRow, type Row, valueAt } from '../objects/rows.ts';
import { metadataText, parseMetadataText } from './metadata-text.ts';

/** The fields of a form, and how the entered values become a request body. */

/** The kinds of objects that a picker offers. */
export type EntityKind = 'customers' | 'products' | 'prices' | 'meters' | 'coupons' | 'test_clocks';

export interface FormField {
  /** The body's field; `address.city` is a nested field. */
  readonly name: string;
  readonly label: string;
  /**
   * `many`: a checkbox for each option. `flag`: a single checkbox. `entity` and `entities`: one or several objects, chosen by name. `rate`:
   * a percentage, sent in basis points. `integers`: numbers, separated by commas. `country`: a country, sent as its code. `metadata`: lines
   * of `key=value`. `filters`: lines such as `model: small, large`, sent as keys with their values.
   */
  readonly kind:
    | 'text'
    | 'longText'
    | 'email'
    | 'url'
    | 'secret'
    | 'color'
    | 'integer'
    | 'integers'
    | 'decimal'
    | 'amount'
    | 'unitAmount'
    | 'time'
    | 'choice'
    | 'country'
    | 'rate'
    | 'many'
    | 'entity'
    | 'entities'
    | 'flag'
    | 'metadata'
    | 'filters';
  readonly isRequired?: true;
  /** The form shows the field below "More options", because few members need it. */
  readonly isRare?: true;
  /** The only mode in which the form has the field. */
  readonly onlyMode?: 'test';
  readonly hint?: string;
  /** A warning about the entered values, shown below the field; `null`: none. It does not prevent sending the form. */
  readonly warning?: (values: Values) => string | null;
  /** The selectable values of a `choice` or `many` field. */
  readonly options?: readonly string[];
  /** The texts of options; an option without a text is shown as it is. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What an optional `choice` shows if nothing is chosen; omitted: "Not set". */
  readonly unsetLabel?: string;
  /** For `entity` and `entities`: what can be chosen. */
  readonly entity?: EntityKind;
  /** The form reads the price that is chosen, so that other fields can depend on the values `PRICE_CURRENCY` and `PRICE_USAGE_TYPE`. */
  readonly isSoldPrice?: true;
  /** Whether the form shows the field, given the entered values; omitted: always. A hidden field is not sent. */
  readonly when?: (values: Values) => boolean;
  /** For `many`: the option that means all options, so it cannot be combined with another option. */
  readonly exclusiveOption?: string;
  /** The initial value. */
  readonly initial?: string;
}

/** The values of a form that follow from the chosen price. They are not sent. */
export const PRICE_CURRENCY = 'price.currency';
export const PRICE_USAGE_TYPE = 'price.usage_type';

/** The entered texts by field name. */
export type Values = Readonly<Record<string, string>>;

/** The currency and time zone in which entered amounts and times are interpreted. */
export interface InputContext {
  /** The currency of the object; `null`: the object has none, so amounts are in the entered currency. */
  readonly currency: string | null;
  /** `own`: the time zone of the browser. */
  readonly zone: 'UTC' | 'own';
}

/** The request body, or the invalid field and its error text. */
export type FormResult = { readonly body: Row } | { readonly name: string; readonly text: string };

const SEPARATOR = ' ';

export const splitOptions = (text: string): readonly string[] => text.split(SEPARATOR).filter((part) => part !== '');
export const joinOptions = (parts: readonly string[]): string => parts.join(SEPARATOR);

/** Adds an option to the chosen options, or removes it. `text`: the chosen options, separated by spaces. */
export const withOption = (
  { exclusiveOption }: Pick<FormField, 'exclusiveOption'>,
  text: string,
  option: string,
  isChosen: boolean,
): string => {
  const others = splitOptions(text).filter((part) => part !== option);
  if (!isChosen) return joinOptions(others);
  return option === exclusiveOption ? option : joinOptions([...others.filter((part) => part !== exclusiveOption), option]);
};

/** The value for a `datetime-local` input. */
const inputTimeOf = (seconds: number, zone: InputContext['zone']): string => {
  const date = new Date(seconds * 1000);
  const offsetMs = zone === 'UTC' ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
};

const secondsIn = (text: string, zone: InputContext['zone']): number => Math.floor(Date.parse(zone === 'UTC' ? `${text}Z` : text) / 1000);

/** The text that a field shows for a value of the object. */
const textOf = ({ kind }: FormField, value: unknown, { currency, zone }: InputContext): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return currency === null ? '' : decimalText(Number(value), currency);
  if (kind === 'time') return inputTimeOf(Number(value), zone);
  if (kind === 'rate') return String(Number(value) / 100);
  if (kind === 'integers' && Array.isArray(value)) return value.join(', ');
  if (kind === 'metadata') return isRow(value) ? metadataText(value) : '';
  return Array.isArray(value) ? joinOptions(value.map(String)) : String(value);
};

/** The initial values of the fields: the values of the object `before`, or the defaults if it is `null`. */
export const initialValuesOf = (fields: readonly FormField[], before: Row | null, context: InputContext): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, before === null ? (field.initial ?? '') : textOf(field, valueAt(before, field.name), context)]),
  );

const INVALID = Symbol('invalid');

/** The filters of a meter, one in a line: `model: small, large`. */
const parseFilters = (text: string): readonly Row[] | typeof INVALID => {
  const filters = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, key = '', list = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
      const values = list.split(',').map((value) => value.trim());
      return { key: key.trim(), values: values.filter((value) => value !== '') };
    });
  return filters.every(({ key, values }) => key !== '' && values.length > 0) ? filters : INVALID;
};

/** The value that is sent for the entered text of a field; `INVALID` if the text is no value of the field's kind. */
const parseFieldText = ({ kind }: FormField, text: string, { currency, zone }: InputContext): unknown => {
  if (kind === 'flag') return text === 'true';
  if (kind === 'many' || kind === 'entities') return splitOptions(text);
  if (kind === 'integer') return /^\d{1,10}$/.test(text) ? Number(text) : INVALID;
  if (kind === 'integers') return /^\d{1,10}( *, *\d{1,10})*$/.test(text) ? text.split(',').map(Number) : INVALID;
  if (kind === 'rate') return /^\d{1,3}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : INVALID;
  if (kind === 'decimal') return /^\d{1,10}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : INVALID;
  if (kind === 'unitAmount') return currency === null ? INVALID : (parseTypedUnitAmount(text, currency) ?? INVALID);
  if (kind === 'amount') return currency === null ? INVALID : (parseTypedAmount(text, currency) ?? INVALID);
  if (kind === 'metadata') return parseMetadataText(text) ?? INVALID;
  if (kind === 'filters') return parseFilters(text);
  if (kind === 'time') return Number.isNaN(secondsIn(text, zone)) ? INVALID : secondsIn(text, zone);
  return text;
};

const ERROR_TEXTS: Partial<Record<FormField['kind'], string>> = {
  integer: 'Enter a whole number.',
  integers: 'Enter whole numbers, such as 2, 7.',
  decimal: 'Enter a number, such as 12.5.',
  rate: 'Enter a percentage, such as 21.',
  amount: 'Enter an amount, such as 12.50.',
  unitAmount: 'Enter an amount, such as 0.025.',
  time: 'Enter a date and a time.',
  metadata: 'Enter one key=value per line, each key once.',
  filters: 'Enter a property and its values, such as model: small, large.',
};

const CHOSEN_KINDS: readonly FormField['kind'][] = ['choice', 'country', 'many', 'entity', 'entities'];

/** The error of an empty required field: `Enter a name.`, `Choose a price.` */
const missingText = ({ kind, label }: FormField): string => {
  const name = lowerFirst(label);
  const article = /s$/.test(name) ? '' : /^[aeio]/i.test(name) ? 'an ' : 'a ';
  return `${CHOSEN_KINDS.includes(kind) ? 'Choose' : 'Enter'} ${article}${name}.`;
};

const withField = (body: Row, name: string, value: unknown): Row => {
  const [head = name, ...rest] = name.split('.');
  const inner = body[head];
  return { ...body, [head]: rest.length === 0 ? value : withField(isRow(inner) ? inner : {}, rest.join('.'), value) };
};

/** The top-level field of the body that contains the field `name`. A changed top-level field is sent as a whole. */
const topLevelNameOf = (name: string): string => name.split('.')[0] ?? name;

/** The error of an invalid field. If an amount has no currency, the error is shown at the currency field. */
const errorOf = (field: FormField, fields: readonly FormField[], { currency }: InputContext): FormResult => {
  const isAmount = field.kind === 'amount' || field.kind === 'unitAmount';
  const currencyField = isAmount && currency === null ? fields.find(({ name }) => name === 'currency') : undefined;
  if (currencyField !== undefined) return { name: currencyField.name, text: 'Enter the currency of the amount.' };
  return { name: field.name, text: ERROR_TEXTS[field.kind] ?? 'This value is not valid.' };
};

/** Returns the context. If its currency is `null`, sets the currency from the field `currency`, or else from the chosen price. */
export const withEnteredCurrency = ({ currency, zone }: InputContext, values: Values): InputContext => {
  const entered = (values['currency'] ?? values[PRICE_CURRENCY] ?? '').trim().toUpperCase();
  return { currency: currency ?? (/^[A-Z]{3}$/.test(entered) ? entered : null), zone };
};

/** Replaces each object inside a nested object, such as `e_invoicing.contact`, by `null` if all its fields are `null`. */
const withoutEmptyObjects = (body: Row): Row => {
  const innerOf = (value: unknown): unknown => (isRow(value) && Object.values(value).every((each) => each === null) ? null : value);
  const outerOf = (value: unknown): unknown =>
    isRow(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, innerOf(inner)])) : value;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, outerOf(value)]));
};

/**
 * Builds the request body. Without `before` (create), empty fields are omitted; with `before` (update), unchanged fields are omitted and
 * cleared ones are `null`. Nested objects are sent as a whole.
 */
export const bodyOf = (allFields: readonly FormField[], values: Values, before: Row | null, initialContext: InputContext): FormResult => {
  const fields = allFields.filter(({ when }) => when?.(values) ?? true);
  const initialValues = before === null ? {} : initialValuesOf(allFields, before, initialContext);
  const context = withEnteredCurrency(initialContext, values);
  const valueIn = ({ name }: FormField): string => (values[name] ?? '').trim();
  // A required field can appear because another field was changed. It counts as changed, so that it must be filled in.
  const isNewlyRequired = ({ isRequired, when }: FormField): boolean => isRequired === true && when?.(initialValues) === false;
  const isChanged = (field: FormField): boolean => valueIn(field) !== (initialValues[field.name] ?? '') || isNewlyRequired(field);
  const changed = new Set(fields.filter(isChanged).map(({ name }) => topLevelNameOf(name)));
  let body: Row = {};
  for (const field of fields) {
    const text = valueIn(field);
    if (before !== null && !changed.has(topLevelNameOf(field.name))) continue;
    if (text === '' && field.kind !== 'flag') {
      if (field.isRequired) return { name: field.name, text: missingText(field) };
      if (before !== null) body = withField(body, field.name, field.kind === 'metadata' ? {} : null);
      continue;
    }
    const value = parseFieldText(field, text, context);
    if (value === INVALID) return errorOf(field, fields, context);
    body = withField(body, field.name, value);
  }
  return { body: withoutEmptyObjects(body) };
};
