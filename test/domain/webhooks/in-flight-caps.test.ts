import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPS, type Candidate, capOn, chooseNext } from '../../../shared/domain/webhook-delivery/in-flight-caps.ts';

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

const entry = (endpointId: string, dueAtMs: number, mode = 'test'): Candidate => ({
  deliveryId: `${endpointId}${dueAtMs}`,
  endpointId,
  mode,
  dueAtMs,
});
const endpointsOf = (chosen: readonly Candidate[]): readonly string[] => chosen.map(({ endpointId }) => endpointId);

describe('the cap that blocks a delivery', () => {
  const delivery = entry('we_a', 1);
  it.each([
    ['no delivery', [], null],
    ['one delivery of its endpoint', ['test we_a'], null],
    ['two deliveries of its endpoint', ['test we_a', 'test we_a'], 'endpoint_cap'],
    ['two deliveries of an endpoint with the same id in the other mode', ['live we_a', 'live we_a'], null],
    ['two deliveries of its mode', ['test we_b', 'test we_c'], null],
    ['three deliveries of its mode', ['test we_b', 'test we_c', 'test we_d'], 'mode_cap'],
    ['three deliveries of the other mode', ['live we_b', 'live we_c', 'live we_d'], null],
    ['four deliveries, two of each mode', ['live we_b', 'live we_c', 'test we_d', 'test we_e'], 'account_cap'],
  ])('[WHD-18] [WHD-19] [WHD-20] depends on the deliveries in flight: %s', (_name, running, cap) => {
    const slots = running.map((text) => {
      const [mode = '', endpointId = ''] = text.split(' ');
      return { mode, endpointId };
    });
    expect(capOn(delivery, slots)).toBe(cap);
  });
});

describe('the choice of the next deliveries', () => {
  it('takes the oldest delivery of each endpoint first', () => {
    const due = [entry('we_a', 3), entry('we_a', 1), entry('we_a', 2)];
    expect(chooseNext(due, [], new Map()).map(({ dueAtMs }) => dueAtMs)).toEqual([1, 2]);
  });

  it('prefers the endpoint with the fewest deliveries in flight, then the one served least recently, then the oldest delivery', () => {
    // Two slots of the mode are free.
    const busy = [entry('we_a', 0)];
    const due = [entry('we_a', 1), entry('we_b', 9), entry('we_c', 5)];
    expect(endpointsOf(chooseNext(due, busy, new Map()))).toEqual(['we_c', 'we_b']);
    expect(endpointsOf(chooseNext(due, busy, new Map([['test#we_c', 1]])))).toEqual(['we_b', 'we_c']);
    const bothServed = new Map([
      ['test#we_b', 8],
      ['test#we_c', 7],
    ]);
    expect(endpointsOf(chooseNext(due, busy, bothServed))).toEqual(['we_c', 'we_b']);
  });

  it('numbers the endpoints in the order in which they were served, the latest with the highest number', () => {
    const lastServed = new Map([['test#we_z', 5]]);
    chooseNext([entry('we_a', 1), entry('we_b', 2)], [], lastServed);
    expect([...lastServed]).toEqual([
      ['test#we_z', 5],
      ['test#we_a', 6],
      ['test#we_b', 7],
    ]);
  });

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

  it('serves an endpoint with newer deliveries as often as each of two endpoints with an older backlog', () => {
    const waiting = [
      ...[1, 2, 3, 4, 5, 6].flatMap((at) => [entry('we_a', at), entry('we_b', at)]),
      entry('we_c', 1000),
      entry('we_c', 1001),
    ];
    // One slot of the account is free.
    const busy = ['we_x', 'we_y', 'we_z'].map((endpointId) => entry(endpointId, 0, 'live'));
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
