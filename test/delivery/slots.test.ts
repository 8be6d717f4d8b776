import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPS, type Candidate, chooseNext } from '../../shared/domain/webhook-delivery/in-flight-caps.ts';

const candidates = fc.uniqueArray(
  fc.record({
    deliveryId: fc.uuid(),
    endpointId: fc.constantFrom('we_a', 'we_b', 'we_c', 'we_d', 'we_e'),
    dueAtMs: fc.integer({ min: 0, max: 1000 }),
  }),
  { selector: ({ deliveryId }) => deliveryId, maxLength: 30 },
);
/** Adds the mode: endpoints a, b and c are in live mode, d and e in test mode. */
const withMode = (entry: Omit<Candidate, 'mode'>): Candidate => ({ ...entry, mode: entry.endpointId < 'we_d' ? 'live' : 'test' });

const counts = (slots: readonly Candidate[], by: (slot: Candidate) => string): number[] => {
  const result = new Map<string, number>();
  for (const slot of slots) result.set(by(slot), (result.get(by(slot)) ?? 0) + 1);
  return [...result.values()];
};

describe('the choice of the next deliveries', () => {
  it('[WHD-18] [WHD-19] [WHD-20] never exceeds 2 per endpoint, 3 per mode and 4 in total, and uses every free slot', () => {
    expect(CAPS).toEqual({ perEndpoint: 2, perMode: 3, perAccount: 4 });
    fc.assert(
      fc.property(candidates, fc.nat({ max: 4 }), (entries, runningCount) => {
        const all = entries.map(withMode);
        const running = chooseNext(all, [], new Map()).slice(0, runningCount);
        const waiting = all.filter((entry) => !running.includes(entry));
        const inFlight = [...running, ...chooseNext(waiting, running, new Map())];
        expect(inFlight.length).toBeLessThanOrEqual(4);
        for (const count of counts(inFlight, (slot) => slot.mode)) expect(count).toBeLessThanOrEqual(3);
        for (const count of counts(inFlight, (slot) => slot.endpointId)) expect(count).toBeLessThanOrEqual(2);
        const remaining = waiting.filter((entry) => !inFlight.includes(entry));
        expect(chooseNext(remaining, inFlight, new Map())).toEqual([]);
      }),
    );
  });

  it('alternates between endpoints, even if one endpoint has an older backlog', () => {
    const entry = (endpointId: string, dueAtMs: number): Candidate => ({
      deliveryId: `${endpointId}${dueAtMs}`,
      endpointId,
      mode: 'test',
      dueAtMs,
    });
    const waiting = [
      ...[1, 2, 3, 4, 5, 6].flatMap((at) => [entry('we_a', at), entry('we_b', at)]),
      entry('we_c', 1000),
      entry('we_c', 1001),
    ];
    const busy = ['we_x', 'we_y', 'we_z'].map((endpointId) => ({ ...entry(endpointId, 0), mode: 'live' }));
    const lastServed = new Map<string, number>();
    const served: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (const chosen of chooseNext(waiting, busy, lastServed)) {
        waiting.splice(waiting.indexOf(chosen), 1);
        served.push(chosen.endpointId);
      }
    }
    expect(served).toHaveLength(6);
    expect(served.filter((endpoint) => endpoint === 'we_c')).toHaveLength(2);
  });
});
