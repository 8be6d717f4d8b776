import { type Change, change, type Stored } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, type NewEvent, unchanged } from '../../decision.ts';
import type { MailOrderWithId } from '../../mail/orders.ts';
import { taxOf } from '../../parties.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { refundRest } from '../../refund/overpayment.ts';
import { refundAggregate } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import { withReturnsOf } from '../change/returned-amount.ts';
import { SUBSCRIPTION_CANCELED } from '../refusals.ts';
import type { Subscription } from '../types.ts';
import { canWithdraw, type PaymentReturn, returnsOfWithdrawal } from '../withdrawal.ts';
import type { LifecycleState } from './cancel.ts';
import { endSubscriptionNow } from './end-now.ts';

export interface WithdrawState extends LifecycleState {
  /** The pending payment of the renewal; `null`: none. */
  readonly pendingPayment: Stored<Payment> | null;
  /** The payments of the subscription. */
  readonly payments: readonly Stored<Payment>[];
}

export interface Withdrawn {
  readonly subscription: Subscription;
  /** The mail that confirms the withdrawal; `null`: the customer had withdrawn already. */
  readonly mailOrder: MailOrderWithId | null;
}

/** The `cancellation_reason` after a withdrawal. */
const WITHDRAWN = 'withdrawn';

const NOT_POSSIBLE = new Refusal('state_conflict', 'The customer cannot withdraw from this contract, or the withdrawal period is over.', {
  reason: 'withdrawal_not_possible',
});

/** Creates the refunds of a withdrawal. `payments` of the result: only the refunded payments, with their new refunded amounts. */
const refundPayments = (returns: readonly PaymentReturn[], stored: readonly Stored<Payment>[], ctx: DecisionContext) => {
  const changes: Change[] = [];
  const events: NewEvent[] = [];
  const payments: Payment[] = [];
  let totalCents = 0;
  for (const { payment: before, totalCents: returnedCents } of returns) {
    const { payment, refund } = refundRest(before, { owedFor: 'withdrawal', totalCents: returnedCents }, ctx);
    const storedPayment = stored.find(({ record }) => record.id === before.id);
    if (refund === null || storedPayment === undefined) continue;
    changes.push(change(paymentAggregate, storedPayment, payment), change(refundAggregate, null, refund));
    events.push({ type: 'refund.created', subjectId: refund.id });
    payments.push(payment);
    totalCents += refund.amountCents;
  }
  return { changes, events, payments, totalCents };
};

/** The mail that confirms the withdrawal. */
const withdrawalMail = ({ id, customerId }: Subscription): MailOrderWithId => ({
  mailId: `withdrawal#${id}`,
  order: { kind: 'withdrawal', subscriptionId: id },
  customerId,
});

/**
 * Withdraws from the contract of a subscription (Directive 2011/83/EU, article 9): ends the subscription now and creates the refunds of its
 * payments. Due work sends the refunds to the provider. Events: those of `endSubscriptionNow`, then `refund.created` for each refunded payment.
 * Idempotent. Refuses a subscription without the right to withdraw, and after the withdrawal period.
 */
export const withdrawFromContract = (_command: null, state: WithdrawState, ctx: DecisionContext): Decision<Withdrawn> | Refusal => {
  const { subscription: stored, invoice, parties, pendingPayment, payments } = state;
  if (stored === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = stored.record;
  const { withdrawal } = before;
  if (withdrawal !== undefined && withdrawal.declared !== null) return unchanged({ subscription: before, mailOrder: null });
  if (before.status === 'canceled') return SUBSCRIPTION_CANCELED;
  if (withdrawal === undefined || !canWithdraw(before, ctx.now)) return NOT_POSSIBLE;
  const records = payments.map(({ record }) => record);
  const returns = returnsOfWithdrawal(before, records, ctx.now);
  const refunded = refundPayments(returns, payments, ctx);
  const declared: Subscription = {
    ...refunded.payments.reduce(withReturnsOf, before),
    withdrawal: {
      ...withdrawal,
      declared: {
        at: ctx.now,
        refundCents: refunded.totalCents,
        ...(withdrawal.proRata ? { returns: returns.map(({ payment, totalCents }) => ({ paymentId: payment.id, totalCents })) } : {}),
      },
    },
  };
  const openRenewal = { renewalInvoice: invoice, pendingPayment };
  const ended = endSubscriptionNow(stored, openRenewal, { reason: WITHDRAWN, taxes: taxOf(parties), from: declared }, ctx);
  return {
    changes: [...ended.changes, ...refunded.changes],
    events: [...ended.events, ...refunded.events],
    audit: audited('subscription', 'withdrawn', before.id),
    result: { subscription: ended.subscription, mailOrder: withdrawalMail(ended.subscription) },
  };
};
