import type { DescribedOperation, Schema } from './document.ts';
import { type BodyPath, type Case, type Edit, type Expected, validCase } from './request.ts';
import { isValid, type Value, withoutNull } from './schema.ts';
import { minimalValue } from './values.ts';

/** Bodies with exactly one fault: for each documented field, each way in which it can be invalid. */

export const expectedError = (code: string, param: string): Expected => ({ status: 400, codes: [code], param });
const UNKNOWN_NAMES = ['foo', '', ' ', 'Name', 'name ', 'constructor', 'toString', 'hasOwnProperty', 'a.b', '😀', '0', 'null'];

/** Values of every JSON type. Each field is tested with the values that are invalid for it. */
const ANY_TYPE_VALUES: readonly Value[] = [null, true, false, 0, 1, -1, 1.5, '', '1', 'true', 'null', [], [[]], {}, { a: 1 }, ['a']];

const INVALID_EMAILS = ['x', 'a@', '@b.nl', 'a b@c.nl', 'a@b@c.nl', 'a@b.nl\n', 'a@b..nl', 'a@b.nl,c@d.nl', '<a@b.nl>', '😀@b.nl\u0000'];
const INVALID_URLS = [
  'not a url',
  '/path',
  'javascript:alert(1)',
  'ftp://shop.example/',
  'https://',
  'https://user:word@shop.example/',
  'http://[::1',
];

/** A longer text makes the body too large, which is a different error. */
const MAX_TEXT_BYTES = 200_000;

const repeated = (unit: string, count: number): string => unit.repeat(Math.max(0, count));

const invalidStrings = (schema: Schema): readonly Value[] => {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const enumValues = schema['x-extensible-enum'];
  if (enumValues !== undefined) {
    const first = enumValues[0] ?? '';
    return [
      'nothing',
      `${first} `,
      ` ${first}`,
      first.toUpperCase(),
      `${first},${first}`,
      `${first}\u0000`,
      ...['constructor', '__proto__'],
    ];
  }
  const sample = String(minimalValue(schema));
  return [
    ...(maxLength === undefined ? [] : [repeated('x', maxLength + 1), repeated('😀', maxLength + 1), repeated('x', 20_000)]).filter(
      (text) => Buffer.byteLength(text) <= MAX_TEXT_BYTES,
    ),
    ...(minLength === 0 ? [] : [repeated('x', minLength - 1)]),
    ...(pattern === undefined ? [] : ['nl', 'ＮＬ', 'NL\n', '12', '-1', '1e3', '٣', `${sample}\n`, ` ${sample}`, 'constructor']),
    ...(format === 'email' ? INVALID_EMAILS : []),
    ...(format === 'uri' ? INVALID_URLS : []),
  ];
};

const invalidNumbers = ({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema): readonly Value[] => [
  ...(minimum === undefined ? [] : [minimum - 1, minimum - 0.5]),
  ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
  ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1, maximum + 0.5, Number.MAX_SAFE_INTEGER]),
  ...(multipleOf === undefined ? [] : [multipleOf / 10, 1 + multipleOf / 2]),
];

const invalidLists = (schema: Schema): readonly Value[] => {
  const { minItems = 0, maxItems, items = {} } = schema;
  const entries = (count: number): Value => Array.from({ length: count }, () => minimalValue(items));
  return [...(minItems === 0 ? [] : [entries(minItems - 1)]), ...(maxItems === undefined ? [] : [entries(maxItems + 1)])];
};

/** Invalid values by `format`, a keyword that `isValid` ignores. */
const INVALID_BY_FORMAT: Readonly<Record<string, readonly string[]>> = { email: INVALID_EMAILS, uri: INVALID_URLS };

/** True for an array or object of the right type. Such a value is not used as a fault, because faults of its parts are separate cases. */
const isSameContainer = ({ type }: Schema, value: Value): boolean =>
  typeof value === 'object' && value !== null && type === (Array.isArray(value) ? 'array' : 'object');

/** Values that are invalid for the schema, a few of each kind. */
const invalidValues = (schema: Schema): readonly Value[] => {
  const { schema: nonNull } = withoutNull(schema);
  const candidates = [
    ...ANY_TYPE_VALUES.filter((value) => !isSameContainer(nonNull, value)),
    ...(nonNull.type === 'string' ? invalidStrings(nonNull) : []),
    ...(nonNull.type === 'integer' || nonNull.type === 'number' ? invalidNumbers(nonNull) : []),
    ...(nonNull.type === 'array' ? invalidLists(nonNull) : []),
  ];
  const invalidForFormat = INVALID_BY_FORMAT[nonNull.format ?? ''] ?? [];
  return candidates.filter((value) => !isValid(schema, value) || (typeof value === 'string' && invalidForFormat.includes(value)));
};

const preview = (value: Value): string => JSON.stringify(value).slice(0, 40);

/** The body, or a field at any level of the body. `parents`: the edits that create what contains the field, with minimal values. */
interface Part {
  readonly bodyPath: BodyPath;
  readonly schema: Schema;
  readonly parents: readonly Edit[];
}

const childPart = ({ bodyPath, parents }: Part, name: string | number, schema: Schema, parentSchema: Schema): Part => ({
  bodyPath: [...bodyPath, name],
  schema,
  parents: bodyPath.length === 0 ? parents : [...parents, { at: bodyPath, put: minimalValue(parentSchema) }],
});

const partsOf = (part: Part): readonly Part[] => {
  const { schema: nonNull } = withoutNull(part.schema);
  const children: Part[] = [
    ...Object.entries(nonNull.properties ?? {}).map(([name, schema]) => childPart(part, name, schema, nonNull)),
    ...(nonNull.type === 'array' && nonNull.items !== undefined ? [childPart(part, 0, nonNull.items, nonNull)] : []),
    ...(typeof nonNull.additionalProperties === 'object' ? [childPart(part, 'key', nonNull.additionalProperties, nonNull)] : []),
  ];
  return [...children, ...children.flatMap(partsOf)];
};

const caseOf = (about: string, edits: readonly Edit[], expected: Expected): Case => ({ ...validCase, about, edits, expected });

const valueFaults = ({ bodyPath, schema, parents }: Part): readonly Case[] =>
  invalidValues(schema).map((value) =>
    caseOf(
      `${preview(value)} as ${bodyPath.join('.')}`,
      [...parents, { at: bodyPath, put: value }],
      expectedError('parameter_invalid', bodyPath.join('.')),
    ),
  );

/** Faults of an object's fields: an unknown field, a missing field, a key of invalid length, too many keys. */
const memberFaults = (part: Part): readonly Case[] => {
  const { schema: nonNull } = withoutNull(part.schema);
  const { bodyPath, parents } = part;
  if (nonNull.type !== 'object') return [];
  const setup: readonly Edit[] = bodyPath.length === 0 ? [] : [...parents, { at: bodyPath, put: minimalValue(nonNull) }];
  const properties = nonNull.properties ?? {};
  const path = (name: string): string => [...bodyPath, name].join('.');
  const unknown = UNKNOWN_NAMES.filter((name) => nonNull.properties !== undefined && !Object.hasOwn(properties, name)).map((name) =>
    caseOf(
      `an unknown field "${path(name)}"`,
      [...setup, { at: [...bodyPath, name], put: 1 }],
      expectedError('parameter_unknown', path(name)),
    ),
  );
  const missing = (nonNull.required ?? []).map((name) =>
    caseOf(`${path(name)} left out`, [...setup, { at: [...bodyPath, name], drop: true }], expectedError('parameter_missing', path(name))),
  );
  return [...unknown, ...missing, ...keyFaults(part, nonNull)];
};

const keyFaults = ({ bodyPath, parents }: Part, { propertyNames, maxProperties, additionalProperties }: Schema): readonly Case[] => {
  if (typeof additionalProperties !== 'object') return [];
  const value = minimalValue(additionalProperties);
  const withKeys = (about: string, keys: readonly string[], param: string): Case =>
    caseOf(
      about,
      [...parents, { at: bodyPath, put: Object.fromEntries(keys.map((key) => [key, value])) }],
      expectedError('parameter_invalid', param),
    );
  const { minLength = 0, maxLength } = propertyNames ?? {};
  const invalidKeys = [
    ...(minLength === 0 ? [] : ['']),
    ...(maxLength === undefined ? [] : [repeated('k', maxLength + 1), repeated('😀', maxLength + 1)]),
  ];
  const tooManyKeys = Array.from({ length: (maxProperties ?? 0) + 1 }, (_, index) => `key${index}`);
  return [
    ...invalidKeys.map((key) =>
      withKeys(`a key of ${[...key].length} characters in ${bodyPath.join('.')}`, ['ok', key], [...bodyPath, key].join('.')),
    ),
    ...(maxProperties === undefined
      ? []
      : [withKeys(`${tooManyKeys.length} keys in ${bodyPath.join('.')}`, tooManyKeys, bodyPath.join('.'))]),
  ];
};

/** All cases with exactly one violation of the OpenAPI document in the body. */
export const bodyFaults = ({ method, body }: DescribedOperation): readonly Case[] => {
  if (method !== 'POST') return [];
  const root: Part = { bodyPath: [], schema: body ?? { type: 'object', properties: {} }, parents: [] };
  const parts = partsOf(root);
  return [...memberFaults(root), ...parts.flatMap((part) => [...memberFaults(part), ...valueFaults(part)])];
};
