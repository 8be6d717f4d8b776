import { describe, expect, it } from 'vitest';
import { change } from '../../../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { applyReturnedAmount, reserveRefundAmount } from '../../../../shared/domain/subscription/change/returned-amount.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { anotherPrice, beginChange, changePlan, payChange, pendingChargeOf, previewChange, reportChargeback } from '../../plan-changes.ts';
import { refusalOf, runRenewals, viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

const YEARLY_CENTS = 120_000;
const MONTHLY_CENTS = 1000;

/**
 * Pays for a year, and changes to a monthly price in the same second. The credit for the year pays the first month; the rest is carried.
 */
const downgrade = (): { readonly billing: Billing; readonly id: string; readonly yearPaymentId: string } => {
  const billing = newBilling({ amountCents: YEARLY_CENTS, interval: 'year' });
  const { id, lastPaymentId } = billing.subscribe();
  changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: MONTHLY_CENTS }) });
  return { billing, id, yearPaymentId: lastPaymentId ?? '' };
};

const repeated = (cents: number, times: number): readonly number[] => Array.from({ length: times }, () => cents);

describe('credit from a charge for which a refund is being requested from the provider', () => {
  /** Reserves the amount of a refund request that is pending at the provider. */
  const reserveRefund = (billing: Billing, id: string, paymentId: string, amountCents: number): void => {
    const { world } = billing;
    const payment = world.get(paymentAggregate, paymentId);
    const reserved = reserveRefundAmount(world.get(subscriptionAggregate, id), payment.record, amountCents, world.now);
    const locked = change(paymentAggregate, payment, { ...payment.record, lockedBy: 'op_1' });
    world.do({ changes: [...reserved, locked], events: [], result: null });
  };

  it('stays reduced by the refund while part of the charge is disputed, and after the dispute is won', () => {
    const { billing, id, yearPaymentId } = downgrade();
    const returnedAmounts = (): readonly number[] => [
      ...new Set(billing.subscription(id).carriedCredits.flatMap(({ charges }) => charges.map(({ returnedCents }) => returnedCents))),
    ];
    reserveRefund(billing, id, yearPaymentId, 300);
    expect(returnedAmounts()).toEqual([300]);
    reportChargeback(billing, yearPaymentId, 200);
    expect(returnedAmounts()).toEqual([500]);
    reportChargeback(billing, yearPaymentId, 200, true);
    expect(returnedAmounts()).toEqual([300]);
  });
});

describe('a refund of a charge', () => {
  const RETURNED = { amountRefundedCents: 300, amountDisputedCents: 0 };

  it('changes nothing if the charge did not pay for the subscription', () => {
    const { billing, id, yearPaymentId } = downgrade();
    const stored = billing.world.get(subscriptionAggregate, id);
    const before = { ...billing.world.get(paymentAggregate, yearPaymentId).record, id: 'pay_other' };
    const after = { ...before, ...RETURNED };
    expect(applyReturnedAmount(stored, { before, after }, billing.parties(), billing.world.now)).toEqual({ changes: [], events: [] });
    expect(applyReturnedAmount(null, { before, after }, billing.parties(), billing.world.now)).toEqual({ changes: [], events: [] });
    expect(reserveRefundAmount(stored, before, 300, billing.world.now)).toEqual([]);
    expect(reserveRefundAmount(null, before, 300, billing.world.now)).toEqual([]);
  });

  it('updates the credit that an unpaid renewal uses', () => {
    const { billing, id, yearPaymentId } = downgrade();
    const share = { paymentId: yearPaymentId, shareCents: 1000, returnedCents: 0, absorbedCents: 0 };
    const other = { ...share, paymentId: 'pay_other' };
    const credit = { amountCents: 2000, taxRateBasisPoints: 0, charges: [share, other] };
    const renewal = {
      invoiceId: 'inv_1',
      paymentId: 'pay_2',
      attempt: 1,
      processing: true,
      startedAt: billing.world.now,
      firstFailedAt: null,
      hardDeclined: false,
      nextStepAt: null,
      credited: { charges: [share, other], left: [credit] },
    };
    billing.amend(id, { renewal, coverage: null, carriedCredits: [] });
    const stored = billing.world.get(subscriptionAggregate, id);
    const before = billing.world.get(paymentAggregate, yearPaymentId).record;
    const { changes, events } = applyReturnedAmount(
      stored,
      { before, after: { ...before, ...RETURNED } },
      billing.parties(),
      billing.world.now,
    );
    const charges = [{ ...share, returnedCents: 300 }, other];
    expect(changes).toMatchObject([{ after: { record: { renewal: { credited: { charges, left: [{ ...credit, charges }] } } } } }]);
    // The invoice of the renewal is issued, so the amount of the next charge stays the same.
    expect(events).toEqual([]);
  });
});

describe('credit whose source charge is charged back', () => {
  it('pays for no renewal: every later renewal is charged in full', () => {
    const { billing, id, yearPaymentId } = downgrade();
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 0 });
    billing.world.takeEvents();
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS);
    expect(billing.world.takeEvents()).toEqual(['dispute.created', 'subscription.updated']);
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: MONTHLY_CENTS });
    expect(runRenewals(billing, id, 14)).toEqual(repeated(MONTHLY_CENTS, 14));
  });

  it('has its full value again once the dispute is won', () => {
    const { billing, id, yearPaymentId } = downgrade();
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS);
    expect(runRenewals(billing, id, 2)).toEqual(repeated(MONTHLY_CENTS, 2));
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS, true);
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 0 });
    // 1,190.00 were carried, which pay for 119 months.
    expect(runRenewals(billing, id, 120)).toEqual([...repeated(0, 119), MONTHLY_CENTS]);
  });

  it('is reduced to the part that was not charged back', () => {
    const { billing, id, yearPaymentId } = downgrade();
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS - 2500);
    // 25.00 of the charge are left. The first month used 10.00, so 15.00 are left for renewals.
    expect(runRenewals(billing, id, 3)).toEqual([0, 500, MONTHLY_CENTS]);
  });

  it('adds nothing to the credit of a plan change until the dispute is won', () => {
    const { billing, id, yearPaymentId } = downgrade();
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS);
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    expect(previewChange(billing, id, { priceId })).toMatchObject({ credit_cents: 0, amount_due_now_cents: 3000, carried_credit_cents: 0 });
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS, true);
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      credit_cents: 1000,
      amount_due_now_cents: 0,
      carried_credit_cents: 117_000,
    });
  });

  it('regains its value once the dispute is won, also after a plan change during the dispute', () => {
    const { billing, id, yearPaymentId } = downgrade();
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS, true);
    // The customer paid for the month at 30.00. The carried 1,190.00 and the unused month of 10.00 pay for 40 months at 30.00.
    expect(runRenewals(billing, id, 41)).toEqual([...repeated(0, 40), 3000]);
  });
});

describe('credit whose source charge is refunded', () => {
  it('is reduced to the part of the charge that is not refunded', () => {
    const { billing, id, yearPaymentId } = downgrade();
    billing.settleRefund(billing.refund(yearPaymentId, YEARLY_CENTS - 1));
    // 1 cent of the charge is left, and the first month used it.
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', next_charge_amount_cents: MONTHLY_CENTS });
    expect(runRenewals(billing, id, 3)).toEqual(repeated(MONTHLY_CENTS, 3));
  });

  it('has no value while the refund is pending, and has its value again if the refund fails', () => {
    const { billing, id, yearPaymentId } = downgrade();
    const refund = billing.refund(yearPaymentId, YEARLY_CENTS - 1);
    expect(runRenewals(billing, id, 1)).toEqual([MONTHLY_CENTS]);
    billing.settleRefund(refund, { status: 'failed', failureReason: 'refused' });
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 0 });
    expect(runRenewals(billing, id, 1)).toEqual([0]);
  });

  it('loses the full amount of a partial refund: after a refund of 500.00, 690.00 of 1,190.00 are left', () => {
    const { billing, id, yearPaymentId } = downgrade();
    billing.settleRefund(billing.refund(yearPaymentId, 50_000));
    expect(runRenewals(billing, id, 70)).toEqual([...repeated(0, 69), MONTHLY_CENTS]);
  });
});

describe('a charge whose credit is in use', () => {
  /** Begins an upgrade that credits the charge for the first period. */
  const startUpgrade = () => {
    const billing = newBilling();
    const { id, lastPaymentId } = billing.subscribe();
    billing.world.now += 14 * DAY;
    const payment = pendingChargeOf(beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) }));
    return { billing, id, paymentId: lastPaymentId ?? '', changePaymentId: payment.id };
  };

  it('cannot be refunded while the payment of a plan change that uses its credit is pending', () => {
    const { billing, paymentId, changePaymentId } = startUpgrade();
    expect(refusalOf(billing.requestRefund({ paymentId }))).toEqual(['operation_pending', 'plan_change_pending']);
    expect(refusalOf(billing.requestRefund({ paymentId, amountCents: 1 }))).toEqual(['operation_pending', 'plan_change_pending']);
    payChange(billing, changePaymentId);
    expect(refusalOf(billing.requestRefund({ paymentId }))).toEqual(['not refused']);
  });

  it('is worth nothing in later plan changes if it is charged back while the plan change that uses it is pending', () => {
    const { billing, id, paymentId, changePaymentId } = startUpgrade();
    reportChargeback(billing, paymentId, 1000);
    payChange(billing, changePaymentId);
    // The first charge was charged back, so only the payment of the plan change is worth something in the next change.
    const paidCents = billing.world.get(paymentAggregate, changePaymentId).record.amountCents;
    const priceId = anotherPrice(billing, { amountCents: 1 });
    expect(previewChange(billing, id, { priceId }).credit_cents).toBe(paidCents);
  });

  it('cannot be refunded while the payment of a renewal that uses its credit is pending', () => {
    const { billing, id, yearPaymentId } = downgrade();
    // The reversed chargeback changes nothing. The refund leaves 15.00 of the charge: 10.00 for the first month, and 5.00 as credit.
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS - 1500);
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS - 1500, true);
    billing.settleRefund(billing.refund(yearPaymentId, YEARLY_CENTS - 1500));
    const renewal = billing.renew(id);
    expect(renewal).toMatchObject({ payment: { amountCents: 500 } });
    expect(refusalOf(billing.requestRefund({ paymentId: yearPaymentId }))).toEqual(['operation_pending', 'renewal_processing']);
  });
});

describe('unused credit of an ended subscription', () => {
  it('is in the index of unused credit, and its source charge can be refunded up to this credit, even after the refund window', () => {
    const { billing, id, yearPaymentId } = downgrade();
    billing.cancel(id);
    billing.renew(id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled' });
    expect(billing.world.indexKeysOf(id)).toEqual(['credit_left']);
    const lateTerms = { windowDays: 14, now: billing.world.now + 90 * DAY };
    expect(billing.requestRefund({ paymentId: yearPaymentId }, lateTerms)).toMatchObject({ amountCents: 119_000 });
    expect(refusalOf(billing.requestRefund({ paymentId: yearPaymentId, amountCents: 119_001 }, lateTerms))).toEqual([
      'parameter_invalid',
      undefined,
    ]);
    billing.settleRefund(billing.refund(yearPaymentId, 119_000));
    expect(billing.world.indexKeysOf(id)).toEqual([]);
    expect(refusalOf(billing.requestRefund({ paymentId: yearPaymentId }, lateTerms))).toEqual(['state_conflict', 'refund_window_passed']);
  });

  it('is not in the index of unused credit while its source charge is disputed', () => {
    const { billing, id, yearPaymentId } = downgrade();
    billing.cancel(id);
    billing.renew(id);
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS);
    expect(billing.world.indexKeysOf(id)).toEqual([]);
    reportChargeback(billing, yearPaymentId, YEARLY_CENTS, true);
    expect(billing.world.indexKeysOf(id)).toEqual(['credit_left']);
  });
});

describe('proration', () => {
  it('charges and credits nothing for 40 plan changes between prices with the same amount', () => {
    const { billing, id } = newSubscription();
    const otherPriceId = anotherPrice(billing);
    const ownPriceId = billing.catalogue.price.record.id;
    for (let change = 0; change < 40; change += 1) {
      // The price of 1290 seconds of a period has a fraction of a cent.
      billing.world.now += 1290;
      const { payment } = changePlan(billing, id, { priceId: change % 2 === 0 ? otherPriceId : ownPriceId });
      expect(payment).toBeNull();
    }
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 1000 });
    const creditLines = billing.world.all(invoiceAggregate).flatMap(({ lines }) => lines.filter(({ type }) => type === 'carried_credit'));
    expect(creditLines).toEqual([]);
  });

  it('credits a charge in full if the plan changes again in the same second', () => {
    const { billing, id } = newSubscription();
    billing.world.now += DAY;
    const priceId = anotherPrice(billing, { amountCents: 3333 });
    const { charge_cents: charged } = previewChange(billing, id, { priceId });
    changePlan(billing, id, { priceId });
    expect(previewChange(billing, id, { priceId: billing.catalogue.price.record.id })).toMatchObject({ credit_cents: charged });
  });
});
