import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { CANCELED, CHANGE_PROCESSING, LAST_PERIOD_CLOSED, NOT_METERED } from '../subscription/refusals.ts';
import { isCharged, isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import {
  billedInPeriod,
  type Counting,
  countingOf,
  isBillable,
  lastPeriodClosed,
  totalsOf,
  type UsagePricing,
  type UsageRead,
  unbilled,
} from '../subscription/usage/usage.ts';
import { isAnnotated, type UsageRecord, usageRecordAggregate } from './record.ts';

export interface RecordUsage {
  /** Whole units, 0 or more. */
  readonly quantity: number;
  /** Unix seconds; `null`: now. */
  readonly occurredAt: number | null;
  readonly metadata: Metadata;
}

export interface UsageState {
  readonly subscription: Stored<Subscription> | null;
  /** What was counted so far; others may count next to this record. */
  readonly usage: UsageRead;
  /** A change of plan computes with the usage until now: see `heldUntil`. */
  readonly isHeld: boolean;
  /** How often each counter was held until it was read. */
  readonly holds: readonly number[];
  readonly pricing: UsagePricing;
}

export interface RecordedUsage {
  readonly record: UsageRecord;
  /** `null`: it is free, and counts nowhere. */
  readonly counting: Counting | null;
  readonly holds: readonly number[];
}

/** So far may the clock that stamps usage run ahead of ours. */
export const CLOCK_TOLERANCE_SECONDS = 300;

const TOO_MUCH = new Refusal(
  'parameter_invalid',
  'With this quantity, the usage of the period would come to more than one invoice can charge. Nothing was recorded.',
  { param: 'quantity' },
);

const occurredWrongly = (subscription: Subscription, occurredAt: number, now: number): Refusal | null => {
  if (occurredAt < subscription.created) {
    return new Refusal('parameter_invalid', 'occurred_at is before the subscription began.', { param: 'occurred_at' });
  }
  if (occurredAt > now + CLOCK_TOLERANCE_SECONDS) {
    return new Refusal('parameter_invalid', 'occurred_at is more than five minutes ahead.', { param: 'occurred_at' });
  }
  return null;
};

/**
 * Records usage of a metered subscription [USE-02]; 409 for another, and for one that is canceled [USE-05, USE-06]. It counts in the period
 * that it falls into, or, where that is billed already, in the open one, so that late usage is billed by the next invoice. A quantity that no
 * invoice could charge is refused. The subscription itself is not written: any number of records may be made at once.
 */
export const recordUsage = (
  command: RecordUsage,
  { subscription: stored, usage, isHeld, holds, pricing }: UsageState,
  ctx: DecisionContext,
): Decision<RecordedUsage> | Refusal => {
  if (stored === null) return new Refusal('resource_missing', 'No such subscription.');
  const subscription = stored.record;
  if (!isMetered(subscription)) return NOT_METERED;
  if (isCharged(subscription) && lastPeriodClosed(subscription, usage)) return LAST_PERIOD_CLOSED;
  if (subscription.status === 'canceled') return CANCELED;
  // What it changes to bills no usage, and has computed with that of before already.
  if (isHeld || subscription.pendingChange?.change.becomes.price?.usageType === 'licensed') return CHANGE_PROCESSING;
  const occurredAt = command.occurredAt ?? ctx.now;
  const wrong = occurredWrongly(subscription, occurredAt, ctx.now);
  if (wrong !== null) return wrong;
  const { quantity } = unbilled(subscription, totalsOf(usage.counts));
  if (!isBillable(pricing, quantity + BigInt(command.quantity), billedInPeriod(subscription))) return TOO_MUCH;
  const record: UsageRecord = {
    id: ctx.ids.next(usageRecordAggregate.prefix),
    created: ctx.now,
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    quantity: command.quantity,
    occurredAt,
    metadata: command.metadata,
  };
  return {
    changes: [change(usageRecordAggregate, null, record)],
    events: [],
    audit: { ...audited('usage_record', 'created', record.id), ...(isAnnotated(record) ? { customerId: record.customerId } : {}) },
    result: { record, counting: countingOf(subscription, usage, occurredAt), holds },
  };
};
