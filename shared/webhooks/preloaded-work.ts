import type { LoadedDelivery } from '../store/deliveries/delivery-store.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/** Work that was loaded longer ago than this is loaded again, since its endpoint may have been changed or disabled. */
const FRESH_MS = 250;

interface Loading {
  readonly atMs: number;
  /** `null` if loading failed. */
  readonly work: Promise<LoadedDelivery | null>;
}

/** Preloads the next deliveries while others are in flight, so that a delivery can be posted as soon as another ends. */
export class PreloadedWork {
  readonly #load: (entry: QueueEntry) => Promise<LoadedDelivery>;
  readonly #nowMs: () => number;
  #loading: ReadonlyMap<string, Loading> = new Map();

  constructor(load: (entry: QueueEntry) => Promise<LoadedDelivery>, nowMs: () => number) {
    this.#load = load;
    this.#nowMs = nowMs;
  }

  /** Starts loading the entries that are not loading yet, and drops loaded entries that are not in the list. */
  prepare(entries: readonly QueueEntry[]): void {
    this.#loading = new Map(entries.map((entry) => [entry.sk, this.#loading.get(entry.sk) ?? this.#startLoading(entry)]));
  }

  /** Returns the work of an entry, preloaded if it is recent enough. */
  async take(entry: QueueEntry): Promise<LoadedDelivery> {
    const loading = this.#loading.get(entry.sk);
    const isFresh = loading !== undefined && this.#nowMs() - loading.atMs < FRESH_MS;
    return (isFresh ? await loading.work : null) ?? this.#load(entry);
  }

  #startLoading(entry: QueueEntry): Loading {
    return { atMs: this.#nowMs(), work: this.#load(entry).catch(() => null) };
  }
}
