import type { QueueEntry, QueueView } from '../store/deliveries/queue.ts';

/** A scan older than this is repeated, because entries may have been added since. */
const FRESH_MS = 500;

const idsOf = (entries: readonly QueueEntry[]): Set<string> => new Set(entries.map(({ deliveryId }) => deliveryId));

/**
 * The last scan of an account's queue: the first entries of every endpoint. The drainer (see `drain.ts`) uses the scan for several
 * deliveries, instead of reading the queue after each.
 */
export class CachedQueue {
  readonly #scan: () => Promise<QueueView>;
  readonly #nowMs: () => number;
  #view: QueueView = { due: [], waiting: [], nextAtMs: null };
  #readAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Ids of deliveries that were in progress when the scan started, or were taken since. A redelivery that is requested during an attempt
   * adds another entry of the same delivery to the queue; the delivery's id in this set excludes that entry, too.
   */
  #taken = new Set<string>();
  #refresh: { readonly taken: Set<string>; readonly ended: Promise<void> } | null = null;

  constructor(scan: () => Promise<QueueView>, nowMs: () => number) {
    this.#scan = scan;
    this.#nowMs = nowMs;
  }

  /**
   * Reads the queue.
   * @param inProgress entries in progress, which may still be in the queue
   */
  async read(inProgress: readonly QueueEntry[]): Promise<void> {
    await this.#refresh?.ended;
    await this.#scanWithout(idsOf(inProgress));
  }

  /** Starts another read if the last read is too old. Until the new read ends, entries of the last read can be taken. */
  refresh(inProgress: readonly QueueEntry[]): void {
    if (this.#refresh !== null || this.#nowMs() - this.#readAtMs < FRESH_MS) return;
    const taken = idsOf(inProgress);
    const ended = this.#scanWithout(taken)
      // The next call retries.
      .catch(() => undefined)
      .finally(() => {
        this.#refresh = null;
      });
    this.#refresh = { taken, ended };
  }

  async #scanWithout(taken: Set<string>): Promise<void> {
    const atMs = this.#nowMs();
    this.#view = await this.#scan();
    this.#taken = taken;
    this.#readAtMs = atMs;
  }

  /** Entries that were due at the last read and are not taken. */
  due(): readonly QueueEntry[] {
    return this.#view.due.filter(({ deliveryId }) => !this.#taken.has(deliveryId));
  }

  /** Removes an entry from `due`, because its delivery starts. */
  take({ deliveryId }: QueueEntry): void {
    this.#taken.add(deliveryId);
    this.#refresh?.taken.add(deliveryId);
  }

  /** Due time of the next entry that was not due at the last read; `null` if there is none. */
  get nextAtMs(): number | null {
    return this.#view.nextAtMs;
  }

  /** For each endpoint, the next entry that was not due at the last read. */
  get waiting(): readonly QueueEntry[] {
    return this.#view.waiting;
  }
}
