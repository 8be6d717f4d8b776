import { describe, expect, it } from 'vitest';
import { currentLayouts, layoutViolationsOf, releasedLayouts } from '../../scripts/released-layouts.ts';
import { currentVersions, releasedVersions, schemaViolationsOf } from '../../scripts/released-schemas.ts';

describe('a release', () => {
  it('writes only schema versions that its predecessor can read, and reads all that its predecessor can read', async () => {
    // If this fails: first release the new versions as `laterVersions` (decision record 0021).
    expect(schemaViolationsOf(await currentVersions(), releasedVersions())).toEqual([]);
  });

  it('is compared with its predecessor for more than 20 kinds of record, including the main ones', async () => {
    const types = Object.keys(await currentVersions());
    expect(types.length).toBeGreaterThan(20);
    for (const type of ['subscription', 'invoice', 'payment', 'customer', 'account', 'api_key']) expect(types).toContain(type);
  });

  it('writes only layouts that its predecessor can read, and reads all that its predecessor can read', () => {
    // If this fails: first release the new version of the layout as one that is only read (decision record 0021).
    expect(layoutViolationsOf(currentLayouts(), releasedLayouts())).toEqual([]);
  });

  it('is compared with its predecessor for every layout', () => {
    expect(Object.keys(releasedLayouts()).sort()).toEqual(['begun_ids', 'event_text', 'log_entry', 'log_layout', 'record_text']);
    expect(Object.keys(currentLayouts()).sort()).toEqual(Object.keys(releasedLayouts()).sort());
  });
});

describe('the comparison of schema versions', () => {
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
      [
        'invoice: writes schema version 4, but the last release reads only up to 3; first make a release that only reads version 4, by adding it to `laterVersions` (decision record 0021)',
      ],
    ],
    [
      'a version that is no longer read',
      { invoice: { written: 3, readable: 3 }, payment: { written: 4, readable: 4 } },
      ['payment: reads only up to schema version 4, but the last release reads up to 5'],
    ],
    ['a removed kind', { invoice: { written: 3, readable: 3 } }, ['payment: this release does not read it any more']],
  ])('returns the violations of %s', (_name, current, violations) => {
    expect(schemaViolationsOf(current, released)).toEqual(violations);
  });
});

describe('the comparison of layouts', () => {
  const released = { log_layout: { 1: 'all numbers in one partition', 2: 'blocks of 64' } };
  const readable = released.log_layout;

  it.each([
    ['an unchanged release', { log_layout: { written: 2, readable } }, []],
    ['a version that is only read', { log_layout: { written: 2, readable: { ...readable, 3: 'blocks of 128' } } }, []],
    ['a new layout', { log_layout: { written: 2, readable }, quote_text: { written: 2, readable: { 2: 'packed' } } }, []],
    [
      'a version that the predecessor cannot read',
      { log_layout: { written: 3, readable: { ...readable, 3: 'blocks of 128' } } },
      ['log_layout: writes version 3, which the last release cannot read; first release it as a version that is only read'],
    ],
    [
      'a version that was changed',
      { log_layout: { written: 2, readable: { ...readable, 2: 'blocks of 128' } } },
      ['log_layout: version 2 differs from that of the last release; add a version instead'],
    ],
    [
      'a version that is no longer read',
      { log_layout: { written: 2, readable: { 2: 'blocks of 64' } } },
      ['log_layout: version 1 is not read any more'],
    ],
    ['a removed layout', {}, ['log_layout: this release does not read it any more']],
    [
      'a written version that this release cannot read',
      { log_layout: { written: 4, readable } },
      [
        'log_layout: writes version 4, which the last release cannot read; first release it as a version that is only read',
        'log_layout: writes version 4, which this release does not read',
      ],
    ],
  ])('returns the violations of %s', (_name, current, violations) => {
    expect(layoutViolationsOf(current, released)).toEqual(violations);
  });
});
