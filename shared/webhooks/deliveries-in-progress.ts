import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CAPS } from '../domain/webhook-delivery/in-flight-caps.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/**
 * Limit of deliveries in flight or being recorded. Recording does not delay the next posts. The limit exists because a delivery that is not
 * recorded yet is repeated if the process crashes.
 */
const MAX_IN_PROGRESS = 3 * CAPS.perAccount;

/** Records the result of an attempt whose response has arrived. */
export type Recording = () => Promise<void>;

interface InProgress {
  readonly entry: QueueEntry;
  /** Never fails. */
  readonly ended: Promise<void>;
}

/** The deliveries in progress of a drainer (see `drain.ts`). A delivery is first in flight, then being recorded. */
export class DeliveriesInProgress {
  /**
   * Deliveries that count against `CAPS`: those whose attempt has not resolved. An attempt resolves when the response is read completely.
   * If the response is not read completely, the receiver may still be busy. The attempt then records the result before it resolves, and its
   * `Recording` does nothing.
   */
  readonly #inFlight = new Map<string, InProgress>();
  readonly #all = new Map<string, InProgress>();

  /**
   * Starts a delivery, which is in flight until `attempt` resolves, then runs the recording. `onError` gets an error of the attempt or
   * recording.
   */
  start(entry: QueueEntry, attempt: Promise<Recording>, onError: (error: unknown) => void): void {
    const { deliveryId } = entry;
    const attempted = attempt.finally(() => this.#inFlight.delete(deliveryId));
    const recorded = attempted
      .then(async (record) => {
        // Lets the drainer start the next delivery before this result is recorded.
        await yieldToEventLoop();
        await record();
      })
      .catch(onError)
      .finally(() => this.#all.delete(deliveryId));
    const attemptEnded = attempted.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.set(deliveryId, { entry, ended: attemptEnded });
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

  /** Number of deliveries that the account's cap and `MAX_IN_PROGRESS` still allow. */
  get capacity(): number {
    return Math.min(CAPS.perAccount - this.#inFlight.size, MAX_IN_PROGRESS - this.#all.size);
  }

  /** True while a result is being recorded. */
  get isRecording(): boolean {
    return this.#all.size > this.#inFlight.size;
  }

  /** Resolves when any delivery is answered or recorded; never if none is in progress. */
  async anyEnd(): Promise<void> {
    await Promise.race([...this.#inFlight.values(), ...this.#all.values()].map(({ ended }) => ended));
  }

  /** Resolves when all started deliveries are recorded or have failed. */
  async allEnd(): Promise<void> {
    await Promise.all([...this.#all.values()].map(({ ended }) => ended));
  }
}
