import { describe, expect, it } from 'vitest';
import { entriesOfDispute } from '../../../shared/domain/accounting/entries.ts';
import {
  applyChargeback,
  type ChargebackReport,
  type ChargebackResult,
  schedulePoll,
} from '../../../shared/domain/dispute/apply-chargeback.ts';
import { type Dispute, disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { refundEligibility } from '../../../shared/domain/refund/eligibility.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { failRefundAfterChargeback } from '../../../shared/domain/refund/settle.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type Billing, newBilling } from '../billing.ts';
import { newOneShots } from '../one-shots.ts';
import { DAY, START } from '../world.ts';

const CHARGEBACK: ChargebackReport = {
  providerChargebackId: 'chb_1',
  amountCents: 1999,
  currency: 'EUR',
  reason: 'Refund requested by the account holder',
  reversedAt: null,
};

const newSale = (): { readonly billing: Billing; readonly paymentId: string } => {
  const billing = newBilling();
  const { lastPaymentId } = billing.subscribe();
  return { billing, paymentId: String(lastPaymentId) };
};

const report = (billing: Billing, paymentId: string, reported: Partial<ChargebackReport> = {}): ChargebackResult =>
  billing.reportChargeback(paymentId, { ...CHARGEBACK, ...reported });

const storedPayment = ({ world }: Billing, id: string): Payment => world.get(paymentAggregate, id).record;
const disputesOf = ({ world }: Billing): readonly Dispute[] => world.all(disputeAggregate);

describe('a chargeback', () => {
  it('[DSP-05] [EVT-43] [AUD-15] opens only one dispute if it is reported repeatedly', () => {
    const { billing, paymentId } = newSale();
    const results = Array.from({ length: 5 }, () => report(billing, paymentId));
    expect(results).toEqual(['opened', 'unchanged', 'unchanged', 'unchanged', 'unchanged']);
    expect(billing.world.takeEvents()).toEqual(['dispute.created']);
    expect(billing.world.audits.at(-1)).toBe('dispute.created');
    const [dispute] = disputesOf(billing);
    expect(disputesOf(billing)).toHaveLength(1);
    expect(billing.world.view(disputeAggregate, String(dispute?.id))).toEqual({
      id: dispute?.id,
      object: 'dispute',
      created: START,
      livemode: false,
      status: 'open',
      payment_id: paymentId,
      amount_cents: 1999,
      currency: 'EUR',
      reason: 'Refund requested by the account holder',
      reversed_at: null,
    });
    expect(storedPayment(billing, paymentId).amountDisputedCents).toBe(1999);
  });

  it('[DSP-06] [EVT-44] [VER-15] is won when it is reversed; reporting the reversal again changes nothing', () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId);
    billing.world.now += DAY;
    billing.world.takeEvents();
    expect(report(billing, paymentId, { reversedAt: START + 100 })).toBe('won');
    expect(report(billing, paymentId, { reversedAt: START + 100 })).toBe('unchanged');
    expect(billing.world.takeEvents()).toEqual(['dispute.closed']);
    expect(billing.world.audits.at(-1)).toBe('dispute.closed');
    const [dispute] = disputesOf(billing);
    const view = billing.world.view(disputeAggregate, String(dispute?.id));
    expect(view).toMatchObject({ status: 'won', reversed_at: START + 100 });
    expect(view).not.toHaveProperty('reversed');
    expect(storedPayment(billing, paymentId).amountDisputedCents).toBe(0);
  });

  it('is reversed in the journal at the time when the service records the reversal, so that closed months do not change', () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId);
    billing.world.now = START + 2 * DAY;
    report(billing, paymentId, { reversedAt: START + 100 });
    const entries = entriesOfDispute(disputesOf(billing)[0] as Dispute, null);
    expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
      ['chargeback', START],
      ['chargeback_reversed', START + 2 * DAY],
    ]);
  });

  it('is reversed in the journal at the time of the reversal if an earlier release recorded it as won', () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId);
    report(billing, paymentId, { reversedAt: START + 100 });
    const { closedAt: _, ...stored } = disputesOf(billing)[0] as Dispute;
    expect(entriesOfDispute(stored, null).at(-1)).toMatchObject({ kind: 'chargeback_reversed', at: START + 100 });
  });

  it('is opened, then won, if it was reversed before it was first reported; the reversal is not dated before the dispute', () => {
    const { billing, paymentId } = newSale();
    const reported = { reversedAt: START - 5 };
    expect([report(billing, paymentId, reported), report(billing, paymentId, reported), report(billing, paymentId, reported)]).toEqual([
      'opened',
      'won',
      'unchanged',
    ]);
    expect(billing.world.takeEvents()).toEqual(['dispute.created', 'dispute.closed']);
    expect(disputesOf(billing)).toMatchObject([{ status: 'won', reversedAt: START }]);
  });

  it('stays won after an older provider response without the reversal', () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId);
    report(billing, paymentId, { reversedAt: START });
    expect(report(billing, paymentId)).toBe('unchanged');
    expect(storedPayment(billing, paymentId).amountDisputedCents).toBe(0);
  });

  it('adds up with other partial chargebacks of the payment, and is won separately', () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId, { providerChargebackId: 'chb_1', amountCents: 500 });
    report(billing, paymentId, { providerChargebackId: 'chb_2', amountCents: 700 });
    expect(storedPayment(billing, paymentId).amountDisputedCents).toBe(1200);
    report(billing, paymentId, { providerChargebackId: 'chb_1', amountCents: 500, reversedAt: START });
    expect(storedPayment(billing, paymentId).amountDisputedCents).toBe(700);
    expect(disputesOf(billing).map(({ status }) => status)).toEqual(['won', 'open']);
  });

  it('[REF-08] blocks refunds of its charge until it is won', () => {
    const { billing, paymentId } = newSale();
    const obstacle = () =>
      refundEligibility(storedPayment(billing, paymentId), { windowDays: 14, now: billing.world.now, subscription: null }).obstacle;
    report(billing, paymentId, { amountCents: 1 });
    expect(obstacle()).toBe('charge_disputed');
    report(billing, paymentId, { amountCents: 1, reversedAt: START });
    expect(obstacle()).toBeNull();
  });

  it('has simulated times on a test clock, and is polled in real time', () => {
    const { billing, paymentId } = newSale();
    const ctx = { ...billing.world.ctx(), realNow: START + 400 * DAY };
    const reportOnClock = (reversedAt: number | null) =>
      billing.world.do(applyChargeback({ ...CHARGEBACK, reversedAt }, billing.chargebackState(paymentId, 'chb_1'), ctx));
    reportOnClock(null);
    expect(disputesOf(billing)).toMatchObject([{ created: START, nextPollAt: START + 401 * DAY }]);
    reportOnClock(START + 400 * DAY);
    expect(disputesOf(billing)).toMatchObject([{ reversedAt: START, nextPollAt: null }]);
  });

  it('of an unknown payment is refused', () => {
    const { billing } = newSale();
    expect(
      applyChargeback(
        CHARGEBACK,
        { payment: null, subscription: null, parties: null, dispute: null, oneShot: null, overpayment: false },
        billing.world.ctx(),
      ),
    ).toBeInstanceOf(Refusal);
  });
});

describe('a chargeback of a one-off payment', () => {
  it('is shown in the one-off payment until it is won; a chargeback of an overpayment is not', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { payment } = billing.settleOneShot(id, billing.startPayment(id).id);
    const disputed = (paymentId: string, reversedAt: number | null): number => {
      const state = { ...billing.chargebackState(paymentId, 'chb_1'), oneShot: billing.world.get(oneShotAggregate, id) };
      billing.world.do(applyChargeback({ ...CHARGEBACK, amountCents: 700, reversedAt }, state, billing.world.ctx()));
      return billing.oneShot(id).amountDisputedCents;
    };
    expect([disputed(payment.id, null), disputed(payment.id, START)]).toEqual([700, 0]);
    billing.world.amend(oneShotAggregate, id, { paymentId: 'pay_other' });
    const state = { ...billing.chargebackState(payment.id, 'chb_2'), oneShot: billing.world.get(oneShotAggregate, id) };
    billing.world.do(applyChargeback({ ...CHARGEBACK, providerChargebackId: 'chb_2' }, state, billing.world.ctx()));
    expect(billing.oneShot(id).amountDisputedCents).toBe(0);
  });
});

describe('a chargeback of an overpayment', () => {
  it('makes the pending refund of the overpayment fail; when the chargeback is won, the overpayment is refunded again', () => {
    const billing = newBilling();
    const { world } = billing;
    const { overpayment, refund } = billing.payTwice();
    const { amountCents } = overpayment;
    report(billing, overpayment.id, { amountCents });
    world.do(failRefundAfterChargeback(null, billing.refundState(refund), world.ctx()));
    expect(storedPayment(billing, overpayment.id)).toMatchObject({ amountDisputedCents: amountCents, amountRefundedCents: 0 });
    const state = { ...billing.chargebackState(overpayment.id, 'chb_1'), overpayment: true };
    expect(world.do(applyChargeback({ ...CHARGEBACK, amountCents, reversedAt: START }, state, world.ctx()))).toBe('won');
    expect(storedPayment(billing, overpayment.id)).toMatchObject({ amountDisputedCents: 0, amountRefundedCents: amountCents });
    expect(world.all(refundAggregate).map((each) => [each.status, each.amountCents, each.overpayment])).toEqual([
      ['failed', amountCents, true],
      ['pending', amountCents, true],
    ]);
  });
});

describe('an open dispute', () => {
  const openDispute = () => {
    const { billing, paymentId } = newSale();
    report(billing, paymentId);
    const dispute = () => disputesOf(billing)[0];
    const schedule = (answered: boolean): void => {
      billing.world.do(schedulePoll({ answered }, billing.chargebackState(paymentId, 'chb_1'), billing.world.ctx()));
    };
    return { billing, paymentId, dispute, schedule };
  };

  it('is polled again after a day, or after an hour if the provider did not respond, and not again after it is won', () => {
    const { billing, paymentId, dispute, schedule } = openDispute();
    const due = () => disputeAggregate.dueOf?.(dispute() as Dispute);
    expect(due()).toEqual({ at: START + DAY, kind: 'dispute_poll', clockId: null });
    billing.world.now += DAY;
    schedule(true);
    expect(due()).toMatchObject({ at: START + 2 * DAY });
    schedule(false);
    expect(due()).toMatchObject({ at: START + DAY + 3600 });
    report(billing, paymentId, { reversedAt: START });
    schedule(true);
    expect(due()).toBeNull();
  });

  it('emits no event when it is polled', () => {
    const { billing, schedule } = openDispute();
    billing.world.takeEvents();
    schedule(true);
    expect(billing.world.takeEvents()).toEqual([]);
  });
});
