import { change } from '../aggregate.ts';
import { isCurrency } from '../amounts/money.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { type BuyerFields, type BuyerState, buyerFor, refuseBuyer } from '../payable/buyer.ts';
import { OPEN_SECONDS, type UiMode } from '../payable/record.ts';
import { amountProblem, methodTakesCurrency, ONE_SHOT_METHODS, unacceptedMethod } from '../payment/methods.ts';
import { invalidParam, missingParam, type Refusal } from '../refusal.ts';
import { type OneShotPayment, oneShotAggregate } from './record.ts';

export interface CreateOneShot extends BuyerFields {
  readonly amountCents: number;
  /** ISO 4217, upper or lower case. */
  readonly currency: string;
  readonly description: string;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly uiMode?: UiMode | undefined;
  readonly metadata?: Metadata | null | undefined;
  /** Returns the URL of the hosted page on which the buyer pays. */
  readonly hostedUrlOf: (oneShotId: string) => string;
}

const refuseMissing = (param: string): Refusal => missingParam(param, `${param} is required for a hosted one-off payment.`);

/** Refuses a hosted one-off payment without `payment_method`, `success_url` or `cancel_url` [OSP-07]. */
const refuseHosted = ({ paymentMethod, successUrl, cancelUrl }: CreateOneShot): Refusal | null => {
  if (typeof paymentMethod !== 'string') return refuseMissing('payment_method');
  if (typeof successUrl !== 'string') return refuseMissing('success_url');
  return typeof cancelUrl === 'string' ? null : refuseMissing('cancel_url');
};

/** Message for a method that cannot be used for a one-off payment in this currency; `null`: the method can be used. */
export const methodProblem = (method: string, currency: string): string | null => {
  if (!ONE_SHOT_METHODS.includes(method)) return unacceptedMethod(method, ONE_SHOT_METHODS);
  return methodTakesCurrency(method, currency) ? null : `${method} does not support ${currency}.`;
};

const refuseMethod = (method: string, currency: string, amountCents: number): Refusal | null => {
  const methodMessage = methodProblem(method, currency);
  if (methodMessage !== null) return invalidParam('payment_method', methodMessage);
  const amountMessage = amountProblem(method, amountCents, currency);
  return amountMessage === null ? null : invalidParam('amount_cents', amountMessage);
};

const refuse = (command: CreateOneShot, state: BuyerState, currency: string, uiMode: UiMode): Refusal | null => {
  if (!isCurrency(currency)) return invalidParam('currency', 'This currency is not supported.');
  const { paymentMethod: method } = command;
  if (uiMode === 'embedded' && typeof method === 'string') {
    return invalidParam('payment_method', 'Omit payment_method: in an embedded one-off payment the buyer chooses the method.');
  }
  const hostedRefusal = uiMode === 'hosted' ? refuseHosted(command) : null;
  if (hostedRefusal !== null) return hostedRefusal;
  const methodRefusal = typeof method === 'string' ? refuseMethod(method, currency, command.amountCents) : null;
  return methodRefusal ?? refuseCustomerIdWithNewCustomer(command) ?? refuseBuyer(command, state);
};

/** Refuses a request that has both `customer_id` and fields of a new customer. */
const refuseCustomerIdWithNewCustomer = ({ customerId, customerEmail, customerName, country }: CreateOneShot): Refusal | null => {
  const buyerFields = Object.entries({ customer_email: customerEmail, customer_name: customerName, country });
  const surplusField = buyerFields.find(([, value]) => typeof value === 'string')?.[0];
  return typeof customerId !== 'string' || surplusField === undefined
    ? null
    : invalidParam(surplusField, `${surplusField} describes a new customer. Omit it when customer_id is sent.`);
};

/**
 * Creates a one-off payment that is open for 24 hours, and a customer if there is no `customer_id`. Event: `customer.created` if a customer
 * is created; none for the one-off payment. Refuses with 400: an unsupported currency; a hosted payment without a method or URL
 * (`parameter_missing`); an embedded payment with a method; a method that does not support one-off payments, this currency or this amount;
 * and `customer_id` with fields of a new customer. Refuses an unknown customer (404 with `param`), and a customer who is being removed or
 * whose test clock was deleted (409) [OSP-01, OSP-06..10].
 */
export const createOneShot = (command: CreateOneShot, state: BuyerState, ctx: DecisionContext): Decision<OneShotPayment> | Refusal => {
  const currency = command.currency.toUpperCase();
  const uiMode = command.uiMode ?? 'hosted';
  const refusal = refuse(command, state, currency, uiMode);
  if (refusal !== null) return refusal;
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
