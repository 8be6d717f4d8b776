import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { closesForGood, NOTHING_READ, type UsageRead } from '../../shared/domain/subscription/usage/usage.ts';
import type { RecordedUsage } from '../../shared/domain/usage-record/create.ts';

/** The counters of usage as the store keeps them, in memory. */
export class UsageCounters {
  readonly #read = new Map<string, UsageRead>();

  read(subscriptionId: string): UsageRead {
    return this.#read.get(subscriptionId) ?? NOTHING_READ;
  }

  /** Answers false where they are closed: the record is decided again. */
  count({ record, counting }: RecordedUsage): boolean {
    if (counting === null) return true;
    const { counts, closedAt, heldUntil } = this.read(record.subscriptionId);
    if (closedAt !== null && closedAt >= counting.openUntil) return false;
    const counted = { counter: 0, start: counting.start, quantity: BigInt(record.quantity), records: 1 };
    this.#read.set(record.subscriptionId, { counts: [...counts, counted], closedAt, heldUntil });
    return true;
  }

  /** What a close is decided on. */
  readToClose(subscription: Subscription, now: number): UsageRead {
    const read = this.read(subscription.id);
    const closed = closesForGood(subscription, now) ? { ...read, closedAt: subscription.currentPeriodEnd } : read;
    this.#read.set(subscription.id, closed);
    return closed;
  }
}
