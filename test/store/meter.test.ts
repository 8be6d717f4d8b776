import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { CAPACITY_CHANNEL, newMeter } from '../../shared/store/core/meter.ts';

const ANSWER = {
  ConsumedCapacity: [{ CapacityUnits: 5, GlobalSecondaryIndexes: { due: { CapacityUnits: 1 }, 'by-customer': { CapacityUnits: 2 } } }],
};

describe('a meter', () => {
  it('counts calls, rounds and capacity units', async () => {
    const meter = newMeter();
    await Promise.all([meter.write(Promise.resolve(ANSWER)), meter.read(Promise.resolve({ ConsumedCapacity: { CapacityUnits: 0.5 } }))]);
    await meter.read(Promise.resolve({}));
    expect(meter.usage()).toEqual({ calls: 3, rounds: 2, readUnits: 0.5, writeUnits: 5 });
    expect(meter.detail).toBe('TOTAL');
  });

  it('publishes the capacity of each call and its part in indexes, if a measurement subscribes', async () => {
    const published: unknown[] = [];
    const listener = (message: unknown): void => void published.push(message);
    subscribe(CAPACITY_CHANNEL, listener);
    try {
      const meter = newMeter();
      await meter.write(Promise.resolve(ANSWER));
      expect(meter.detail).toBe('INDEXES');
    } finally {
      unsubscribe(CAPACITY_CHANNEL, listener);
    }
    expect(published).toEqual([{ kind: 'writeUnits', units: 5, indexUnits: 3 }]);
  });
});
