import { type Change, change, type Stored } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, type NewEvent, unchanged } from '../../decision.ts';
import type { NamedOrder } from '../../mail/orders.ts';
import { taxOf } from '../../parties.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { owedRefund } from '../../refund/owed.ts';
import { refundAggregate } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import { withReturnsOf } from '../change/returned-amount.ts';
import { CANCELED } from '../refusals.ts';
import type { Subscription } from '../types.ts';
import { canWithdraw, totalOf, withdrawalRefunds } from '../withdrawal.ts';
import type { LifecycleState } from './cancel.ts';
import { endNow } from './end-now.ts';

export interface WithdrawState extends LifecycleState {
  /** The pending payment of the renewal; `null`: none. */
  readonly pendingPayment: Stored<Payment> | null;
  /** The payments of the subscription. */
  readonly payments: readonly Stored<Payment>[];
}

export interface Withdrawn {
  readonly subscription: Subscription;
  /** The mail that confirms the withdrawal; `null`: the customer had withdrawn already. */
  readonly mailOrder: NamedOrder | null;
}

/** The `cancellation_reason` after a withdrawal. */
const WITHDRAWN = 'withdrawn';

const NOT_POSSIBLE = new Refusal('state_conflict', 'The customer cannot withdraw from this contract, or the withdrawal period is over.', {
  reason: 'withdrawal_not_possible',
});

/** Creates the refunds of a withdrawal. `payments` of the result: only the refunded payments, with their new refunded amounts. */
const refundPayments = (subscription: Subscription, payments: readonly Stored<Payment>[], ctx: DecisionContext) => {
  const refunds = withdrawalRefunds(
    subscription,
    payments.map(({ record }) => record),
    ctx.now,
  );
  const changes: Change[] = [];
  const events: NewEvent[] = [];
  const after: Payment[] = [];
  for (const { paymentId, amountCents } of refunds) {
    const stored = payments.find(({ record }) => record.id === paymentId);
    if (stored === undefined) continue;
    const payment: Payment = { ...stored.record, amountRefundedCents: stored.record.amountRefundedCents + amountCents };
    const refund = owedRefund(payment, { owedFor: 'withdrawal', amountCents }, ctx);
    changes.push(change(paymentAggregate, stored, payment), change(refundAggregate, null, refund));
    events.push({ type: 'refund.created', subjectId: refund.id });
    after.push(payment);
  }
  return { changes, events, payments: after, totalCents: totalOf(refunds) };
};

/** The mail that confirms the withdrawal. */
const withdrawalMail = ({ id, customerId }: Subscription): NamedOrder => ({
  mailId: `withdrawal#${id}`,
  order: { kind: 'withdrawal', subscriptionId: id },
  customerId,
});

/**
 * Withdraws from the contract of a subscription (Directive 2011/83/EU, article 9): ends the subscription now and creates the refunds of its
 * payments. Due work sends the refunds to the provider. Events: those of `endNow`, then `refund.created` for each refunded payment.
 * Idempotent. Refuses a subscription without the right to withdraw, and after the withdrawal period.
 */
export const withdrawFromContract = (_command: null, state: WithdrawState, ctx: DecisionContext): Decision<Withdrawn> | Refusal => {
  const { subscription: stored, invoice, parties, pendingPayment, payments } = state;
  if (stored === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = stored.record;
  const { withdrawal } = before;
  if (withdrawal !== undefined && withdrawal.declared !== null) return unchanged({ subscription: before, mailOrder: null });
  if (before.status === 'canceled') return CANCELED;
  if (withdrawal === undefined || !canWithdraw(before, ctx.now)) return NOT_POSSIBLE;
  const refunded = refundPayments(before, payments, ctx);
  const declared: Subscription = {
    ...refunded.payments.reduce(withReturnsOf, before),
    withdrawal: { ...withdrawal, declared: { at: ctx.now, refundCents: refunded.totalCents } },
  };
  const openRenewal = { renewalInvoice: invoice, pendingPayment };
  const ended = endNow(stored, openRenewal, { reason: WITHDRAWN, taxes: taxOf(parties), from: declared }, ctx);
  return {
    changes: [...ended.changes, ...refunded.changes],
    events: [...ended.events, ...refunded.events],
    audit: audited('subscription', 'withdrawn', before.id),
    result: { subscription: ended.subscription, mailOrder: withdrawalMail(ended.subscription) },
  };
};
