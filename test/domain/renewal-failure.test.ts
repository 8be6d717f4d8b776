import { describe, expect, it } from 'vitest';
import { DUNNING_MAX_ATTEMPTS } from '../../shared/domain/dunning.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { nextCycleOf } from '../../shared/domain/subscription/state.ts';
import { newBilling } from './billing.ts';
import { declineRenewals, FEB, MAR, paymentOf, viewOf } from './renewals.ts';
import { DAY } from './world.ts';

describe('a failed renewal', () => {
  it('[RENEW-04] [RENEW-05] [EVT-27] [EVT-64] makes the subscription past due and plans the retry', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    billing.decline(paymentOf(billing.renew(id)));
    const notice = billing.world.events.at(-1);
    expect(billing.world.takeEvents().slice(2)).toEqual([
      'subscription.updated',
      'subscription.past_due',
      'payment.failed',
      'dunning.email_required',
    ]);
    expect(notice?.data).toMatchObject({
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

  it('[SUB-23] shows the invoiced amount as the next charge, also if tax rates change', () => {
    const billing = newBilling();
    billing.taxBehavior = 'exclusive';
    billing.taxRate = { rateBasisPoints: 2100, displayName: null };
    const { id } = billing.subscribe();
    billing.taxRate = { rateBasisPoints: 1900, displayName: null };
    billing.decline(paymentOf(billing.renew(id)));
    billing.taxRate = { rateBasisPoints: 700, displayName: null };
    const nextChargeCents = viewOf(billing, id).next_charge_amount_cents;
    const retry = billing.world.get(paymentAggregate, paymentOf(billing.renew(id))).record;
    expect([nextChargeCents, retry.amountCents]).toEqual([1190, 1190]);
    billing.settle(retry.id);
    expect(viewOf(billing, id).next_charge_amount_cents).toBe(1070);
  });

  it('is retried 2, 7, 14 and 21 days after the first failure, with one past_due event', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    const attempts: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      declineRenewals(billing, id, 1);
      attempts.push((billing.subscription(id).nextPaymentAttempt ?? 0) - FEB);
    }
    expect(attempts).toEqual([2 * DAY, 7 * DAY, 14 * DAY, 21 * DAY]);
    expect(billing.world.takeEvents().filter((type) => type === 'subscription.past_due')).toHaveLength(1);
  });

  it('[RENEW-06] [RENEW-07] [EVT-36] marks the invoice uncollectible and cancels the subscription after the last retry', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
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
      dunning_attempts_notified: DUNNING_MAX_ATTEMPTS,
    });
    expect(billing.world.all(invoiceAggregate).map((invoice) => invoice.status)).toEqual(['paid', 'uncollectible']);
    expect(nextCycleOf(billing.subscription(id))).toBeNull();
  });

  it('continues with the same periods and invoice when a retry is paid', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    declineRenewals(billing, id, 2);
    const retry = billing.renew(id);
    expect(retry).toMatchObject({ payment: { idempotencyKey: `ci_${id}_${FEB}_3` } });
    billing.settle(paymentOf(retry));
    expect(viewOf(billing, id)).toMatchObject({
      status: 'active',
      current_period_start: FEB,
      current_period_end: MAR,
      next_payment_attempt: null,
      dunning_attempts_notified: 0,
    });
    expect(billing.world.all(invoiceAggregate)).toHaveLength(2);
  });

  it.each(['mandate_gone', 'card_expired', 'card_stolen', 'account_closed'])(
    'is not retried after %s, and ends the subscription on day 21',
    (code) => {
      const billing = newBilling();
      const { id } = billing.subscribe();
      declineRenewals(billing, id, 1, code);
      expect(viewOf(billing, id)).toMatchObject({ status: 'past_due', next_payment_attempt: null });
      billing.world.takeEvents();
      expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'gave_up' });
      expect(billing.world.now).toBe(FEB + 21 * DAY);
      expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.marked_uncollectible']);
    },
  );

  it('changes nothing if the failure is reported late or repeatedly', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    const paymentId = paymentOf(billing.renew(id));
    billing.settle(paymentId);
    billing.world.takeEvents();
    billing.decline(paymentId);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.subscription(id).status).toBe('active');
  });

  it('supersedes a pending retry if it is paid late, and the retry is refunded if it is paid too', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    const first = paymentOf(billing.renew(id));
    billing.decline(first);
    const second = paymentOf(billing.renew(id));
    expect(billing.settle(first)).toMatchObject({ overpayment: false, refund: null, supersededPaymentId: second });
    billing.world.takeEvents();
    const { payment, refund } = billing.settle(second);
    expect(payment).toMatchObject({ status: 'succeeded', amountRefundedCents: payment.amountCents });
    expect(refund).toMatchObject({ status: 'pending', paymentId: second, amountCents: payment.amountCents, overpayment: true });
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(billing.settle(second)).toMatchObject({ overpayment: true, refund: null });
    expect(billing.subscription(id)).toMatchObject({ paymentCount: 2, currentPeriodStart: FEB });
  });

  it('settles only the invoice if it is paid after the subscription ended', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    declineRenewals(billing, id, 4);
    const last = paymentOf(billing.renew(id));
    billing.decline(last);
    billing.world.takeEvents();
    billing.settle(last);
    expect(billing.world.takeEvents()).toEqual(['invoice.paid', 'payment.succeeded']);
    expect(billing.subscription(id).status).toBe('canceled');
  });

  it('skips a retry that would follow within half a day', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    declineRenewals(billing, id, 1);
    const retry = paymentOf(billing.renew(id));
    billing.world.now = FEB + 6.8 * DAY;
    billing.decline(retry);
    expect(billing.subscription(id).nextPaymentAttempt).toBe(FEB + 14 * DAY);
  });
});
