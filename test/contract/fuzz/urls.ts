import fc from 'fast-check';
import type { DescribedOperation, Schema } from './document.ts';
import { expectedError } from './faults.ts';
import { type Case, type Expected, validCase } from './request.ts';
import { withoutNull } from './schema.ts';
import { minimalValue, valuesOf } from './values.ts';

/** Valid and invalid queries and paths. */

/** Encodes a text for a query, except id placeholders: `<name_id>` (an existing id) and `<name_id?>` (a nonexistent id). */
const encodeText = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3C', '<').replaceAll('%3F%3E', '?>').replaceAll('%3E', '>');

/** The names of ids that are valid cursors of the list at `path`: `endpoint_id` for `/v1/webhook_endpoints`. */
const cursorsOf = (path: string, idNames: readonly string[]): readonly string[] => {
  const resource = path.split('/').at(-1)?.replace(/ies$/, 'y').replace(/s$/, '') ?? '';
  return idNames.filter((id) => resource.endsWith(id.replace(/_id$/, '')));
};

const textOf = (name: string, schema: Schema, path: string, idNames: readonly string[]): fc.Arbitrary<string> => {
  if (name === 'starting_after') {
    const validCursors = cursorsOf(path, idNames);
    // Valid cursors are listed several times, so that they are chosen more often.
    const cursors = [...validCursors, ...validCursors, ...idNames];
    return fc.constantFrom(...cursors.map((id) => `<${id}>`), ...validCursors.map((id) => `<${id}?>`));
  }
  const { schema: nonNull } = withoutNull(schema);
  if (nonNull.type !== 'array') return valuesOf(name, schema, idNames).map(String);
  return fc.array(valuesOf(name, nonNull.items ?? {}, idNames).map(String), { minLength: 1, maxLength: 4 }).map((list) => list.join(','));
};

/** Valid queries with the required and some of the other parameters. */
export const queries = ({ path, query, requiredQuery }: DescribedOperation, idNames: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record(Object.fromEntries([...query].map(([name, schema]) => [name, textOf(name, schema, path, idNames)])), {
      requiredKeys: [...requiredQuery],
    })
    .map((parameters) =>
      Object.entries(parameters)
        .map(([name, value]) => `${name}=${encodeText(String(value))}`)
        .join('&'),
    );

const invalidTexts = (name: string, schema: Schema): readonly string[] => {
  const { type, minimum, maximum, minLength = 0, maxLength, items } = schema;
  if (name === 'expand')
    return ['', 'nothing', 'customer ', 'customer,,default_price', ',', 'constructor', '__proto__', 'Customer', 'x'.repeat(257)];
  if (name === 'starting_after')
    return ['', 'garbage', '0', 'null', '\u0000', "' OR 1=1--", '0190a5b2c3d47e8f9a0b1c2d3e4f5a6b', 'x'.repeat(129)];
  if (type === 'integer') {
    return [
      ...(minimum === undefined ? [] : [String(minimum - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 1)]),
      '',
      ' ',
      '1.5',
      '1e1',
      '+1',
      '-1',
      'true',
      'NaN',
      'Infinity',
      '0x10',
      '１',
      ' 1',
      '1 ',
      '1\u0000',
    ];
  }
  if (type === 'boolean') return ['', '1', '0', 'TRUE', 'yes', 'true ', 'true,false', 'null'];
  const enumValues = items?.['x-extensible-enum'];
  if (enumValues !== undefined) {
    const [first = ''] = enumValues;
    return [
      '',
      'nothing',
      `${first},`,
      `,${first}`,
      `${first},nothing`,
      `${first}, ${first}`,
      first.toUpperCase(),
      '*',
      'constructor',
      'x'.repeat(5000),
    ];
  }
  if (schema.format === 'date') return ['', '2026-02-30', '01.10.2026', '2026-10', '1999-12-31', '２０２６-10-01'];
  return [...(minLength > 0 ? [''] : []), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1)])];
};

const queryCase = (query: string, expected: Expected): Case => ({ ...validCase, about: `?${query.slice(0, 60)}`, query, expected });

const UNKNOWN_PARAMETERS = [
  'foo',
  'Limit',
  'limit[]',
  'page',
  'ending_before',
  'constructor',
  '__proto__',
  'toString',
  ' limit',
  'a.b',
  '😀',
  'id',
];

/** Returns a valid query with the required parameters only. `except`: a parameter to leave out. */
export const requiredOnly = ({ query, requiredQuery }: DescribedOperation, except: string | null = null): string =>
  requiredQuery
    .filter((name) => name !== except)
    .map((name) => `${name}=${encodeText(String(minimalValue(query.get(name) ?? {})))}`)
    .join('&');

/** Queries with an invalid, a repeated or an unknown parameter. */
export const queryFaults = (operation: DescribedOperation): readonly Case[] => {
  const { query } = operation;
  /** The other required parameters, followed by `&` if there are any. */
  const requiredBefore = (faulty: string): string => requiredOnly(operation, faulty).replace(/(.)$/, '$1&');
  const invalid = [...query].flatMap(([name, schema]) =>
    invalidTexts(name, schema).map((text) =>
      queryCase(`${requiredBefore(name)}${name}=${encodeURIComponent(text)}`, expectedError('parameter_invalid', name)),
    ),
  );
  const repeated = [...query.keys()].map((name) => queryCase(`${name}=1&${name}=1`, expectedError('parameter_invalid', name)));
  const unknown = UNKNOWN_PARAMETERS.filter((name) => !query.has(name)).map((name) =>
    queryCase(`${encodeURIComponent(name)}=1`, expectedError('parameter_unknown', name)),
  );
  return [...invalid, ...repeated, ...unknown, queryCase('foo', expectedError('parameter_unknown', 'foo'))];
};

/** Malformed queries: badly encoded, empty, very long. */
export const hostileQueries: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '&&&',
    '?',
    '%',
    '%zz=1',
    '%ff=1',
    'limit=%ff',
    'limit=%',
    '=',
    '=1',
    'limit',
    '#',
    '+=+',
    'limit=1;foo=1',
    `foo=${'x'.repeat(4000)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text)),
);

/** Path segments that are not ids. `%25ff` must be decoded once, to `%ff`. */
const INVALID_IDS = [
  'x',
  '0',
  'null',
  'undefined',
  '0190a5b2c3d47e8f9a0b1c2d3e4f5a6b',
  '0190a5b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b',
  '%00',
  '%2e%2e',
  '..%2f..%2fetc',
  "'%20OR%201=1--",
  '%F0%9F%98%80',
  '%ff',
  '%25ff',
  '%',
  'constructor',
  '__proto__',
  '*',
  'x'.repeat(2000),
];

const modifiedIds = (name: string): readonly string[] => [
  `<${name}>%00`,
  `<${name}>%0a`,
  `%20<${name}>`,
  `<${name}>x`,
  `<${name}>%2f`,
  `<${name}>,<${name}>`,
  `<${name}>;a=b`,
];

/** Replaces each id of the path with invalid and nonexistent ids. All must return 404. */
export const pathFaults = ({ pathParams }: DescribedOperation): readonly Case[] =>
  pathParams.flatMap((name) => {
    const withSegment = (text: string, codes: readonly string[]): Case => ({
      ...validCase,
      about: `${text.slice(0, 40)} as ${name}`,
      path: { [name]: text },
      expected: { status: 404, codes, param: null },
    });
    return [
      ...[...INVALID_IDS, ...modifiedIds(name)].map((text) => withSegment(text, ['resource_missing', 'route_not_found'])),
      withSegment(`<${name}?>`, ['resource_missing']),
    ];
  });
