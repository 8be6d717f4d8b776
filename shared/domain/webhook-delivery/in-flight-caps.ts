/** How many deliveries may be in flight at one time [WHD-18, WHD-19, WHD-20]. */
export const CAPS = { perEndpoint: 2, perMode: 3, perAccount: 4 } as const;

/** What the caps count by. */
interface Slot {
  readonly endpointId: string;
  readonly mode: string;
}

export interface Candidate extends Slot {
  readonly deliveryId: string;
  readonly dueAtMs: number;
}

/** What keeps an entry from being posted beside those that run; `null` when nothing does. */
export type CapReason = 'endpoint_cap' | 'mode_cap' | 'account_cap';

export const capOn = (entry: Slot, running: readonly Slot[]): CapReason | null => {
  const count = (test: (slot: Slot) => boolean): number => running.filter(test).length;
  if (count((slot) => endpointOf(slot) === endpointOf(entry)) >= CAPS.perEndpoint) return 'endpoint_cap';
  if (count((slot) => slot.mode === entry.mode) >= CAPS.perMode) return 'mode_cap';
  return running.length >= CAPS.perAccount ? 'account_cap' : null;
};

const endpointOf = (slot: Slot): string => `${slot.mode}#${slot.endpointId}`;

/**
 * Picks what to post next within the caps, given what is in flight. Endpoints alternate: the one with the fewest in flight
 * first, then the one that waited longest (`lastServed`, raised here), then the oldest entry. So a slow
 * endpoint with a long backlog leaves the others their share.
 */
export const chooseNext = <C extends Candidate>(due: readonly C[], inFlight: readonly Slot[], lastServed: Map<string, number>): C[] => {
  const running: Slot[] = [...inFlight];
  const chosen: C[] = [];
  const waiting = new Set(due);
  const ofEndpoint = (entry: C): number => running.filter((slot) => endpointOf(slot) === endpointOf(entry)).length;
  while (running.length < CAPS.perAccount) {
    const fitting = [...waiting].filter((entry) => capOn(entry, running) === null);
    const served = (entry: C): number => lastServed.get(endpointOf(entry)) ?? 0;
    const [next] = fitting.sort((a, b) => ofEndpoint(a) - ofEndpoint(b) || served(a) - served(b) || a.dueAtMs - b.dueAtMs);
    if (next === undefined) break;
    lastServed.set(endpointOf(next), Math.max(0, ...lastServed.values()) + 1);
    waiting.delete(next);
    running.push(next);
    chosen.push(next);
  }
  return chosen;
};
