import fc from 'fast-check';
import type { Schema } from './document.ts';
import { type Value, withoutNull } from './schema.ts';

/** Texts that often break parsers, queries and templates. */
const TRICKY_TEXTS: readonly string[] = [
  '',
  ' ',
  "'; DROP TABLE customers;--",
  '" OR ""="',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '../../etc/passwd',
  '%00%0d%0a',
  'a\u0000b',
  'line\r\nSet-Cookie: a=b',
  '\u2028\u2029',
  '\ufeffname',
  '\u202ereversed\u202c',
  'كتاب',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'z\u0351\u036b\u0343a\u0334l\u0321g\u0322o',
  'zero\u200bwidth\u200d',
  'null',
  'undefined',
  '__proto__',
  'true',
  '1e400',
  'Ⅷ½²',
];

const lengthOf = (text: string): number => [...text].length;

/** Unicode text. Lengths are in code points. */
const text = (minimum: number, maximum: number): fc.Arbitrary<string> => {
  const fits = (value: string): boolean => lengthOf(value) >= minimum && lengthOf(value) <= maximum;
  const fittingTexts = TRICKY_TEXTS.filter(fits);
  const short = Math.max(minimum, Math.min(maximum, 40));
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: minimum, maxLength: short }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: minimum, maxLength: short }) },
    { weight: 1, arbitrary: fc.constantFrom('x', '😀', '\u00e9').map((unit) => unit.repeat(maximum)) },
    ...(fittingTexts.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...fittingTexts) }]),
  );
};

/** URLs of a closed local port, so that no receiver gets a webhook. */
const WEBHOOK_URLS = ['http://127.0.0.1:9/hook', 'http://127.0.0.1:9/hook?a=b%20c#d', 'http://127.0.0.1:9/%E2%82%AC'];

/** Valid and almost valid values for fields that the schema does not describe fully. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  url: WEBHOOK_URLS,
  vat_number: ['NL100', 'DE200', 'FR300', 'nl 100', 'NL', '100', 'XX100', 'EL100', 'GB100'],
  enabled_events: ['customer.created', '*', 'price.archived', 'nothing.happened'],
  scopes: ['customers:read', '*', 'prices:write', 'nothing:read'],
  currency: ['EUR', 'eur', 'USD', 'GBP', 'JPY', 'XXX'],
  expand: ['customer', 'default_price', 'refund_eligibility', 'customer,customer', 'nothing'],
};

const LINKS = [
  'https://shop.example/thanks',
  'http://shop.example:8080/a?b={c}&d=%F0%9F%98%80',
  'HTTPS://SHOP.EXAMPLE',
  'https://münchen.example/ü',
];

/** Valid dates. Two of them may form an invalid range. */
const DATES = ['2026-10-01', '2026-10-31', '2026-09-30', '2024-02-29', '2020-01-01', '2999-12-31'];
const EMAILS = ['ada@example.com', 'ADA+tag@sub.example.co.uk', "o'brien@example.ie", 'a@b.nl'];
const isId = (name: string): boolean => /_ids?$/.test(name);

/** Ids of the right kind, of another kind, ids that do not exist, and texts that are not ids. */
const idOf = (name: string, idNames: readonly string[]): fc.Arbitrary<string> => {
  const matchingIdNames = idNames.filter((id) => name.replace(/s$/, '').endsWith(id));
  const candidateIdNames = matchingIdNames.length === 0 ? idNames : matchingIdNames;
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...candidateIdNames.map((id) => `<${id}>`)) },
    { weight: 2, arbitrary: fc.constantFrom(...candidateIdNames.map((id) => `<${id}?>`)) },
    { weight: 1, arbitrary: fc.constantFrom(...idNames.map((id) => `<${id}>`)) },
    { weight: 1, arbitrary: text(1, 64) },
  );
};

const stringOf = (name: string, schema: Schema, idNames: readonly string[]): fc.Arbitrary<string> => {
  const enumValues = schema['x-extensible-enum'];
  if (enumValues !== undefined) return fc.constantFrom(...enumValues);
  if (isId(name)) return idOf(name, idNames);
  const namedValues = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (namedValues !== undefined) return fc.constantFrom(...namedValues);
  if (schema.format === 'date') return fc.constantFrom(...DATES);
  if (schema.format === 'email') return fc.constantFrom(...EMAILS);
  if (name.endsWith('_url') || schema.format === 'uri') return fc.constantFrom(...LINKS);
  const [minimum, maximum] = [schema.minLength ?? 0, schema.maxLength ?? 100];
  if (schema.pattern === undefined) return text(minimum, maximum);
  return fc
    .stringMatching(new RegExp(schema.pattern))
    .filter((value) => lengthOf(value) >= minimum && (schema.maxLength === undefined || lengthOf(value) <= maximum));
};

const integerOf = ({ minimum = -1000, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));

const numberOf = ({ minimum = 0, maximum = 100 }: Schema): fc.Arbitrary<number> =>
  fc.integer({ min: Math.floor(minimum * 100) + 1, max: maximum * 100 }).map((hundredths) => hundredths / 100);

const recordOf = (schema: Schema, idNames: readonly string[]): fc.Arbitrary<Value> => {
  const { properties, required = [], additionalProperties } = schema;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, valuesOf(name, field, idNames)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  }
  if (typeof additionalProperties !== 'object') return fc.constant({});
  const key = text(1, 40).filter((name) => name !== '__proto__');
  return fc.dictionary(key, valuesOf('', additionalProperties, idNames), { maxKeys: 5 });
};

/** Valid values of the schema, for the field of this name. `idNames`: the names of id placeholders, such as `price_id`. */
export const valuesOf = (name: string, schema: Schema, idNames: readonly string[]): fc.Arbitrary<Value> => {
  const { schema: nonNull, nullable } = withoutNull(schema);
  const value = nonNullValuesOf(name, nonNull, idNames);
  return nullable ? fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }) : value;
};

const nonNullValuesOf = (name: string, schema: Schema, idNames: readonly string[]): fc.Arbitrary<Value> => {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valuesOf(name, each, idNames)));
  if (schema.const !== undefined) return fc.constant(schema.const as Value);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integerOf(schema);
    case 'number':
      return numberOf(schema);
    case 'array': {
      const { minItems = 0, maxItems = 5, items = {} } = schema;
      return fc.array(valuesOf(name, items, idNames), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) });
    }
    case 'object':
      return recordOf(schema, idNames);
    default:
      return stringOf(name, schema, idNames);
  }
};

/** A minimal valid value of the schema. */
export const minimalValue = (schema: Schema): Value => {
  const { schema: nonNull } = withoutNull(schema);
  if (nonNull.const !== undefined) return nonNull.const as Value;
  const enumValues = nonNull['x-extensible-enum'];
  if (enumValues?.[0] !== undefined) return enumValues[0];
  switch (nonNull.type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(nonNull.minimum ?? 1, 1);
    case 'array':
      return Array.from({ length: nonNull.minItems ?? 0 }, () => minimalValue(nonNull.items ?? {}));
    case 'object':
      return Object.fromEntries((nonNull.required ?? []).map((name) => [name, minimalValue(nonNull.properties?.[name] ?? {})]));
    default:
      if (nonNull.format === 'date') return '2026-10-01';
      return 'x'.repeat(Math.max(nonNull.minLength ?? 1, 1));
  }
};
