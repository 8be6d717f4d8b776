import type { Work } from '../store/deliveries/ledger.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/** Older than this it is loaded once more: its endpoint may have another address by now, or be disabled. */
const FRESH_MS = 250;

interface Begun {
  readonly atMs: number;
  /** `null`: it could not be loaded. */
  readonly work: Promise<Work | null>;
}

/** Loads what will be posted next while the posts before it are in flight, so that a slot that becomes free is used at once. */
export class LoadedAhead {
  readonly #load: (entry: QueueEntry) => Promise<Work>;
  readonly #nowMs: () => number;
  #begun: ReadonlyMap<string, Begun> = new Map();

  constructor(load: (entry: QueueEntry) => Promise<Work>, nowMs: () => number) {
    this.#load = load;
    this.#nowMs = nowMs;
  }

  /** Begins to load the entries, each once while it is named; forgets those that are not. */
  prepare(entries: readonly QueueEntry[]): void {
    this.#begun = new Map(entries.map((entry) => [entry.sk, this.#begun.get(entry.sk) ?? this.#begin(entry)]));
  }

  /** What the entry means, as it stood a moment ago. */
  async take(entry: QueueEntry): Promise<Work> {
    const begun = this.#begun.get(entry.sk);
    const isFresh = begun !== undefined && this.#nowMs() - begun.atMs < FRESH_MS;
    return (isFresh ? await begun.work : null) ?? this.#load(entry);
  }

  #begin(entry: QueueEntry): Begun {
    return { atMs: this.#nowMs(), work: this.#load(entry).catch(() => null) };
  }
}
