import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { CHANGE_PROCESSING, LAST_PERIOD_CLOSED, NOT_METERED, SUBSCRIPTION_CANCELED } from '../subscription/refusals.ts';
import { canStillBeCharged, isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { billedInPeriod, unbilled } from '../subscription/usage/billed.ts';
import {
  type Counting,
  countingOf,
  isBillable,
  isLastPeriodClosed,
  sumUsage,
  type UsagePricing,
  type UsageSnapshot,
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
  /** The counters when they were read. Other records may be counted at the same time. */
  readonly usage: UsageSnapshot;
  /** True while a plan change holds the counters: it bills the current counts, so no usage may be counted. */
  readonly isHeld: boolean;
  /** For each counter, how often plan changes had held it when it was read. */
  readonly holds: readonly number[];
  readonly pricing: UsagePricing;
}

export interface RecordedUsage {
  readonly record: UsageRecord;
  /** How the usage is counted; `null`: not counted, because it is free. */
  readonly counting: Counting | null;
  /** The field `holds` of `UsageState`. The write that counts the usage fails if a plan change has held the counter since then. */
  readonly counterHoldCounts: readonly number[];
}

/** How far `occurred_at` may be in the future, because the clocks of client and service differ. */
export const CLOCK_TOLERANCE_SECONDS = 300;

const TOO_MUCH = new Refusal(
  'parameter_invalid',
  'With this quantity, the usage of the period would exceed the maximum amount of an invoice. Nothing was recorded.',
  { param: 'quantity' },
);

/** Refuses usage if the subscription is licensed or canceled, its last period is closed, or a plan change is billing its usage (409). */
export const refuseUsage = ({ record: subscription }: Stored<Subscription>, { usage, isHeld }: UsageState): Refusal | null => {
  if (!isMetered(subscription)) return NOT_METERED;
  if (canStillBeCharged(subscription) && isLastPeriodClosed(subscription, usage)) return LAST_PERIOD_CLOSED;
  if (subscription.status === 'canceled') return SUBSCRIPTION_CANCELED;
  return isHeld || endsUsage(subscription) ? CHANGE_PROCESSING : null;
};

/**
 * True if a pending change has billed the usage until its request, and the new price does not charge usage of the same meter: later usage
 * would be charged at the price of another meter, or never.
 */
const endsUsage = ({ pendingChange }: Subscription): boolean =>
  // Former releases stored no `endsUsage`.
  pendingChange?.change.endsUsage === true || pendingChange?.change.becomes.price?.usageType === 'licensed';

/** Refuses a time before the start of the subscription, when a licensed price paid for the service, or too far in the future (400). */
export const refuseOccurredAt = (subscription: Subscription, occurredAt: number, now: number): Refusal | null => {
  if (occurredAt < subscription.created) {
    return invalidParam('occurred_at', 'occurred_at must not be before the start of the subscription.');
  }
  if (occurredAt < (subscription.meteredFrom ?? 0)) {
    return invalidParam('occurred_at', 'occurred_at must not be before the change to the metered price.');
  }
  if (occurredAt > now + CLOCK_TOLERANCE_SECONDS) {
    return invalidParam('occurred_at', 'occurred_at must not be more than five minutes in the future.');
  }
  return null;
};

/**
 * Records usage of a metered subscription [USE-02]. Refuses what `refuseUsage` and `refuseOccurredAt` refuse [USE-05, USE-06], and a
 * quantity that exceeds the maximum of an invoice (400). The usage is counted in the period of `occurredAt` or, if that period is billed
 * already, in the open period. Does not write the subscription, so that many records can be created concurrently.
 */
export const recordUsage = (command: RecordUsage, state: UsageState, ctx: DecisionContext): Decision<RecordedUsage> | Refusal => {
  const { subscription: stored, usage, holds, pricing } = state;
  if (stored === null) return new Refusal('resource_missing', 'No such subscription.');
  const subscription = stored.record;
  const occurredAt = command.occurredAt ?? ctx.now;
  const refusal = refuseUsage(stored, state) ?? refuseOccurredAt(subscription, occurredAt, ctx.now);
  if (refusal !== null) return refusal;
  const { quantity } = unbilled(subscription, sumUsage(usage.counts));
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
    result: { record, counting: countingOf(subscription, usage, occurredAt), counterHoldCounts: holds },
  };
};
