import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { mandateOf } from '../../../../shared/domain/payment/mandate.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { applyMandateReport, type MandateReportState } from '../../../../shared/domain/subscription/renewal/mandate-status.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, lastInvoice, paymentIdOf } from '../../renewals.ts';
import { DAY, World } from '../../world.ts';

const stateOf = ({ world }: Billing, id: string): MandateReportState => {
  const subscription = world.get(subscriptionAggregate, id);
  const { renewal } = subscription.record;
  return {
    subscription,
    invoice: world.find(invoiceAggregate, renewal?.invoiceId),
    payment: world.find(paymentAggregate, renewal?.paymentId),
  };
};

/** Applies the status of the mandate `mdt_1`, which all subscriptions here have, or of another mandate. Returns the recorded events. */
const report = (
  billing: Billing,
  id: string,
  valid: boolean,
  changes: { mandateId?: string; state?: Partial<MandateReportState> } = {},
) => {
  const mandate = { provider: 'sandbox', providerCustomerId: 'cst_1', mandateId: changes.mandateId ?? 'mdt_1' };
  billing.world.takeEvents();
  billing.world.do(applyMandateReport({ mandate, valid }, { ...stateOf(billing, id), ...changes.state }, billing.world.ctx()));
  return billing.world.takeEvents();
};

/** A subscription whose renewal failed at `FEB`, and is retried two days later. */
const failedRenewal = (failureCode: string) => {
  const { billing, id } = newSubscription();
  declineRenewals(billing, id, 1, failureCode);
  billing.world.now = FEB + DAY;
  return { billing, id };
};

const UPDATED = ['subscription.updated'];
const WITHOUT_METHOD = { mandateId: null, paymentMethod: null };
const DUE_NOW = { nextPaymentAttempt: FEB + DAY, renewal: { nextStepAt: FEB + DAY } };
const DUE_LATER = { nextPaymentAttempt: FEB + 2 * DAY, renewal: { nextStepAt: FEB + 2 * DAY } };

describe('a mandate that the bank has not decided on by the last retry', () => {
  const lastRetryFailed = () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 4);
    declineRenewals(billing, id, 1, 'mandate_pending');
    return { billing, id };
  };

  it('is awaited for a week, and charged as soon as it is confirmed', () => {
    const { billing, id } = lastRetryFailed();
    expect(billing.subscription(id)).toMatchObject({ status: 'past_due', nextPaymentAttempt: FEB + 28 * DAY });
    billing.world.now = FEB + 22 * DAY;
    expect(report(billing, id, true)).toEqual(UPDATED);
    expect(billing.subscription(id).nextPaymentAttempt).toBe(FEB + 22 * DAY);
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(billing.subscription(id).status).toBe('active');
  });

  it.each([
    ['mandate_pending', 28],
    ['mandate_gone', 22],
    ['insufficient_funds', 22],
  ])('is not awaited after the next decline: the subscription is canceled (%s on day %i)', (code, day) => {
    const { billing, id } = lastRetryFailed();
    const payment = paymentIdOf(billing.renew(id));
    billing.world.now = FEB + day * DAY;
    billing.decline(payment, code);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', nextPaymentAttempt: null });
    expect(lastInvoice(billing).status).toBe('uncollectible');
  });
});

describe('a mandate that the bank has confirmed', () => {
  it('is charged now if the renewal failed because the mandate was not confirmed', () => {
    const { billing, id } = failedRenewal('mandate_pending');
    expect(report(billing, id, true)).toEqual(UPDATED);
    expect(billing.subscription(id)).toMatchObject({ ...DUE_NOW, mandateId: 'mdt_1' });
    expect(lastInvoice(billing).nextPaymentAttempt).toBe(FEB + DAY);
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(lastInvoice(billing).status).toBe('paid');
  });

  it('does not change the time of the retry if the renewal failed for another reason', () => {
    const { billing, id } = failedRenewal('insufficient_funds');
    expect(report(billing, id, true)).toEqual([]);
    expect(billing.subscription(id)).toMatchObject(DUE_LATER);
    expect(report(billing, id, true, { state: { payment: null } })).toEqual([]);
  });

  it('changes nothing if no renewal has failed', () => {
    const { billing, id } = newSubscription();
    const before = billing.subscription(id);
    expect(report(billing, id, true)).toEqual([]);
    expect(billing.subscription(id)).toEqual(before);
  });
});

describe('a mandate that the bank has refused', () => {
  it('is removed from the subscription with its payment method', () => {
    const { billing, id } = newSubscription();
    const before = billing.subscription(id);
    expect(report(billing, id, false)).toEqual(UPDATED);
    expect(billing.subscription(id)).toEqual({ ...before, ...WITHOUT_METHOD });
    expect(report(billing, id, false)).toEqual([]);
  });

  it.each(['mandate_pending', 'insufficient_funds'])('makes the retry due now if the renewal failed with %s', (code) => {
    const { billing, id } = failedRenewal(code);
    expect(report(billing, id, false)).toEqual(UPDATED);
    expect(billing.subscription(id)).toMatchObject({ ...DUE_NOW, ...WITHOUT_METHOD });
    expect(lastInvoice(billing).nextPaymentAttempt).toBe(FEB + DAY);
  });

  it('is removed after a hard decline, and no retry becomes due', () => {
    const { billing, id } = failedRenewal('card_expired');
    const { renewal } = billing.subscription(id);
    expect(report(billing, id, false)).toEqual(UPDATED);
    expect(billing.subscription(id)).toMatchObject({ ...WITHOUT_METHOD, nextPaymentAttempt: null, renewal });
  });

  it('is removed, but an attempt in progress and a retry that is already due do not change', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    report(billing, id, false);
    expect(billing.subscription(id)).toMatchObject({ ...WITHOUT_METHOD, renewal: { processing: true, paymentId } });
    for (const seconds of [0, 1]) {
      const failed = failedRenewal('insufficient_funds');
      failed.billing.world.now = FEB + 2 * DAY + seconds;
      expect(report(failed.billing, failed.id, false)).toEqual(UPDATED);
      expect(failed.billing.subscription(failed.id)).toMatchObject({ ...WITHOUT_METHOD, ...DUE_LATER });
    }
  });

  it('is removed without making the retry due if the invoice of the renewal is missing or can no longer be paid', () => {
    const missing = failedRenewal('insufficient_funds');
    report(missing.billing, missing.id, false, { state: { invoice: null } });
    expect(missing.billing.subscription(missing.id)).toMatchObject({ ...WITHOUT_METHOD, ...DUE_LATER });
    const { billing, id } = failedRenewal('insufficient_funds');
    billing.world.amend(invoiceAggregate, lastInvoice(billing).id, { status: 'void' });
    report(billing, id, false);
    expect(billing.subscription(id)).toMatchObject({ ...WITHOUT_METHOD, ...DUE_LATER });
  });

  it('changes nothing if the subscription has another mandate or none, or is never charged again', () => {
    const { billing, id } = newSubscription();
    const expectNoChange = (mandateId?: string) => {
      const before = billing.subscription(id);
      expect(report(billing, id, false, mandateId === undefined ? {} : { mandateId })).toEqual([]);
      expect(billing.subscription(id)).toEqual(before);
    };
    expectNoChange('mdt_2');
    billing.amend(id, { status: 'canceled' });
    expectNoChange();
    billing.amend(id, { status: 'active', mandateId: null });
    expect(mandateOf(billing.subscription(id))).toBeNull();
    expectNoChange();
  });

  it('cannot be applied to a subscription that does not exist', () => {
    const mandate = { provider: 'sandbox', providerCustomerId: 'cst_1', mandateId: 'mdt_1' };
    const state = { subscription: null, invoice: null, payment: null };
    expect(applyMandateReport({ mandate, valid: false }, state, new World().ctx())).toMatchObject({
      code: 'resource_missing',
      message: 'No such subscription.',
    });
  });
});
