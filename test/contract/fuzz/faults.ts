import type { Described, Schema } from './document.ts';
import { type Case, type Edit, type Expected, type Place, plainCase } from './request.ts';
import { admits, type Value, withoutNull } from './schema.ts';
import { leastOf } from './values.ts';

/** Requests with exactly one fault: every place of a body that the description shows, with every way in which it can be wrong. */

export const refusedFor = (code: string, param: string): Expected => ({ status: 400, codes: [code], param });

const UNKNOWN_NAMES = ['foo', '', ' ', 'Name', 'name ', 'constructor', 'toString', 'hasOwnProperty', 'a.b', '😀', '0', 'null'];

/** What no place of another kind takes; those that one does take are left out for it. */
const OF_EVERY_KIND: readonly Value[] = [null, true, false, 0, 1, -1, 1.5, '', '1', 'true', 'null', [], [[]], {}, { a: 1 }, ['a']];

const EMAILS_NOT = ['x', 'a@', '@b.nl', 'a b@c.nl', 'a@b@c.nl', 'a@b.nl\n', 'a@b..nl', 'a@b.nl,c@d.nl', '<a@b.nl>', '😀@b.nl\u0000'];
const LINKS_NOT = [
  'not a url',
  '/path',
  'javascript:alert(1)',
  'ftp://shop.example/',
  'https://',
  'https://user:word@shop.example/',
  'http://[::1',
];

const repeated = (unit: string, count: number): string => unit.repeat(Math.max(0, count));

const stringsOutside = (schema: Schema): readonly Value[] => {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const known = schema['x-extensible-enum'];
  if (known !== undefined) {
    const first = known[0] ?? '';
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
  const sample = String(leastOf(schema));
  return [
    ...(maxLength === undefined ? [] : [repeated('x', maxLength + 1), repeated('😀', maxLength + 1), repeated('x', 20_000)]),
    ...(minLength === 0 ? [] : [repeated('x', minLength - 1)]),
    ...(pattern === undefined ? [] : ['nl', 'ＮＬ', 'NL\n', '12', '-1', '1e3', '٣', `${sample}\n`, ` ${sample}`, 'constructor']),
    ...(format === 'email' ? EMAILS_NOT : []),
    ...(format === 'uri' ? LINKS_NOT : []),
  ];
};

const numbersOutside = ({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema): readonly Value[] => [
  ...(minimum === undefined ? [] : [minimum - 1, minimum - 0.5]),
  ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
  ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [maximum + 1, maximum + 0.5, Number.MAX_SAFE_INTEGER]),
  ...(multipleOf === undefined ? [] : [multipleOf / 10, 1 + multipleOf / 2]),
];

const listsOutside = (schema: Schema): readonly Value[] => {
  const { minItems = 0, maxItems, items = {} } = schema;
  const entries = (count: number): Value => Array.from({ length: count }, () => leastOf(items));
  return [...(minItems === 0 ? [] : [entries(minItems - 1)]), ...(maxItems === undefined ? [] : [entries(maxItems + 1)])];
};

const FORMATS: Readonly<Record<string, readonly string[]>> = { email: EMAILS_NOT, uri: LINKS_NOT };

/** A list where a list is taken, or an object where one is, is wrong in its parts, and they have separate cases. */
const isOfKind = ({ type }: Schema, value: Value): boolean =>
  typeof value === 'object' && value !== null && type === (Array.isArray(value) ? 'array' : 'object');

/** Values that the place does not take, a few of each kind. */
const outside = (schema: Schema): readonly Value[] => {
  const { schema: kind } = withoutNull(schema);
  const candidates = [
    ...OF_EVERY_KIND.filter((value) => !isOfKind(kind, value)),
    ...(kind.type === 'string' ? stringsOutside(kind) : []),
    ...(kind.type === 'integer' || kind.type === 'number' ? numbersOutside(kind) : []),
    ...(kind.type === 'array' ? listsOutside(kind) : []),
  ];
  const byFormat = FORMATS[kind.format ?? ''] ?? [];
  return candidates.filter((value) => !admits(schema, value) || (typeof value === 'string' && byFormat.includes(value)));
};

const shown = (value: Value): string => JSON.stringify(value).slice(0, 40);

/** A part of the body: where it is, what it takes, and the edits that put a least value in all that it is in. */
interface Part {
  readonly place: Place;
  readonly schema: Schema;
  readonly around: readonly Edit[];
}

const inner = ({ place, around }: Part, name: string | number, schema: Schema, kind: Schema): Part => ({
  place: [...place, name],
  schema,
  around: place.length === 0 ? around : [...around, { at: place, put: leastOf(kind) }],
});

const partsOf = (part: Part): readonly Part[] => {
  const { schema: kind } = withoutNull(part.schema);
  const children: Part[] = [
    ...Object.entries(kind.properties ?? {}).map(([name, schema]) => inner(part, name, schema, kind)),
    ...(kind.type === 'array' && kind.items !== undefined ? [inner(part, 0, kind.items, kind)] : []),
    ...(typeof kind.additionalProperties === 'object' ? [inner(part, 'key', kind.additionalProperties, kind)] : []),
  ];
  return [...children, ...children.flatMap(partsOf)];
};

const caseOf = (about: string, edits: readonly Edit[], expected: Expected): Case => ({ ...plainCase, about, edits, expected });

const wrongValues = ({ place, schema, around }: Part): readonly Case[] =>
  outside(schema).map((value) =>
    caseOf(
      `${shown(value)} as ${place.join('.')}`,
      [...around, { at: place, put: value }],
      refusedFor('parameter_invalid', place.join('.')),
    ),
  );

/** Faults of an object's members: one too many, one too few, a key out of bounds. */
const wrongMembers = (part: Part): readonly Case[] => {
  const { schema: kind } = withoutNull(part.schema);
  const { place, around } = part;
  if (kind.type !== 'object') return [];
  const whole: readonly Edit[] = place.length === 0 ? [] : [...around, { at: place, put: leastOf(kind) }];
  const known = kind.properties ?? {};
  const named = (name: string): string => [...place, name].join('.');
  const unknown = UNKNOWN_NAMES.filter((name) => kind.properties !== undefined && !Object.hasOwn(known, name)).map((name) =>
    caseOf(`an unknown field "${named(name)}"`, [...whole, { at: [...place, name], put: 1 }], refusedFor('parameter_unknown', named(name))),
  );
  const missing = (kind.required ?? []).map((name) =>
    caseOf(`${named(name)} left out`, [...whole, { at: [...place, name], drop: true }], refusedFor('parameter_missing', named(name))),
  );
  return [...unknown, ...missing, ...wrongKeys(part, kind)];
};

const wrongKeys = ({ place, around }: Part, { propertyNames, maxProperties, additionalProperties }: Schema): readonly Case[] => {
  if (typeof additionalProperties !== 'object') return [];
  const value = leastOf(additionalProperties);
  const put = (about: string, keys: readonly string[], param: string): Case =>
    caseOf(
      about,
      [...around, { at: place, put: Object.fromEntries(keys.map((key) => [key, value])) }],
      refusedFor('parameter_invalid', param),
    );
  const { minLength = 0, maxLength } = propertyNames ?? {};
  const wrong = [
    ...(minLength === 0 ? [] : ['']),
    ...(maxLength === undefined ? [] : [repeated('k', maxLength + 1), repeated('😀', maxLength + 1)]),
  ];
  const many = Array.from({ length: (maxProperties ?? 0) + 1 }, (_, index) => `key${index}`);
  return [
    ...wrong.map((key) => put(`a key of ${[...key].length} characters in ${place.join('.')}`, ['ok', key], [...place, key].join('.'))),
    ...(maxProperties === undefined ? [] : [put(`${many.length} keys in ${place.join('.')}`, many, place.join('.'))]),
  ];
};

/** Every one-place fault of the operation's body, as far as the description tells of it. */
export const bodyFaults = ({ method, body }: Described): readonly Case[] => {
  if (method !== 'POST') return [];
  const root: Part = { place: [], schema: body ?? { type: 'object', properties: {} }, around: [] };
  const parts = partsOf(root);
  return [...wrongMembers(root), ...parts.flatMap((part) => [...wrongMembers(part), ...wrongValues(part)])];
};
