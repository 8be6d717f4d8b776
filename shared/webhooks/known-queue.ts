import type { QueueEntry, QueueView } from '../store/deliveries/queue.ts';

/** What was read is used for at most so long: a queue may get earlier work, or work of other endpoints, at any time. */
const FRESH_MS = 500;

const idsOf = (entries: readonly QueueEntry[]): Set<string> => new Set(entries.map(({ deliveryId }) => deliveryId));

/**
 * What a drainer knows of its account's queue: the start of every endpoint's, as it was read last. A backlog is processed from it,
 * so that its queue is not read again after each delivery.
 */
export class KnownQueue {
  readonly #scan: () => Promise<QueueView>;
  readonly #nowMs: () => number;
  #view: QueueView = { due: [], waiting: [], nextAtMs: null };
  #readAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Deliveries that are not to be taken from the view: under way when its reading began, or since. Not their entries: one that is
   * asked for again while it is in flight has another.
   */
  #taken = new Set<string>();
  #refresh: { readonly taken: Set<string>; readonly ended: Promise<void> } | null = null;

  constructor(scan: () => Promise<QueueView>, nowMs: () => number) {
    this.#scan = scan;
    this.#nowMs = nowMs;
  }

  /**
   * Reads the queue as it is now.
   * @param underWay what is processed and may still be found in it
   */
  async read(underWay: readonly QueueEntry[]): Promise<void> {
    await this.#refresh?.ended;
    await this.#readTo(idsOf(underWay));
  }

  /** Has it read once more when that was some time ago; what is known may be taken in the meantime. */
  refresh(underWay: readonly QueueEntry[]): void {
    if (this.#refresh !== null || this.#nowMs() - this.#readAtMs < FRESH_MS) return;
    const taken = idsOf(underWay);
    const ended = this.#readTo(taken)
      // The caller reads it again.
      .catch(() => undefined)
      .finally(() => {
        this.#refresh = null;
      });
    this.#refresh = { taken, ended };
  }

  async #readTo(taken: Set<string>): Promise<void> {
    const atMs = this.#nowMs();
    this.#view = await this.#scan();
    this.#taken = taken;
    this.#readAtMs = atMs;
  }

  /** Due when it was read, and not taken. */
  due(): readonly QueueEntry[] {
    return this.#view.due.filter(({ deliveryId }) => !this.#taken.has(deliveryId));
  }

  take({ deliveryId }: QueueEntry): void {
    this.#taken.add(deliveryId);
    this.#refresh?.taken.add(deliveryId);
  }

  /** When the next entry is due, after those that were due when it was read; `null`: there is none. */
  get nextAtMs(): number | null {
    return this.#view.nextAtMs;
  }

  /** The next entry of each endpoint that was not yet due. */
  get waiting(): readonly QueueEntry[] {
    return this.#view.waiting;
  }
}
