/** Maximum numbers of concurrent deliveries of one account [WHD-18, WHD-19, WHD-20]. */
export const CAPS = { perEndpoint: 2, perMode: 3, perAccount: 4 } as const;

/** The endpoint and mode of a delivery, which decide the caps that apply to it. All deliveries here are of one account. */
interface CappedDelivery {
  readonly endpointId: string;
  readonly mode: string;
}

export interface Candidate extends CappedDelivery {
  readonly deliveryId: string;
  readonly dueAtMs: number;
}

/** The cap that blocks a delivery. */
export type CapReason = 'endpoint_cap' | 'mode_cap' | 'account_cap';

/** The cap that blocks the delivery while the deliveries in `running` are in flight; `null`: no cap blocks it. */
export const capOn = (delivery: CappedDelivery, running: readonly CappedDelivery[]): CapReason | null => {
  const count = (test: (each: CappedDelivery) => boolean): number => running.filter(test).length;
  if (count((each) => endpointOf(each) === endpointOf(delivery)) >= CAPS.perEndpoint) return 'endpoint_cap';
  if (count((each) => each.mode === delivery.mode) >= CAPS.perMode) return 'mode_cap';
  return running.length >= CAPS.perAccount ? 'account_cap' : null;
};

const endpointOf = (each: CappedDelivery): string => `${each.mode}#${each.endpointId}`;

/**
 * Chooses the next deliveries within the caps. Prefers the endpoint with the fewest deliveries in flight, then the endpoint that was served
 * least recently, then the oldest delivery, so that a slow endpoint with a long backlog does not block the others. `lastServed`: a number
 * for each endpoint, higher if the endpoint was served later; this function updates the numbers. `limit`: maximum number to choose.
 */
export const chooseNext = <C extends Candidate>(
  due: readonly C[],
  inFlight: readonly CappedDelivery[],
  lastServed: Map<string, number>,
  limit: number = CAPS.perAccount,
): C[] => {
  const running: CappedDelivery[] = [...inFlight];
  const chosen: C[] = [];
  const queues = queuesOf(due);
  while (running.length < CAPS.perAccount && chosen.length < limit) {
    const [next] = [...queues]
      .flatMap(([endpoint, [head]]) => (head === undefined || capOn(head, running) !== null ? [] : [{ endpoint, head }]))
      .map(({ endpoint, head }) => ({
        endpoint,
        head,
        runningCount: running.filter((each) => endpointOf(each) === endpoint).length,
        servedAt: lastServed.get(endpoint) ?? 0,
      }))
      .sort((a, b) => a.runningCount - b.runningCount || a.servedAt - b.servedAt || a.head.dueAtMs - b.head.dueAtMs);
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
  for (const delivery of due) {
    const queue = queues.get(endpointOf(delivery));
    if (queue === undefined) queues.set(endpointOf(delivery), [delivery]);
    else queue.push(delivery);
  }
  for (const queue of queues.values()) queue.sort((a, b) => a.dueAtMs - b.dueAtMs);
  return queues;
};
