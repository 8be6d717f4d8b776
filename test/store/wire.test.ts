import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { type AttributeValueMap, fromAttributeValues, toAttributeValues } from '../../shared/store/core/wire.ts';

const OPTIONS = { removeUndefinedValues: true, convertClassInstanceToMap: true };

const ITEMS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { text: 'a', empty: '', unicode: '€ "quoted" \u2028', digits: '12' },
  { zero: 0, negative: -1, fraction: 0.1, tiny: 1e-7, safe: Number.MAX_SAFE_INTEGER, huge: 12345678901234567890n },
  { yes: true, no: false, none: null },
  { list: [], nested: [1, 'a', null, [true, { deep: [{}] }]], map: { a: { b: { c: 'd' } } } },
  { kept: 1, left: undefined, inside: { left: undefined, kept: [undefined, 1, undefined] } },
  JSON.parse('{"constructor":"a","toString":{"constructor":"b"},"then":1,"length":2}') as Record<string, unknown>,
  {
    instance: new (class Pair {
      readonly a = 1;
    })(),
  },
];

describe('a value on the wire', () => {
  it.each(ITEMS.map((item, index) => [index, item] as const))('is what the SDK would send and read: %i', (_index, item) => {
    expect(toAttributeValues(item)).toEqual(marshall(item, OPTIONS));
    expect(fromAttributeValues(toAttributeValues(item))).toEqual(unmarshall(marshall(item, OPTIONS)));
  });

  it.each(['12345678901234567890', '-9007199254740993', '9007199254740991', '-0.5', '1E-7', '0'])(
    'is read as the SDK reads it: %s',
    (N) => {
      expect(fromAttributeValues({ n: { N } })).toEqual(unmarshall({ n: { N } }));
    },
  );

  it('can have the attribute name __proto__', () => {
    const item = JSON.parse('{"__proto__":"a","map":{"__proto__":{"b":"c"}}}') as object;
    const wire = toAttributeValues(item);
    expect(Object.entries(wire)[0]).toEqual(['__proto__', { S: 'a' }]);
    expect(JSON.stringify(fromAttributeValues(wire))).toBe(JSON.stringify(item));
  });

  it('is base64 if it is binary, and is read as bytes', () => {
    const bytes = new Uint8Array([0, 1, 254, 255]);
    expect(toAttributeValues({ bytes })).toEqual({ bytes: { B: 'AAH+/w==' } });
    expect(fromAttributeValues(toAttributeValues({ bytes }))).toEqual({ bytes: Buffer.from(bytes) });
    // If an error contains an item, the SDK has already decoded the binary values of the item.
    expect(fromAttributeValues({ bytes: { B: bytes } })).toEqual({ bytes: Buffer.from(bytes) });
  });

  it.each([
    ['NaN', Number.NaN],
    ['infinite', Number.NEGATIVE_INFINITY],
    ['larger than the safe integers', Number.MAX_SAFE_INTEGER + 1],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a set', new Set(['a'])],
    ['a map', new Map([['a', 1]])],
  ])('cannot be %s', (_name, value) => {
    expect(() => toAttributeValues({ value })).toThrow(/^The table cannot hold/);
    expect(() => toAttributeValues({ list: [{ value }] })).toThrow(/^The table cannot hold/);
  });

  it('is refused if its type is unknown', () => {
    expect(() => fromAttributeValues({ set: { SS: ['a'] } satisfies AttributeValue } as AttributeValueMap)).toThrow('unknown type');
  });
});
