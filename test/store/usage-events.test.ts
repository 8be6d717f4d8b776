import { describe, expect, it } from 'vitest';
import type { UsageSlice } from '../../shared/domain/subscription/usage/slices.ts';
import { meterValueIn, meterValueItem, uniqueSliceIn, uniqueValueItem, usageEventItem } from '../../shared/store/core/usage-events.ts';

const DAY = 86_400;
const NOW = 1_800_000_000;
const tenant = { accountId: 'acct_1', mode: 'live' } as const;
const period = { subscriptionId: 'sub_1', meterId: 'mtr_1', start: NOW };
const event = {
  id: 'event-1',
  created: NOW,
  eventName: 'tokens',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  meterId: 'mtr_1',
  occurredAt: NOW,
  value: '1',
  properties: {},
  periodStart: NOW,
  status: 'recorded',
} as const;
const value = {
  trillionths: 5n,
  occurredAt: NOW,
  version: 1,
  slices: new Map([
    ['d0', { trillionths: 5n, occurredAt: NOW }],
    ['d31', { trillionths: 123_456_789_012_345_000_000_000_001n, occurredAt: NOW + 31 * DAY }],
  ]),
};

describe('in stored usage,', () => {
  it.each([
    ['day', 100],
    ['month', 400],
  ] as const)('events of a period with usage by %s are kept for %i days, and the state of their meter for 400 days', (unit, days) => {
    const nowMs = NOW * 1000 + 999;
    const writes = [
      usageEventItem(tenant, { event, fingerprint: 'f', nonce: 'n' }, { nowMs, unit, position: 0 }),
      meterValueItem(tenant, period, value, nowMs),
      uniqueValueItem(tenant, period, { start: NOW, value: 'ada', slice: { unit, index: 3 }, former: null }, nowMs),
    ];
    expect(writes.map(({ Put }) => Put?.Item?.['ttl'])).toEqual([days, 400, 400].map((each) => NOW + each * DAY));
  });

  it('a meter value keeps its daily values; a meter value that an earlier release wrote has none', () => {
    const item = meterValueItem(tenant, period, value, 0).Put?.Item as Parameters<typeof meterValueIn>[0];
    expect(meterValueIn(item)).toEqual(value);
    const { slices: _, ...ofEarlierRelease } = item ?? { pk: '', sk: '' };
    expect(meterValueIn(ofEarlierRelease as typeof item)).toEqual({ ...value, slices: new Map() });
  });

  it('a unique value has the slice of its first use, `null` if an earlier release stored it, and `undefined` if it is not stored', () => {
    const slice: UsageSlice = { unit: 'month', index: 11 };
    const write = uniqueValueItem(tenant, period, { start: NOW, value: 'ada', slice, former: null }, 0);
    const item = write.Put?.Item as Parameters<typeof uniqueSliceIn>[0];
    expect([uniqueSliceIn(item), uniqueSliceIn({ pk: '', sk: '' }), uniqueSliceIn(undefined)]).toEqual([slice, null, undefined]);
  });
});
