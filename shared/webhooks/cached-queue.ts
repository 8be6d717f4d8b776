import type { QueueEntry, QueueView } from '../store/deliveries/queue.ts';

/** Maximum age of a scan: entries that are due earlier, or of other endpoints, can be added at any time. */
const FRESH_MS = 500;

const idsOf = (entries: readonly QueueEntry[]): Set<string> => new Set(entries.map(({ deliveryId }) => deliveryId));

/**
 * A drainer's last scan of its account's queue: the first entries of every endpoint. Avoids reading the queue after each delivery of a
 * backlog.
 */
export class CachedQueue {
  readonly #scan: () => Promise<QueueView>;
  readonly #nowMs: () => number;
  #view: QueueView = { due: [], waiting: [], nextAtMs: null };
  #readAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Ids of deliveries in progress when the scan started, or taken since. Identified by delivery, not by queue entry: a redelivery
   * requested during an attempt creates another entry.
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
    await this.#readTo(idsOf(inProgress));
  }

  /** Starts another read if the last read is too old. Until the new read ends, entries of the last read can be taken. */
  refresh(inProgress: readonly QueueEntry[]): void {
    if (this.#refresh !== null || this.#nowMs() - this.#readAtMs < FRESH_MS) return;
    const taken = idsOf(inProgress);
    const ended = this.#readTo(taken)
      // The next call retries.
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

  /** Entries that were due at the last read and are not taken. */
  due(): readonly QueueEntry[] {
    return this.#view.due.filter(({ deliveryId }) => !this.#taken.has(deliveryId));
  }

  take({ deliveryId }: QueueEntry): void {
    this.#taken.add(deliveryId);
    this.#refresh?.taken.add(deliveryId);
  }

  /** Due time of the next entry that was not due at the last read; `null` if there is none. */
  get nextAtMs(): number | null {
    return this.#view.nextAtMs;
  }

  /** Next entry of each endpoint that was not due at the last read. */
  get waiting(): readonly QueueEntry[] {
    return this.#view.waiting;
  }
}
