import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Attributes of an item, or values of a request, as DynamoDB's protocol represents them; binary values are base64 text. */
export type AttributeValueMap = Record<string, AttributeValue>;

/** Converts attributes to the protocol's format and omits those that are `undefined`. Throws for a value that the table cannot store. */
export const toAttributeValues = (attributes: object): AttributeValueMap => {
  const map: AttributeValueMap = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) setOwn(map, name, wireOf(value));
  return map;
};

/** Converts attributes back. An integer outside the safe range becomes a `bigint`. */
export const fromAttributeValues = (map: AttributeValueMap): Record<string, unknown> => {
  const attributes: Record<string, unknown> = {};
  for (const name of Object.keys(map)) setOwn(attributes, name, valueIn(map[name] as AttributeValue));
  return attributes;
};

/** Sets a property, also one that is called `__proto__`. */
const setOwn = (target: object, name: string, value: unknown): void => {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, unknown>)[name] = value;
};

const wireOf = (value: unknown): AttributeValue => {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: digitsOf(value) };
    case 'boolean':
      return { BOOL: value };
    case 'bigint':
      return { N: String(value) };
    case 'object':
      return wireOfObject(value);
    default:
      throw new TypeError(`The table cannot hold a value of type ${typeof value}.`);
  }
};

const wireOfObject = (value: object | null): AttributeValue => {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((each) => each !== undefined).map(wireOf) };
  // The protocol sends bytes as base64 text, but the SDK's type is `Uint8Array`.
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') as unknown as Uint8Array };
  if (value instanceof Set || value instanceof Map) throw new TypeError('The table cannot hold a Set or a Map.');
  return { M: toAttributeValues(value) };
};

const digitsOf = (value: number): string => {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`The table cannot hold the number ${value}.`);
  return String(value);
};

const valueIn = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return numberOf(value.N);
  if (value.M !== undefined) return fromAttributeValues(value.M);
  if (value.L !== undefined) return value.L.map(valueIn);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  // Base64 text in a response; bytes in an item of an error, because the SDK decodes errors.
  if (value.B !== undefined) return Buffer.from(value.B as Uint8Array | string as string, 'base64');
  throw new TypeError('The table returned a value of an unknown type.');
};

const numberOf = (digits: string): number | bigint => {
  const number = Number(digits);
  return Number.isSafeInteger(number) || !Number.isInteger(number) ? number : BigInt(digits);
};
