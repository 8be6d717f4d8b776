import { change, type Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { isDeleted } from '../erasure/deletion.ts';
import type { Meter } from '../meter/record.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import { NOT_METERED, SUBSCRIPTION_CANCELED } from '../subscription/refusals.ts';
import { isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { type UsageAlert, usageAlertAggregate } from './record.ts';

export interface CreateUsageAlert {
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly meterId: string | null;
  readonly quantity: number | null;
  readonly amountCents: number | null;
  readonly emailCustomer: boolean;
}

/** The records that the command names; `null`: not named, or they do not exist. */
export interface CreateUsageAlertState {
  readonly subscription: Stored<Subscription> | null;
  readonly customer: Stored<Customer> | null;
  readonly meter: Stored<Meter> | null;
  /** Id of the meter of the subscription's price; `null`: no subscription is named, or its price has no meter. */
  readonly priceMeterId: string | null;
}

/** Maximum number of alerts of a subscription, and of a customer. Limited, because each check of the usage reads all alerts. */
const MAX_USAGE_ALERTS = 10;

const TOO_MANY = new Refusal(
  'state_conflict',
  `A subscription or customer can have at most ${MAX_USAGE_ALERTS} usage alerts. Delete one first.`,
);

const counterOf = (ownerId: string): string => `usage-alerts#${ownerId}`;

/** Guard that counts the alerts of a subscription or customer. `by`: 1 when one is created, -1 when one is deleted. */
export const countAlert = (ownerId: string, by: 1 | -1) => ({
  kind: 'count' as const,
  name: counterOf(ownerId),
  by,
  max: MAX_USAGE_ALERTS,
  refusal: TOO_MANY,
});

/** Refuses a request that does not have exactly one of two parameters (400). */
const refusePair = (one: unknown, other: unknown, [name, otherName]: readonly [string, string]): Refusal | null => {
  if (one === null && other === null) return missingParam(name, `Send ${name} or ${otherName}.`);
  return one !== null && other !== null ? invalidParam(otherName, `Send ${name} or ${otherName}, not both.`) : null;
};

const refuseMissing = (what: string, param: string): Refusal => new Refusal('resource_missing', `No such ${what}.`, { param });

const OTHER_METER = invalidParam(
  'meter_id',
  'The price of this subscription does not have this meter, so the alert would never be reached. Omit meter_id, or send the meter of the price.',
);

const refuseOwnerOrMeter = (
  command: CreateUsageAlert,
  { subscription, customer, meter, priceMeterId }: CreateUsageAlertState,
): Refusal | null => {
  if (command.subscriptionId !== null && subscription === null) return refuseMissing('subscription', 'subscription_id');
  if (subscription !== null && !isMetered(subscription.record)) return NOT_METERED;
  if (subscription?.record.status === 'canceled') return SUBSCRIPTION_CANCELED;
  if (command.customerId !== null && (customer === null || isDeleted(customer.record))) return refuseMissing('customer', 'customer_id');
  if (command.meterId !== null && meter === null) return refuseMissing('meter', 'meter_id');
  return subscription !== null && meter !== null && meter.record.id !== priceMeterId ? OTHER_METER : null;
};

/**
 * Creates an alert. Refuses unknown ids (404 with `param`), a subscription that is not metered or is canceled, an eleventh alert (409), a
 * command without exactly one owner and one threshold, and a meter that the price of the subscription does not have (400). Emits no event;
 * `subscription.updated` is emitted when the threshold is reached.
 */
export const createUsageAlert = (
  command: CreateUsageAlert,
  state: CreateUsageAlertState,
  ctx: DecisionContext,
): Decision<UsageAlert> | Refusal => {
  const { subscriptionId, customerId, meterId, quantity, amountCents, emailCustomer } = command;
  const refusal =
    refusePair(subscriptionId, customerId, ['subscription_id', 'customer_id']) ??
    refusePair(quantity, amountCents, ['quantity', 'amount_cents']) ??
    refuseOwnerOrMeter(command, state);
  if (refusal !== null) return refusal;
  const alert: UsageAlert = {
    id: ctx.ids.next(usageAlertAggregate.prefix),
    created: ctx.now,
    subscriptionId,
    customerId,
    meterId,
    quantity,
    amountCents,
    emailCustomer,
  };
  return {
    changes: [change(usageAlertAggregate, null, alert)],
    events: [],
    audit: audited('usage_alert', 'created', alert.id),
    guards: [countAlert(subscriptionId ?? customerId ?? '', 1)],
    result: alert,
  };
};
