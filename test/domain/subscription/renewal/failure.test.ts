import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { DEFAULT_RETRY_DAYS } from '../../../../shared/domain/subscription/renewal/dunning.ts';
import { nextBillingStep } from '../../../../shared/domain/subscription/state.ts';
import { newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, lastInvoice, MAR, paymentIdOf, viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

describe('a failed renewal', () => {
  it('[RENEW-04] [RENEW-05] [EVT-27] [EVT-64] makes the subscription past due and schedules a retry', () => {
    const { billing, id } = newSubscription();
    billing.decline(paymentIdOf(billing.renew(id)));
    const notice = billing.world.events.at(-1);
    expect(billing.world.takeEvents().slice(2)).toEqual([
      'subscription.updated',
      'subscription.past_due',
      'payment.failed',
      'dunning.email_required',
    ]);
    expect(notice?.data).toMatchObject({
      object: 'dunning_notice',
      failed_at: FEB,
      next_payment_attempt: FEB + 2 * DAY,
      amount_due_cents: 1000,
      subscription_id: id,
    });
    expect(viewOf(billing, id)).toMatchObject({
      status: 'past_due',
      renewal_state: 'retrying',
      serves_customer: true,
      current_period_end: FEB,
      next_payment_attempt: FEB + 2 * DAY,
      dunning_attempts_notified: 1,
      dunning_last_notified_at: FEB,
      dunning_max_attempts: 4,
    });
  });

  it('[SUB-23] shows the amount of its invoice as the next charge, also if the tax rate changes later', () => {
    const billing = newBilling();
    billing.taxBehavior = 'exclusive';
    billing.taxRate = { rateBasisPoints: 2100, displayName: null };
    const { id } = billing.subscribe();
    billing.taxRate = { rateBasisPoints: 1900, displayName: null };
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.taxRate = { rateBasisPoints: 700, displayName: null };
    const nextChargeCents = viewOf(billing, id).next_charge_amount_cents;
    const retry = billing.world.get(paymentAggregate, paymentIdOf(billing.renew(id))).record;
    expect([nextChargeCents, retry.amountCents]).toEqual([1190, 1190]);
    billing.settle(retry.id);
    expect(viewOf(billing, id).next_charge_amount_cents).toBe(1070);
  });

  it('is retried 2, 7, 14 and 21 days after the first failure, and emits subscription.past_due only once', () => {
    const { billing, id } = newSubscription();
    const retryDelays: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      declineRenewals(billing, id, 1);
      retryDelays.push((billing.subscription(id).nextPaymentAttempt ?? 0) - FEB);
    }
    expect(retryDelays).toEqual([2 * DAY, 7 * DAY, 14 * DAY, 21 * DAY]);
    expect(billing.world.takeEvents().filter((type) => type === 'subscription.past_due')).toHaveLength(1);
  });

  it('is retried on the days that the account had set when the renewal was first charged', () => {
    const billing = newBilling();
    billing.seller = { dunningSchedule: [1, 28] };
    const { id } = billing.subscribe();
    expect(viewOf(billing, id)).toMatchObject({ dunning_max_attempts: 2 });
    declineRenewals(billing, id, 1);
    expect(viewOf(billing, id).next_payment_attempt).toBe(FEB + DAY);
    billing.seller = { dunningSchedule: null };
    declineRenewals(billing, id, 1);
    expect(viewOf(billing, id)).toMatchObject({ next_payment_attempt: FEB + 28 * DAY, dunning_max_attempts: 2 });
    declineRenewals(billing, id, 1);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed', dunning_attempts_notified: 2 });
  });

  it('is retried on the new days if the account changed or removed its schedule before the first charge', () => {
    const billing = newBilling();
    billing.seller = { dunningSchedule: [3] };
    const { id } = billing.subscribe();
    billing.seller = {};
    declineRenewals(billing, id, 1);
    expect(viewOf(billing, id)).toMatchObject({ next_payment_attempt: FEB + 2 * DAY, dunning_max_attempts: 4 });
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.seller = { dunningSchedule: [5] };
    declineRenewals(billing, id, 1);
    expect(viewOf(billing, id)).toMatchObject({ next_payment_attempt: MAR + 5 * DAY, dunning_max_attempts: 1 });
  });

  it('waits until the last day of the schedule for a new mandate after a hard decline', () => {
    const billing = newBilling();
    billing.seller = { dunningSchedule: [1, 4] };
    const { id } = billing.subscribe();
    billing.decline(paymentIdOf(billing.renew(id)), 'card_expired');
    expect(viewOf(billing, id).next_payment_attempt).toBeNull();
    expect(nextBillingStep(billing.subscription(id))?.at).toBe(FEB + 4 * DAY);
  });

  it('numbers its attempts in the dunning notices, also the last attempt, after which the subscription is canceled', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 5);
    const notices = billing.world.events.filter(({ type }) => type === 'dunning.email_required');
    expect(notices.map(({ data }) => data?.attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  it('[RENEW-06] [RENEW-07] [EVT-36] marks the invoice uncollectible and cancels the subscription after the last retry', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 4);
    billing.world.takeEvents();
    declineRenewals(billing, id, 1);
    expect(billing.world.takeEvents().slice(1)).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'payment.failed',
      'invoice.marked_uncollectible',
      'dunning.email_required',
    ]);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'payment_failed',
      next_payment_attempt: null,
      dunning_attempts_notified: DEFAULT_RETRY_DAYS.length,
    });
    expect(billing.world.all(invoiceAggregate).map((invoice) => invoice.status)).toEqual(['paid', 'uncollectible']);
    expect(nextBillingStep(billing.subscription(id))).toBeNull();
  });

  it('keeps its period and its invoice when a retry is paid', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 2);
    const retry = billing.renew(id);
    expect(retry).toMatchObject({ payment: { idempotencyKey: `ci_${id}_${FEB}_3` } });
    billing.settle(paymentIdOf(retry));
    expect(viewOf(billing, id)).toMatchObject({
      status: 'active',
      current_period_start: FEB,
      current_period_end: MAR,
      next_payment_attempt: null,
      dunning_attempts_notified: 0,
    });
    expect(billing.world.all(invoiceAggregate)).toHaveLength(2);
  });

  it('is retried with the location evidence of the failed attempt, if there is any', () => {
    const { billing, id } = newSubscription();
    const first = paymentIdOf(billing.renew(id));
    const location = { ipCountryCode: 'DE', paymentCountryCode: 'DE', confirmedCountryCode: null };
    billing.world.amend(paymentAggregate, first, { location });
    billing.decline(first);
    billing.world.takeEvents();
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', resumed: false, payment: { location } });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated']);
    const other = newSubscription();
    declineRenewals(other.billing, other.id, 1);
    expect(Object.keys(other.billing.world.get(paymentAggregate, paymentIdOf(other.billing.renew(other.id))).record)).not.toContain(
      'location',
    );
  });

  it.each(['mandate_gone', 'card_expired', 'card_stolen', 'account_closed'])(
    'is not retried after %s, and ends the subscription on day 21',
    (code) => {
      const { billing, id } = newSubscription();
      declineRenewals(billing, id, 1, code);
      expect(viewOf(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: null });
      billing.world.takeEvents();
      expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'gave_up' });
      expect(billing.world.now).toBe(FEB + 21 * DAY);
      expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.marked_uncollectible']);
    },
  );

  it('ends the subscription at once if the last retry fails with a hard decline', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 4);
    declineRenewals(billing, id, 1, 'card_expired');
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
    expect(lastInvoice(billing).status).toBe('uncollectible');
  });

  it('is charged again at once if the mandate was replaced during the attempt, also after a hard decline', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    billing.amend(id, { mandateId: 'mdt_2' });
    expect(billing.decline(paymentId, 'card_expired').nextPaymentAttempt).toBe(FEB);
    expect(billing.subscription(id).renewal).toMatchObject({ hardDeclined: false, nextStepAt: FEB });
  });

  it('is retried on the regular days if the subscription no longer has a mandate, or if the mandate of the attempt is unknown', () => {
    const removed = newSubscription();
    const removedPayment = paymentIdOf(removed.billing.renew(removed.id));
    removed.billing.amend(removed.id, { mandateId: null });
    expect(removed.billing.decline(removedPayment).nextPaymentAttempt).toBe(FEB + 2 * DAY);
    const unknown = newSubscription();
    const unknownPayment = paymentIdOf(unknown.billing.renew(unknown.id));
    unknown.billing.world.amend(paymentAggregate, unknownPayment, { mandate: null });
    expect(unknown.billing.decline(unknownPayment).nextPaymentAttempt).toBe(FEB + 2 * DAY);
  });

  it('has no effect if the failure is reported after the payment succeeded', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    billing.settle(paymentId);
    billing.world.takeEvents();
    const before = billing.subscription(id);
    expect(billing.decline(paymentId)).toMatchObject({ subscription: before, payment: { status: 'succeeded' }, nextPaymentAttempt: null });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.subscription(id)).toEqual(before);
    expect(before.status).toBe('active');
  });

  it('no longer needs the pending retry if the first charge is paid late; if the retry is paid, too, it is refunded', () => {
    const { billing, id } = newSubscription();
    const first = paymentIdOf(billing.renew(id));
    billing.decline(first);
    const second = paymentIdOf(billing.renew(id));
    expect(billing.settle(first)).toMatchObject({ overpayment: false, refund: null, supersededPaymentId: second });
    billing.world.takeEvents();
    const { payment, refund } = billing.settle(second);
    expect(payment).toMatchObject({ status: 'succeeded', amountRefundedCents: payment.amountCents });
    expect(refund).toMatchObject({ status: 'pending', paymentId: second, amountCents: payment.amountCents, overpayment: true });
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(billing.settle(second)).toMatchObject({ overpayment: true, refund: null });
    expect(billing.subscription(id)).toMatchObject({ paymentCount: 2, currentPeriodStart: FEB });
  });

  it('settles only its invoice and payment if it is paid after the subscription ended', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 4);
    const last = paymentIdOf(billing.renew(id));
    billing.decline(last);
    billing.world.takeEvents();
    billing.settle(last);
    expect(billing.world.takeEvents()).toEqual(['invoice.paid', 'payment.succeeded']);
    expect(billing.subscription(id).status).toBe('canceled');
  });

  it('skips the retry on day 7 if the charge of day 2 fails shortly before day 7', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1);
    const retry = paymentIdOf(billing.renew(id));
    billing.world.now = FEB + 6.8 * DAY;
    billing.decline(retry);
    expect(billing.subscription(id).nextPaymentAttempt).toBe(FEB + 14 * DAY);
  });

  it.each([
    ['insufficient_funds', FEB + 21 * DAY],
    ['card_expired', null],
  ])('is retried or given up on day 21, even if an earlier retry is declined shortly before day 21 (%s)', (code, nextPaymentAttempt) => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 3);
    const payment = paymentIdOf(billing.renew(id));
    billing.world.now = FEB + 20.6 * DAY;
    expect(billing.decline(payment, code).nextPaymentAttempt).toBe(nextPaymentAttempt);
    expect(billing.subscription(id).status).toBe('past_due');
    expect(nextBillingStep(billing.subscription(id))?.at).toBe(FEB + 21 * DAY);
  });
});

/** Creates a renewal with a declined first charge and a pending retry; then the first charge succeeds after all. */
const settleLate = () => {
  const { billing, id } = newSubscription();
  const first = paymentIdOf(billing.renew(id));
  billing.decline(first);
  const retry = paymentIdOf(billing.renew(id));
  billing.settle(first);
  return { billing, id, first, retry };
};

describe('the failure of a retry after an earlier attempt succeeded', () => {
  it('changes only the payment of the retry', () => {
    const { billing, id, first, retry } = settleLate();
    const before = viewOf(billing, id);
    const invoice = lastInvoice(billing);
    billing.world.takeEvents();
    const failed = billing.decline(retry);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    expect(viewOf(billing, id)).toEqual(before);
    expect(before).toMatchObject({ status: 'active', dunning_attempts_notified: 0, next_payment_attempt: null });
    expect(lastInvoice(billing)).toEqual(invoice);
    expect(invoice).toMatchObject({ status: 'paid', paymentId: first });
    expect(billing.world.get(paymentAggregate, retry).record.status).toBe('failed');
    expect(failed.nextPaymentAttempt).toBeNull();
  });

  it('does not change a pending next renewal', () => {
    const { billing, id, retry } = settleLate();
    const next = paymentIdOf(billing.renew(id));
    const before = billing.subscription(id);
    billing.world.takeEvents();
    billing.decline(retry);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    expect(billing.subscription(id)).toEqual(before);
    expect(before.renewal).toMatchObject({ paymentId: next, processing: true });
  });
});
