import { describe, expect, it } from 'vitest';
import { formatTrillionths, parseTrillionths, TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';

describe('the value of a usage event', () => {
  it.each([
    ['0', 0n],
    ['7', 7n * TRILLION],
    ['0.25', TRILLION / 4n],
    ['10.05', 10n * TRILLION + TRILLION / 20n],
    ['0.000000000001', 1n],
    ['1000.000000000001', 1000n * TRILLION + 1n],
    ['999999999999999.999999999999', 10n ** 27n - 1n],
  ])('is exact: %s', (text, trillionths) => {
    expect(parseTrillionths(text)).toBe(trillionths);
    expect(formatTrillionths(trillionths)).toBe(text);
  });

  it('can have zeros at its start and end', () => {
    expect([parseTrillionths('007'), parseTrillionths('1.500')]).toEqual([7n * TRILLION, (3n * TRILLION) / 2n]);
  });

  it.each(['', ' 1', '1 ', '1,5', '.5', '1.', '-1', '+1', '1e3', '0x1', '١', '1.1.1', '1000000000000000', '0.0000000000001'])(
    'is a decimal of at most 15 integer and 12 fraction digits, not %j',
    (text) => {
      expect(parseTrillionths(text)).toBeNull();
    },
  );
});
