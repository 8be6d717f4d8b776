import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { repriceSubscription } from '../../../../shared/domain/subscription/renewal/reprice.ts';
import { dropRenewalAttempt, isAwaited, markRenewalPending } from '../../../../shared/domain/subscription/renewal/settle.ts';
import { attemptOf, statesMatching } from '../../../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, paymentIdOf, viewOf } from '../../renewals.ts';

const stateOf = ({ world }: Billing, id: string, paymentId: string) => ({
  subscription: world.get(subscriptionAggregate, id),
  payment: world.get(paymentAggregate, paymentId),
});

/** A renewal whose charge has no outcome yet. */
const startRenewal = () => {
  const { billing, id } = newSubscription();
  const paymentId = paymentIdOf(billing.renew(id));
  billing.world.takeEvents();
  return { billing, id, paymentId, payment: () => billing.world.get(paymentAggregate, paymentId).record };
};

describe('keeping a renewal charge pending', () => {
  const mark = (billing: Billing, id: string, paymentId: string, providerPaymentId: string) =>
    markRenewalPending({ providerPaymentId }, stateOf(billing, id, paymentId), billing.world.ctx());

  it('stores the id of the charge at the provider, without an event; the same id changes nothing, another id replaces it', () => {
    const { billing, id, paymentId, payment } = startRenewal();
    const before = payment();
    billing.world.do(mark(billing, id, paymentId, 'tr_1'));
    expect(payment()).toEqual({ ...before, providerPaymentId: 'tr_1' });
    expect(mark(billing, id, paymentId, 'tr_1')).toMatchObject({ changes: [], result: payment() });
    expect(billing.world.takeEvents()).toEqual([]);
    billing.world.do(mark(billing, id, paymentId, 'tr_2'));
    expect(payment().providerPaymentId).toBe('tr_2');
  });

  it('changes nothing once the charge is paid or declined', () => {
    const paid = startRenewal();
    paid.billing.settle(paid.paymentId);
    expect(mark(paid.billing, paid.id, paid.paymentId, 'tr_other')).toMatchObject({ changes: [] });
    const declined = startRenewal();
    declined.billing.decline(declined.paymentId);
    expect(mark(declined.billing, declined.id, declined.paymentId, 'tr_other')).toMatchObject({ changes: [] });
  });
});

describe('the charge of an attempt', () => {
  const drop = (billing: Billing, id: string, paymentId: string) =>
    billing.world.do(dropRenewalAttempt({ providerPaymentId: 'tr_1' }, stateOf(billing, id, paymentId), billing.world.ctx()));

  it('is canceled without an event if an earlier charge has paid the invoice', () => {
    const { billing, id, paymentId: first } = startRenewal();
    billing.decline(first);
    const retry = paymentIdOf(billing.renew(id));
    const { payment, subscription } = stateOf(billing, id, retry);
    expect(isAwaited(payment.record, subscription.record)).toBe(true);
    expect(drop(billing, id, retry)).toEqual(payment.record);
    billing.settle(first);
    expect(isAwaited(payment.record, billing.subscription(id))).toBe(false);
    billing.world.takeEvents();
    expect(drop(billing, id, retry)).toMatchObject({ id: retry, status: 'canceled', providerPaymentId: 'tr_1', pollsFrom: null });
    expect(stateOf(billing, id, retry).payment.record.status).toBe('canceled');
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is not canceled once it has failed', () => {
    const { billing, id, paymentId } = startRenewal();
    billing.decline(paymentId);
    expect(drop(billing, id, paymentId)).toMatchObject({ status: 'failed' });
  });

  it('is no longer awaited once it has failed, also while a retry is pending', () => {
    const { billing, id, paymentId: first } = startRenewal();
    billing.decline(first);
    expect(isAwaited(stateOf(billing, id, first).payment.record, billing.subscription(id))).toBe(false);
    billing.renew(id);
    expect(isAwaited(stateOf(billing, id, first).payment.record, billing.subscription(id))).toBe(false);
  });
});

describe('the current attempt of a renewal', () => {
  it('is the first attempt before the renewal, the pending attempt while it has no outcome, and then the next retry', () => {
    const { billing, id } = newSubscription();
    const attempt = () => attemptOf(billing.subscription(id));
    expect(attempt()).toMatchObject({ periodEnd: FEB, attempt: 1 });
    const first = paymentIdOf(billing.renew(id));
    expect(attempt()).toEqual({ periodEnd: FEB, attempt: 1 });
    billing.decline(first);
    expect(attempt()).toMatchObject({ periodEnd: FEB, attempt: 2 });
    billing.renew(id);
    expect(attempt()).toEqual({ periodEnd: FEB, attempt: 2 });
  });

  it('does not exist after the last retry has failed', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 5);
    expect(attemptOf(billing.subscription(id))).toBeNull();
  });
});

describe('the states that a filter of subscriptions selects', () => {
  it('have the status and the renewal state of the filter', () => {
    expect(statesMatching({ status: ['past_due'] })).toEqual(['past_due/retrying', 'past_due/processing']);
    expect(statesMatching({ renewal_state: ['processing', 'ended'] })).toEqual([
      'active/processing',
      'past_due/processing',
      'canceled/ended',
    ]);
    expect(statesMatching({ status: ['active'], renewal_state: ['processing'] })).toEqual(['active/processing']);
    expect(statesMatching({ status: ['canceled'], renewal_state: ['processing'] })).toEqual([]);
    expect(statesMatching({})).toHaveLength(7);
  });
});

describe('a subscription whose tax rate changes', () => {
  const setup = () => {
    const billing = newBilling();
    billing.taxBehavior = 'exclusive';
    const { id } = billing.subscribe();
    const reprice = (rateBasisPoints: number) => {
      billing.taxRate = { rateBasisPoints, displayName: null };
      billing.world.takeEvents();
      const subscription = billing.world.get(subscriptionAggregate, id);
      return billing.world.do(repriceSubscription(null, { subscription, parties: billing.parties() }, billing.world.ctx()));
    };
    return { billing, id, reprice };
  };

  it('shows the new amount of its next charge, with an event', () => {
    const { billing, id, reprice } = setup();
    expect(reprice(2100)).toBe(true);
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 1210, mrr_cents: 1000 });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated']);
    expect(reprice(2100)).toBe(false);
  });

  it('keeps the amount of an unpaid renewal, whose invoice has the former tax', () => {
    const { billing, id, reprice } = setup();
    declineRenewals(billing, id, 1);
    expect(reprice(2100)).toBe(false);
    expect(viewOf(billing, id).next_charge_amount_cents).toBe(1000);
  });

  it('does not change if it is canceled, even if customer emails are turned on at the same time', () => {
    const { billing, id, reprice } = setup();
    declineRenewals(billing, id, 5);
    billing.seller = { customerEmails: true };
    expect(billing.subscription(id).status).toBe('canceled');
    expect(reprice(2100)).toBe(false);
  });
});

describe('a stored subscription', () => {
  it('is indexed by its state, and in a second index while it is past due; it is counted for its customer until it is canceled', () => {
    const { billing, id } = newSubscription();
    const indexValues = () => {
      const record = billing.subscription(id);
      const { listStateOf, referenceCountsOf, sparseIndexKeysOf } = subscriptionAggregate;
      return [listStateOf?.(record), sparseIndexKeysOf?.(record), referenceCountsOf?.(record)];
    };
    const counter = `live-subscriptions#${billing.subscription(id).customerId}`;
    expect(indexValues()).toEqual(['active/scheduled', [], [counter]]);
    declineRenewals(billing, id, 1);
    expect(indexValues()).toEqual(['past_due/retrying', ['past_due'], [counter]]);
    declineRenewals(billing, id, 4);
    expect(indexValues()).toEqual(['canceled/ended', [], []]);
  });

  it('is due ten minutes after the start of a charge without an outcome, to poll the charge', () => {
    const { billing, id } = newSubscription();
    billing.renew(id);
    const due = { at: billing.world.now + 600, kind: 'renewal_payment_poll', clockId: null };
    expect(subscriptionAggregate.dueOf?.(billing.subscription(id))).toEqual(due);
  });
});
