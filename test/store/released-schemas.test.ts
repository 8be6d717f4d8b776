import { describe, expect, it } from 'vitest';
import { currentVersions, releasedVersions, violationsOf } from '../../scripts/released-schemas.ts';

describe('a release', () => {
  it('writes only schema versions that its predecessor can read, and reads all that its predecessor can read', async () => {
    // If this fails: release the new versions as `laterVersions` first (record 0021).
    expect(violationsOf(await currentVersions(), releasedVersions())).toEqual([]);
  });

  it('is compared for every kind of record', async () => {
    const types = Object.keys(await currentVersions());
    expect(types.length).toBeGreaterThan(20);
    for (const type of ['subscription', 'invoice', 'payment', 'customer', 'account', 'api_key', 'event_text'])
      expect(types).toContain(type);
  });
});

describe('the comparison with the predecessor', () => {
  const released = { invoice: 3, payment: 5 };

  it.each([
    ['an unchanged release', { invoice: { written: 3, readable: 3 }, payment: { written: 5, readable: 5 } }, []],
    ['a version that is only read', { invoice: { written: 3, readable: 4 }, payment: { written: 5, readable: 5 } }, []],
    [
      'a new kind of record',
      { invoice: { written: 3, readable: 3 }, payment: { written: 5, readable: 5 }, quote: { written: 2, readable: 2 } },
      [],
    ],
    [
      'a version that the predecessor cannot read',
      { invoice: { written: 4, readable: 4 }, payment: { written: 5, readable: 5 } },
      ['invoice: writes schema version 4, and the last release reads 3; release `laterVersions` first'],
    ],
    [
      'a version that is no longer read',
      { invoice: { written: 3, readable: 3 }, payment: { written: 4, readable: 4 } },
      ['payment: reads schema version 4, and the last release reads 5'],
    ],
    ['a removed kind', { invoice: { written: 3, readable: 3 } }, ['payment: this release does not read it any more']],
  ])('of %s', (_name, current, violations) => {
    expect(violationsOf(current, released)).toEqual(violations);
  });
});
