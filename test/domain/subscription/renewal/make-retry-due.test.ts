import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import {
  type MakeRetryDueState,
  makeRetryDue,
  needsAuthentication,
} from '../../../../shared/domain/subscription/renewal/make-retry-due.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, lastInvoice, paymentIdOf, refusalOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

/** Requests the payment of the newest invoice. */
const pay = (billing: Billing, id: string, state: Partial<MakeRetryDueState> = {}) => {
  const { world } = billing;
  const subscription = world.get(subscriptionAggregate, id);
  const invoice = world.get(invoiceAggregate, lastInvoice(billing).id);
  const payment = world.find(paymentAggregate, subscription.record.renewal?.paymentId);
  world.takeEvents();
  return world.apply(makeRetryDue(null, { subscription, invoice, payment, ...state }, world.ctx()));
};

/** A subscription whose renewal failed at `FEB`; a day has passed since then. */
const failedRenewal = (failureCode?: string) => {
  const { billing, id } = newSubscription();
  declineRenewals(billing, id, 1, failureCode);
  billing.world.now = FEB + DAY;
  return { billing, id };
};

const MISSING = ['resource_missing', undefined];
const NOT_PAYABLE = ['state_conflict', undefined];
const NO_METHOD = ['state_conflict', 'payment_method_missing'];

describe('a requested payment of a failed renewal', () => {
  it('makes the retry due now, with an event and an audit entry', () => {
    const { billing, id } = failedRenewal();
    expect(pay(billing, id)).toMatchObject({ id: lastInvoice(billing).id, nextPaymentAttempt: FEB + DAY });
    expect(billing.subscription(id)).toMatchObject({ nextPaymentAttempt: FEB + DAY, renewal: { nextStepAt: FEB + DAY } });
    expect([billing.world.takeEvents(), billing.world.audits.at(-1)]).toEqual([['subscription.updated'], 'invoice.payment_requested']);
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(lastInvoice(billing).status).toBe('paid');
  });

  it.each([0, 1])('changes nothing if the retry has been due for %d seconds', (seconds) => {
    const { billing, id } = failedRenewal();
    billing.world.now = FEB + 2 * DAY + seconds;
    expect(pay(billing, id)).toMatchObject({ nextPaymentAttempt: FEB + 2 * DAY });
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('changes nothing while an attempt is in progress, or after the invoice is paid', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    expect(pay(billing, id)).toMatchObject({ status: 'open' });
    expect(billing.world.takeEvents()).toEqual([]);
    billing.settle(paymentId);
    expect(pay(billing, id)).toMatchObject({ status: 'paid' });
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is refused without a usable payment method', () => {
    const { billing, id } = failedRenewal();
    billing.amend(id, { mandateId: null });
    expect(refusalOf(pay(billing, id))).toEqual(NO_METHOD);
  });

  it('is refused after a hard decline, and makes the retry due once the subscription has another mandate', () => {
    const { billing, id } = failedRenewal('card_expired');
    expect(refusalOf(pay(billing, id))).toEqual(NO_METHOD);
    expect(refusalOf(pay(billing, id, { payment: null }))).toEqual(NO_METHOD);
    billing.amend(id, { mandateId: 'mdt_2' });
    expect(pay(billing, id)).toMatchObject({ nextPaymentAttempt: FEB + DAY });
    expect(billing.subscription(id).renewal).toMatchObject({ hardDeclined: false, nextStepAt: FEB + DAY });
  });

  it('makes the retry due if there is another mandate after a hard decline, even at the time at which collection ends', () => {
    const { billing, id } = failedRenewal('card_expired');
    billing.amend(id, { mandateId: 'mdt_2' });
    billing.world.now = Number(billing.subscription(id).renewal?.nextStepAt);
    expect(pay(billing, id)).toMatchObject({ nextPaymentAttempt: billing.world.now });
  });

  it('is refused for an invoice that the renewal does not collect, or that is void', () => {
    const { billing, id } = failedRenewal();
    const { world } = billing;
    const invoice = world.get(invoiceAggregate, lastInvoice(billing).id);
    const other = { ...invoice, record: { ...invoice.record, id: 'in_x' } };
    expect(refusalOf(pay(billing, id, { invoice: other }))).toEqual(NOT_PAYABLE);
    expect(refusalOf(pay(billing, id, { invoice: { ...invoice, record: { ...invoice.record, status: 'void' } } }))).toEqual(NOT_PAYABLE);
    billing.amend(id, { renewal: null });
    expect(refusalOf(pay(billing, id))).toEqual(NOT_PAYABLE);
  });

  it('is refused for an unknown subscription, an unknown invoice and the invoice of another subscription', () => {
    const { billing, id } = failedRenewal();
    const invoice = billing.world.get(invoiceAggregate, lastInvoice(billing).id);
    const foreign = { ...invoice, record: { ...invoice.record, subscriptionId: 'sub_x' } };
    for (const state of [{ subscription: null }, { invoice: null }, { invoice: foreign }])
      expect(refusalOf(pay(billing, id, state))).toEqual(MISSING);
  });
});

describe('the authentication of a failed renewal', () => {
  const isNeeded = (billing: Billing, id: string, state: Partial<MakeRetryDueState> = {}): boolean => {
    const { world } = billing;
    const subscription = world.get(subscriptionAggregate, id);
    const invoice = world.get(invoiceAggregate, lastInvoice(billing).id);
    const payment = world.find(paymentAggregate, subscription.record.renewal?.paymentId);
    return needsAuthentication({ subscription, invoice, payment, ...state });
  };

  it('is needed after the bank required it, until the subscription has another mandate or none', () => {
    const { billing, id } = failedRenewal('authentication_required');
    expect(isNeeded(billing, id)).toBe(true);
    billing.amend(id, { mandateId: 'mdt_2' });
    expect(isNeeded(billing, id)).toBe(false);
    billing.amend(id, { mandateId: null });
    expect(isNeeded(billing, id)).toBe(false);
  });

  it.each(['insufficient_funds', 'card_expired', 'unknown'])('is not needed after a failure with the code %s', (code) => {
    const { billing, id } = failedRenewal(code);
    expect(isNeeded(billing, id)).toBe(false);
  });

  it('is not needed for an invoice that is not being collected, or while an attempt is in progress', () => {
    const { billing, id } = failedRenewal('authentication_required');
    const invoice = billing.world.get(invoiceAggregate, lastInvoice(billing).id);
    expect(isNeeded(billing, id, { subscription: null })).toBe(false);
    expect(isNeeded(billing, id, { invoice: null })).toBe(false);
    expect(isNeeded(billing, id, { payment: null })).toBe(false);
    expect(isNeeded(billing, id, { invoice: { ...invoice, record: { ...invoice.record, id: 'in_x' } } })).toBe(false);
    expect(isNeeded(billing, id, { invoice: { ...invoice, record: { ...invoice.record, status: 'void' } } })).toBe(false);
    billing.world.now = FEB + 2 * DAY;
    billing.attemptRenewal(id);
    expect(isNeeded(billing, id)).toBe(false);
    billing.amend(id, { renewal: null });
    expect(isNeeded(billing, id, { invoice })).toBe(false);
  });
});
