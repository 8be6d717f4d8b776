import fc from 'fast-check';
import type { DescribedOperation } from './document.ts';
import { expectedError } from './faults.ts';
import { type BodyPath, type Case, type Rewrite, validCase } from './request.ts';
import { withoutNull } from './schema.ts';

/** Bodies that an attacker, a broken client or a proxy might send, as raw text and bytes. */

/** The error for a body that cannot be read as JSON. The empty `param` means the whole body. */
const NOT_JSON = expectedError('parameter_invalid', '');

/** JSON values that the service rejects: malformed, too deep, or interpreted in different ways by different parsers. */
const BAD_TOKENS = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '1e400',
  '-1e400',
  '9007199254740993',
  '-9007199254740993',
  '1e16',
  '0x10',
  '01',
  '+1',
  '.5',
  '1.',
  '1_000',
  '--1',
  "'text'",
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\x41"',
  '"\\u12"',
  '"a\u0000b"',
  '"a\nb"',
  '"open',
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '{"a":1,"a":1}',
  '{"\\u0061":1,"a":1}',
  '{"__proto__":{"admin":true}}',
  '{"\\u005f_proto__":1}',
  '{a:1}',
  '/* no */1',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
];

/** Valid but unusual JSON. */
const UNUSUAL_TOKENS = [
  '-0',
  '1.0',
  '10e-1',
  '1E2',
  '1e-400',
  '0.1e1',
  '9007199254740991',
  '-9007199254740991',
  '"\\u0000"',
  '"\\ud83d\\ude00"',
  '"\\u202e\\u200b\\ufeff"',
  '"\\/"',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":"a","valueOf":"b","hasOwnProperty":"c"}',
  '{"length":2,"0":"a","1":"b"}',
  '{"then":"a"}',
  '{"$gt":""}',
  '{"S":"text"}',
  `[${'1,'.repeat(1000)}1]`,
  `{${Array.from({ length: 200 }, (_, index) => `"k${index}":"v"`).join(',')}}`,
  `"${'x'.repeat(100_000)}"`,
  `"${'😀'.repeat(40_000)}"`,
];

/** Bodies that the service refuses: not a JSON object, too deep or too large. */
const BAD_BODIES = [
  ' ',
  '\n',
  '{',
  '}',
  '{}{}',
  '{} x',
  '{"a"}',
  "{'a':1}",
  'a=b&c=d',
  '<xml/>',
  'null',
  'true',
  '7',
  '"{}"',
  '[]',
  '[{}]',
  '\u0000',
  '\ufeff{}',
  '{}\u0000',
  '{}\ufeff',
  '\u00a0{}',
  '{}//',
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"a":"${'x'.repeat(262_144)}"}`,
];

/** Paths of the body's fields and of the fields one level deeper. */
const fieldPathsOf = ({ body }: DescribedOperation): readonly BodyPath[] => {
  const fields = Object.entries(body?.properties ?? {});
  const deeper = fields.flatMap(([name, schema]): readonly BodyPath[] => {
    const { schema: nonNull } = withoutNull(schema);
    if (nonNull.type === 'array') return [[name, 0]];
    if (typeof nonNull.additionalProperties === 'object') return [[name, 'key']];
    return Object.keys(nonNull.properties ?? {}).map((each) => [name, each]);
  });
  return [...fields.map(([name]) => [name]), ...deeper];
};

const tokenCase = (at: BodyPath, token: string, expected: Case['expected']): Case => ({
  ...validCase,
  about: `${token.slice(0, 40)} as ${at.join('.')}`,
  edits: [{ at, token }],
  expected,
});

const textCase = (rewrite: Rewrite, expected: Case['expected']): Case => ({
  ...validCase,
  about: `a body with ${JSON.stringify(rewrite).slice(0, 60)}`,
  rewrite,
  expected,
});

/** Members that make the JSON of an object invalid. */
const BAD_MEMBERS = ['"__proto__":1', '"\\u005f_proto__":null', '"a":1,"a":1', '"a":1,"\\u0061":2', ',', '"a":1,', '"\\ud800":1'];

/** Cases that replace, extend or cut off the serialized body. */
const wholeTexts = (operation: DescribedOperation): fc.Arbitrary<Case> => {
  const empty = operation.requiresBody ? [''] : [];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...empty, ...BAD_BODIES).map((whole) => textCase({ whole }, NOT_JSON)) },
    { weight: 2, arbitrary: fc.constantFrom(...BAD_MEMBERS).map((member) => textCase({ member }, NOT_JSON)) },
    { weight: 1, arbitrary: fc.constantFrom('\ufeff', ',', '\u0000', 'x').map((before) => textCase({ before }, NOT_JSON)) },
    { weight: 1, arbitrary: fc.constantFrom(',', '}', '{}', '\u0000', '\u2028').map((after) => textCase({ after }, NOT_JSON)) },
    {
      weight: 2,
      arbitrary: fc
        .double({ min: 0.01, max: 0.99, noNaN: true })
        .map((keep) => textCase({ keep }, operation.requiresBody ? NOT_JSON : null)),
    },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'binary', maxLength: 50 })
        .filter(isInvalidJson)
        .map((whole) => textCase({ whole }, NOT_JSON)),
    },
    { weight: 2, arbitrary: fc.json({ maxDepth: 3 }).map((whole) => textCase({ whole }, null)) },
  );
};

const isInvalidJson = (text: string): boolean => {
  // Operations that require no body accept an empty one.
  if (text === '') return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
};

const BAD_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', 'json', ''];
const GOOD_TYPES = ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8'];

/** A valid body, sent with various media types, transfers and encodings. A case with `expected: null` may have any documented answer. */
const transportCases = (operation: DescribedOperation): fc.Arbitrary<Case> => {
  const media = (type: string): Record<string, string> => ({ 'content-type': type });
  const variant = (about: string, change: Partial<Case>): Case => ({ ...validCase, about, ...change });
  const expected = operation.requiresBody ? NOT_JSON : null;
  return fc.oneof(
    fc.constantFrom(...BAD_TYPES).map((type) => variant(`as "${type}"`, { headers: media(type), expected })),
    fc.constantFrom(...GOOD_TYPES).map((type) => variant(`as "${type}"`, { headers: media(type) })),
    fc.constant(variant('in chunks', { transport: 'chunked' })),
    fc.constant(variant('cut off', { transport: 'cut' })),
    fc.constant(variant('as UTF-16', { rewrite: { encoding: 'utf16le' }, expected })),
    fc.constantFrom('gzip', 'br', 'identity').map((coding) => variant(`as ${coding}`, { headers: { 'content-encoding': coding } })),
  );
};

/** A body in Latin-1. Any documented answer is allowed, because a gateway may replace the bytes before the service reads them. */
const latin1Cases = (operation: DescribedOperation): readonly Case[] =>
  fieldPathsOf(operation)
    .filter((path) => path.length === 1)
    .slice(0, 1)
    .map((at) => ({ ...validCase, about: 'Latin-1', edits: [{ at, token: '"caf\u00e9"' }], rewrite: { encoding: 'latin1' } }));

const INVALID_IDEMPOTENCY_KEYS = [' ', '\t', 'k'.repeat(256)];
const UNUSUAL_IDEMPOTENCY_KEYS = ['k'.repeat(255), 'a,b', '"quoted"', '\u00e9', "'; --", '__proto__', '../..'];

const idempotencyKeys = fc.oneof(
  fc.constantFrom(...INVALID_IDEMPOTENCY_KEYS).map(
    (key): Case => ({
      ...validCase,
      about: 'an invalid Idempotency-Key',
      headers: { 'idempotency-key': key },
      expected: expectedError('parameter_invalid', 'Idempotency-Key'),
    }),
  ),
  fc
    .constantFrom(...UNUSUAL_IDEMPOTENCY_KEYS)
    .map((key): Case => ({ ...validCase, about: `the Idempotency-Key ${key}`, headers: { 'idempotency-key': key } })),
);

/** Hostile requests for an operation that writes. */
export const hostileWrites = (operation: DescribedOperation): fc.Arbitrary<Case> => {
  if (operation.method !== 'POST') return idempotencyKeys;
  const paths = fieldPathsOf(operation);
  const tokens =
    paths.length === 0
      ? []
      : [
          fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...BAD_TOKENS)).map(([at, token]) => tokenCase(at, token, NOT_JSON)),
          fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...UNUSUAL_TOKENS)).map(([at, token]) => tokenCase(at, token, null)),
        ];
  const bytes = latin1Cases(operation);
  return fc.oneof(
    ...tokens.map((arbitrary) => ({ weight: 3, arbitrary })),
    { weight: 3, arbitrary: wholeTexts(operation) },
    { weight: 2, arbitrary: transportCases(operation) },
    { weight: 1, arbitrary: idempotencyKeys },
    ...(bytes.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...bytes) }]),
  );
};
