import { describe, expect, it } from 'vitest';
import { fromBase32, idSource, msOfId } from '../../shared/platform/ids.ts';

const NOW_MS = 1_800_000_000_000;
const numberOf = (id: string): bigint => fromBase32(id.slice(id.lastIndexOf('_') + 1)) ?? 0n;

describe('ids that are created in the same millisecond', () => {
  it('sort in the order of their creation', () => {
    const ids = idSource(() => NOW_MS);
    const created = Array.from({ length: 1000 }, () => ids.next('cus_'));
    expect(created.toSorted()).toEqual(created);
    expect(new Set(created).size).toBe(1000);
  });

  it.each(['cs_', 'osp_'])('cannot be derived from the previous id if they are in the URL of a checkout: %s', (prefix) => {
    const distances = Array.from({ length: 20 }, () => {
      const ids = idSource(() => NOW_MS);
      const customer = numberOf(ids.next('cus_'));
      const checkout = ids.next(prefix);
      expect(msOfId(checkout)).toBe(NOW_MS);
      // The next id does not reveal the id of the checkout, either.
      expect(numberOf(ids.next('cus_'))).toBe(customer + 1n);
      return numberOf(checkout) - customer;
    });
    for (const distance of distances) expect(distance > 2n ** 40n || distance < -(2n ** 40n)).toBe(true);
    expect(new Set(distances).size).toBe(20);
  });
});
