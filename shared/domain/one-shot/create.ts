import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { formatAmount, isCurrency } from '../money.ts';
import { type BuyerFields, type BuyerState, buyerFor, refuseBuyer } from '../payable/buyer.ts';
import { OPEN_SECONDS, type UiMode } from '../payable/record.ts';
import { methodTakesCurrency, minimumAmountCents, ONE_SHOT_METHODS } from '../payment-methods.ts';
import { Refusal } from '../refusal.ts';
import { type OneShotPayment, oneShotAggregate } from './record.ts';

export interface CreateOneShot extends BuyerFields {
  readonly amountCents: number;
  /** ISO 4217, in either case. */
  readonly currency: string;
  readonly description: string;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly uiMode?: UiMode | undefined;
  readonly metadata?: Metadata | null | undefined;
  /** Address of a hosted payment's page. */
  readonly hostedUrlOf: (oneShotId: string) => string;
}

const invalid = (param: string, message: string): Refusal => new Refusal('parameter_invalid', message, { param });
const missing = (param: string): Refusal => new Refusal('parameter_missing', `${param} is needed for a hosted one-off payment.`, { param });

/** What a hosted one-off payment has to name: its page offers the one method, and leads back to the shop [OSP-07]. */
const refuseHosted = ({ paymentMethod, successUrl, cancelUrl }: CreateOneShot): Refusal | null => {
  if (typeof paymentMethod !== 'string') return missing('payment_method');
  if (typeof successUrl !== 'string') return missing('success_url');
  return typeof cancelUrl === 'string' ? null : missing('cancel_url');
};

/** Why an amount cannot be paid by this method; `null`: it can. */
export const methodProblem = (method: string, currency: string): string | null => {
  if (!ONE_SHOT_METHODS.includes(method)) return `A one-off payment cannot be paid by ${method}.`;
  return methodTakesCurrency(method, currency) ? null : `${method} does not take ${currency}.`;
};

/** Why this amount is too small for the method; `null`: it is not. */
export const amountProblem = (method: string, amountCents: number, currency: string): string | null => {
  const leastCents = minimumAmountCents(method);
  return amountCents >= leastCents ? null : `${method} takes an amount of ${formatAmount(leastCents, currency)} or more.`;
};

const refuseMethod = (method: string, currency: string, amountCents: number): Refusal | null => {
  const wrongMethod = methodProblem(method, currency);
  if (wrongMethod !== null) return invalid('payment_method', wrongMethod);
  const tooSmall = amountProblem(method, amountCents, currency);
  return tooSmall === null ? null : invalid('amount_cents', tooSmall);
};

const refuse = (command: CreateOneShot, state: BuyerState, currency: string, uiMode: UiMode): Refusal | null => {
  if (!isCurrency(currency)) return invalid('currency', 'This currency is not supported.');
  const { paymentMethod: method } = command;
  if (uiMode === 'embedded' && typeof method === 'string') {
    return invalid('payment_method', 'In an embedded one-off payment the buyer chooses the method.');
  }
  const hosted = uiMode === 'hosted' ? refuseHosted(command) : null;
  if (hosted !== null) return hosted;
  const wrong = typeof method === 'string' ? refuseMethod(method, currency, command.amountCents) : null;
  return wrong ?? refuseTwoBuyers(command) ?? refuseBuyer(command, state);
};

/** What describes a new customer would be lost next to one that there is. */
const refuseTwoBuyers = ({ customerId, customerEmail, customerName, country }: CreateOneShot): Refusal | null => {
  const given = Object.entries({ customer_email: customerEmail, customer_name: customerName, country });
  const alongside = given.find(([, value]) => typeof value === 'string')?.[0];
  return typeof customerId !== 'string' || alongside === undefined
    ? null
    : invalid(alongside, `${alongside} describes a new customer: leave it out next to customer_id.`);
};

/**
 * Opens a one-off payment for 24 hours. Without `customer_id` the customer is created in the same decision. No separate event:
 * the catalogue has none. Refuses: a hosted one without method or addresses (400 `parameter_missing`), an embedded one with a
 * method, a method that takes no such payment, its currency or its amount (400), an unknown customer (404 with `param`), one who
 * is being removed or whose test clock was deleted (409) [OSP-01, OSP-06..10].
 */
export const createOneShot = (command: CreateOneShot, state: BuyerState, ctx: DecisionContext): Decision<OneShotPayment> | Refusal => {
  const currency = command.currency.toUpperCase();
  const uiMode = command.uiMode ?? 'hosted';
  const refused = refuse(command, state, currency, uiMode);
  if (refused !== null) return refused;
  const { buyer, changes, events, guards } = buyerFor(command, state, ctx);
  const id = ctx.ids.next(oneShotAggregate.prefix);
  const oneShot: OneShotPayment = {
    id,
    created: ctx.now,
    status: 'open',
    uiMode,
    customerId: buyer.id,
    clockId: buyer.testClockId,
    amountCents: command.amountCents,
    amountRefundedCents: 0,
    amountDisputedCents: 0,
    currency,
    description: command.description,
    paymentMethod: command.paymentMethod ?? null,
    paymentId: null,
    invoiceId: null,
    successUrl: command.successUrl ?? null,
    cancelUrl: command.cancelUrl ?? null,
    url: uiMode === 'hosted' ? command.hostedUrlOf(id) : null,
    expiresAt: ctx.now + OPEN_SECONDS,
    metadata: command.metadata ?? {},
    attempt: null,
    transfer: null,
  };
  return {
    changes: [...changes, change(oneShotAggregate, null, oneShot)],
    events,
    audit: audited('one_shot_payment', 'created', id),
    guards,
    result: oneShot,
  };
};
