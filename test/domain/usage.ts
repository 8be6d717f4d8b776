import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { isFinalCloseDue, NO_USAGE, type UsageSnapshot } from '../../shared/domain/subscription/usage/usage.ts';
import type { RecordedUsage } from '../../shared/domain/usage-record/create.ts';

/** A metered price of 5 cents per unit. */
export const METERED = { usageType: 'metered', unitAmountDecimal: '5' } as const;

/** The usage counters of all subscriptions, in memory. */
export class UsageCounters {
  readonly #reads = new Map<string, UsageSnapshot>();

  read(subscriptionId: string): UsageSnapshot {
    return this.#reads.get(subscriptionId) ?? NO_USAGE;
  }

  /** Adds the record to the counters. Returns `false` if the counters are closed; the store would then load the state and decide again. */
  count({ record, counting }: RecordedUsage): boolean {
    if (counting === null) return true;
    const { counts, slices, closedAt, heldUntil } = this.read(record.subscriptionId);
    if (closedAt !== null && closedAt >= counting.openUntil) return false;
    // One counter is enough in memory; the store has several for each subscription.
    const count = { counter: 0, start: counting.start, quantity: BigInt(record.quantity), records: 1 };
    this.#reads.set(record.subscriptionId, { counts: [...counts, count], slices, closedAt, heldUntil });
    return true;
  }

  /** Adds the value of an event to the period at `start`. */
  countEvent(subscriptionId: string, start: number, trillionths: bigint): void {
    const read = this.read(subscriptionId);
    const count = { counter: 0, start, quantity: 0n, records: 1, trillionths };
    this.#reads.set(subscriptionId, { ...read, counts: [...read.counts, count] });
  }

  /** Returns the counters. Closes them first if the last period of the subscription, or its trial, has ended. */
  readToClose(subscription: Subscription, now: number): UsageSnapshot {
    const read = this.read(subscription.id);
    const closedRead = isFinalCloseDue(subscription, now) ? { ...read, closedAt: subscription.currentPeriodEnd } : read;
    this.#reads.set(subscription.id, closedRead);
    return closedRead;
  }
}
