import { change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { withCustomerRepricing } from '../customer/repricing.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { type StartAttempt, type StartAttemptState, type StartedAttempt, startAttempt } from './attempt.ts';
import type { Payable, PayableKind } from './record.ts';

export interface StartState<R extends Payable> extends StartAttemptState<R> {
  /** The customer as stored. If it has no country, the customer in `parties` may have the country of the payable or an entered country. */
  readonly customer: Stored<Customer>;
  /** Number of the customer's subscriptions that are not canceled. Used only if the attempt stores a country in the customer. */
  readonly subscriptionCount: number;
}

/** A started attempt. */
export interface AttemptWithRepricing<R extends Payable> extends StartedAttempt<R> {
  /** True if the attempt stored the customer's country, and this may change the tax of the customer's subscriptions. */
  readonly needsRepricing: boolean;
}

/**
 * Starts or continues an attempt (`startAttempt`). A new attempt stores the country that decides its tax, if the customer had none, so that
 * later charges have the same tax. Refuses what `startAttempt` refuses, and a country for a customer that is being removed (409).
 */
export const startWithCountry = <R extends Payable>(
  kind: PayableKind<R>,
  command: StartAttempt,
  state: StartState<R>,
  ctx: DecisionContext,
): Decision<AttemptWithRepricing<R>> | Refusal => {
  const started = startAttempt(kind, command, state, ctx);
  if (started instanceof Refusal) return started;
  const { step, resumed } = started.result;
  const { customer, parties } = state;
  const { countryCode } = parties.customer;
  if (step === 'withdraw' || resumed || countryCode === customer.record.countryCode) {
    return { ...started, result: { ...started.result, needsRepricing: false } };
  }
  if (customer.record.lockedBy !== null) return OPERATION_PENDING;
  const after: Customer = { ...customer.record, countryCode };
  const decided: Decision<Customer> = {
    changes: [...started.changes, change(customerAggregate, customer, after)],
    events: [...started.events, { type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', 'updated', after.id),
    result: after,
  };
  const priced = withCustomerRepricing(decided, state, ctx);
  if (priced instanceof Refusal) return priced;
  return { ...priced, result: { ...started.result, needsRepricing: priced.result.needsRepricing } };
};
