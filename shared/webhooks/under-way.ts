import { setImmediate as nextTurn } from 'node:timers/promises';
import { CAPS } from '../domain/webhook-delivery/in-flight-caps.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/**
 * Answers that are not yet recorded do not keep the next posts waiting, up to so many deliveries in all: each of these is
 * posted once more if this process dies.
 */
const MOST_UNDER_WAY = 3 * CAPS.perAccount;

/** What is left to do of a delivery that is no longer in flight. */
export type Recording = () => Promise<void>;

interface Working {
  readonly entry: QueueEntry;
  /** Never fails. */
  readonly ended: Promise<void>;
}

/** The deliveries that a drainer works at: first in flight, then until what became of them is recorded. */
export class UnderWay {
  /** What counts against the caps, by delivery: until its receiver was heard out, or what became of it is recorded. */
  readonly #inFlight = new Map<string, Working>();
  readonly #all = new Map<string, Working>();

  /** Works an entry in two parts, of which only the first counts as in flight; a failure of either is reported. */
  start(entry: QueueEntry, attempt: Promise<Recording>, failed: (error: unknown) => void): void {
    const { deliveryId } = entry;
    const sent = attempt.finally(() => this.#inFlight.delete(deliveryId));
    const recorded = sent
      .then(async (record) => {
        // The post that takes the slot goes out first.
        await nextTurn();
        await record();
      })
      .catch(failed)
      .finally(() => this.#all.delete(deliveryId));
    const answered = sent.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.set(deliveryId, { entry, ended: answered });
    this.#all.set(deliveryId, { entry, ended: recorded });
  }

  get inFlight(): readonly QueueEntry[] {
    return [...this.#inFlight.values()].map(({ entry }) => entry);
  }

  get entries(): readonly QueueEntry[] {
    return [...this.#all.values()].map(({ entry }) => entry);
  }

  get isBusy(): boolean {
    return this.#all.size > 0;
  }

  /** Whether there is space for one more, as far as the account's own cap goes. */
  get hasCapacity(): boolean {
    return this.#inFlight.size < CAPS.perAccount && this.#all.size < MOST_UNDER_WAY;
  }

  /** Whether an answer is being recorded. */
  get isRecording(): boolean {
    return this.#all.size > this.#inFlight.size;
  }

  /** Resolves when any of them leaves flight or is recorded. */
  async anyEnd(): Promise<void> {
    await Promise.race([...this.#inFlight.values(), ...this.#all.values()].map(({ ended }) => ended));
  }

  /** Resolves when all that were started are recorded, or have failed. */
  async allEnd(): Promise<void> {
    await Promise.all([...this.#all.values()].map(({ ended }) => ended));
  }
}
