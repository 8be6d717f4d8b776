import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { CAPACITY_CHANNEL, newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';

const ANSWER = {
  ConsumedCapacity: [{ CapacityUnits: 5, GlobalSecondaryIndexes: { due: { CapacityUnits: 1 }, 'by-customer': { CapacityUnits: 2 } } }],
};

describe('a capacity counter', () => {
  it('counts calls, rounds of concurrent calls and capacity units', async () => {
    const capacity = newCapacityCounter();
    const read = { ConsumedCapacity: { CapacityUnits: 0.5 } };
    await Promise.all([capacity.write(Promise.resolve(ANSWER)), capacity.read(Promise.resolve(read))]);
    await capacity.read(Promise.resolve({}));
    expect(capacity.usage()).toEqual({ calls: 3, rounds: 2, readUnits: 0.5, writeUnits: 5 });
    expect(capacity.detail).toBe('TOTAL');
  });

  it('publishes the capacity of each call, and the part that indexes consumed, if a measurement subscribes', async () => {
    const published: unknown[] = [];
    const listener = (message: unknown): void => void published.push(message);
    subscribe(CAPACITY_CHANNEL, listener);
    try {
      const capacity = newCapacityCounter();
      await capacity.write(Promise.resolve(ANSWER));
      expect(capacity.detail).toBe('INDEXES');
    } finally {
      unsubscribe(CAPACITY_CHANNEL, listener);
    }
    expect(published).toEqual([{ kind: 'writeUnits', units: 5, indexUnits: 3 }]);
  });
});
