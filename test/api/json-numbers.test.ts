import { describe, expect, it } from 'vitest';
import { canonicalJson, InvalidJsonError } from '../../shared/api/schemas/json.ts';

describe('a number in a body', () => {
  it('is refused if it has more than 17 digits, in a time that grows with its length only', { timeout: 5000 }, () => {
    const zeros = '0'.repeat(250_000);
    expect(() => canonicalJson(`{"a":1.${zeros}1}`)).toThrow(InvalidJsonError);
    expect(() => canonicalJson(`{"a":0.${zeros}1}`)).toThrow(InvalidJsonError);
  });

  it.each(['0', '-0', '0.0', '0e9', '1.50', '-12345678901234567e-3', `1.${'0'.repeat(40)}`, '9007199254740991', '1e-300'])(
    'is accepted as it is written: %s',
    (number) => {
      expect(canonicalJson(`[${number}]`)).toBe(`[${number}]`);
    },
  );
});
