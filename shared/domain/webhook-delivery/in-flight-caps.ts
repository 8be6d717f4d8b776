/** Maximum numbers of concurrent deliveries [WHD-18, WHD-19, WHD-20]. */
export const CAPS = { perEndpoint: 2, perMode: 3, perAccount: 4 } as const;

/** Endpoint and mode of a delivery, by which the caps apply. All deliveries are of one account. */
interface Slot {
  readonly endpointId: string;
  readonly mode: string;
}

export interface Candidate extends Slot {
  readonly deliveryId: string;
  readonly dueAtMs: number;
}

/** The cap that blocks a delivery. */
export type CapReason = 'endpoint_cap' | 'mode_cap' | 'account_cap';

/** The cap that blocks the delivery while the deliveries in `running` are in flight; `null`: none. */
export const capOn = (entry: Slot, running: readonly Slot[]): CapReason | null => {
  const count = (test: (slot: Slot) => boolean): number => running.filter(test).length;
  if (count((slot) => endpointOf(slot) === endpointOf(entry)) >= CAPS.perEndpoint) return 'endpoint_cap';
  if (count((slot) => slot.mode === entry.mode) >= CAPS.perMode) return 'mode_cap';
  return running.length >= CAPS.perAccount ? 'account_cap' : null;
};

const endpointOf = (slot: Slot): string => `${slot.mode}#${slot.endpointId}`;

/**
 * Chooses the next deliveries within the caps. Prefers the endpoint with the fewest deliveries in flight, then the endpoint served least
 * recently (`lastServed`, updated here), then the oldest delivery, so that a slow endpoint with a long backlog does not block the others.
 */
export const chooseNext = <C extends Candidate>(due: readonly C[], inFlight: readonly Slot[], lastServed: Map<string, number>): C[] => {
  const running: Slot[] = [...inFlight];
  const chosen: C[] = [];
  const queues = queuesOf(due);
  while (running.length < CAPS.perAccount) {
    const [next] = [...queues]
      .flatMap(([endpoint, [head]]) => (head === undefined || capOn(head, running) !== null ? [] : [{ endpoint, head }]))
      .map(({ endpoint, head }) => ({
        endpoint,
        head,
        running: running.filter((slot) => endpointOf(slot) === endpoint).length,
        served: lastServed.get(endpoint) ?? 0,
      }))
      .sort((a, b) => a.running - b.running || a.served - b.served || a.head.dueAtMs - b.head.dueAtMs);
    if (next === undefined) break;
    lastServed.set(next.endpoint, Math.max(0, ...lastServed.values()) + 1);
    queues.get(next.endpoint)?.shift();
    running.push(next.head);
    chosen.push(next.head);
  }
  return chosen;
};

/** Due deliveries by endpoint, oldest first. */
const queuesOf = <C extends Candidate>(due: readonly C[]): ReadonlyMap<string, C[]> => {
  const queues = new Map<string, C[]>();
  for (const entry of due) {
    const queue = queues.get(endpointOf(entry));
    if (queue === undefined) queues.set(endpointOf(entry), [entry]);
    else queue.push(entry);
  }
  for (const queue of queues.values()) queue.sort((a, b) => a.dueAtMs - b.dueAtMs);
  return queues;
};
