import { describe, expect, it } from 'vitest';
import { type FollowChargeback, type Followed, followChargeback, planPoll } from '../../shared/domain/dispute/follow.ts';
import { chargebackClaim, type Dispute, disputeAggregate } from '../../shared/domain/dispute/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundEligibility } from '../../shared/domain/refund/eligibility.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { type Billing, given } from './billing.ts';
import { DAY, START } from './world.ts';

const CHARGEBACK: FollowChargeback = {
  providerChargebackId: 'chb_1',
  amountCents: 1999,
  currency: 'EUR',
  reason: 'Refund requested by the account holder',
  reversedAt: null,
};

const sale = (): { readonly billing: Billing; readonly paymentId: string } => {
  const billing = given();
  const { lastPaymentId } = billing.subscribe();
  return { billing, paymentId: String(lastPaymentId) };
};

const stateOf = (billing: Billing, paymentId: string, chargebackId: string) => {
  const { world } = billing;
  const { payment, ...returns } = billing.returns(paymentId);
  if (payment === null) throw new Error('no payment');
  const dispute = world.find(disputeAggregate, world.owners.get(chargebackClaim(payment.record.provider, chargebackId)));
  return { ...returns, payment, dispute, oneShot: null, overpayment: false };
};

const follow = (billing: Billing, paymentId: string, reported: Partial<FollowChargeback> = {}): Followed => {
  const command = { ...CHARGEBACK, ...reported };
  return billing.world.do(followChargeback(command, stateOf(billing, paymentId, command.providerChargebackId), billing.world.ctx()));
};

const paymentOf = ({ world }: Billing, id: string): Payment => world.get(paymentAggregate, id).record;
const disputesOf = ({ world }: Billing): readonly Dispute[] => world.all(disputeAggregate);

describe('a chargeback', () => {
  it('[DSP-05] [EVT-43] [AUD-15] opens one dispute, however often it is reported', () => {
    const { billing, paymentId } = sale();
    const tolds = Array.from({ length: 5 }, () => follow(billing, paymentId));
    expect(tolds).toEqual(['opened', 'current', 'current', 'current', 'current']);
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
    expect(paymentOf(billing, paymentId).amountDisputedCents).toBe(1999);
  });

  it('[DSP-06] [EVT-44] [VER-15] that is reversed is won, once', () => {
    const { billing, paymentId } = sale();
    follow(billing, paymentId);
    billing.world.now += DAY;
    billing.world.takeEvents();
    expect(follow(billing, paymentId, { reversedAt: START + 100 })).toBe('won');
    expect(follow(billing, paymentId, { reversedAt: START + 100 })).toBe('current');
    expect(billing.world.takeEvents()).toEqual(['dispute.closed']);
    expect(billing.world.audits.at(-1)).toBe('dispute.closed');
    const [dispute] = disputesOf(billing);
    const view = billing.world.view(disputeAggregate, String(dispute?.id));
    expect(view).toMatchObject({ status: 'won', reversed_at: START + 100 });
    expect(view).not.toHaveProperty('reversed');
    expect(paymentOf(billing, paymentId).amountDisputedCents).toBe(0);
  });

  it('that was reversed before anybody looked is opened, then won, and its reversal is not dated before it', () => {
    const { billing, paymentId } = sale();
    const reported = { reversedAt: START - 5 };
    expect([follow(billing, paymentId, reported), follow(billing, paymentId, reported), follow(billing, paymentId, reported)]).toEqual([
      'opened',
      'won',
      'current',
    ]);
    expect(billing.world.takeEvents()).toEqual(['dispute.created', 'dispute.closed']);
    expect(disputesOf(billing)).toMatchObject([{ status: 'won', reversedAt: START }]);
  });

  it('that an older answer shows unreversed stays won', () => {
    const { billing, paymentId } = sale();
    follow(billing, paymentId);
    follow(billing, paymentId, { reversedAt: START });
    expect(follow(billing, paymentId)).toBe('current');
    expect(paymentOf(billing, paymentId).amountDisputedCents).toBe(0);
  });

  it('in part, and several of one payment, add up; each is won on its own', () => {
    const { billing, paymentId } = sale();
    follow(billing, paymentId, { providerChargebackId: 'chb_1', amountCents: 500 });
    follow(billing, paymentId, { providerChargebackId: 'chb_2', amountCents: 700 });
    expect(paymentOf(billing, paymentId).amountDisputedCents).toBe(1200);
    follow(billing, paymentId, { providerChargebackId: 'chb_1', amountCents: 500, reversedAt: START });
    expect(paymentOf(billing, paymentId).amountDisputedCents).toBe(700);
    expect(disputesOf(billing).map(({ status }) => status)).toEqual(['won', 'open']);
  });

  it('[REF-08] closes the charge for refunds until it is won', () => {
    const { billing, paymentId } = sale();
    const obstacle = () =>
      refundEligibility(paymentOf(billing, paymentId), { windowDays: 14, now: billing.world.now, subscription: null }).obstacle;
    follow(billing, paymentId, { amountCents: 1 });
    expect(obstacle()).toBe('charge_disputed');
    follow(billing, paymentId, { amountCents: 1, reversedAt: START });
    expect(obstacle()).toBeNull();
  });

  it('shows simulated time on a clock, and is polled in real time', () => {
    const { billing, paymentId } = sale();
    const ctx = { ...billing.world.ctx(), realNow: START + 400 * DAY };
    const reported = (reversedAt: number | null) =>
      billing.world.do(followChargeback({ ...CHARGEBACK, reversedAt }, stateOf(billing, paymentId, 'chb_1'), ctx));
    reported(null);
    expect(disputesOf(billing)).toMatchObject([{ created: START, nextPollAt: START + 401 * DAY }]);
    reported(START + 400 * DAY);
    expect(disputesOf(billing)).toMatchObject([{ reversedAt: START, nextPollAt: null }]);
  });

  it('of a payment that is not there is refused', () => {
    const { billing } = sale();
    expect(
      followChargeback(
        CHARGEBACK,
        { payment: null, subscription: null, parties: null, dispute: null, oneShot: null, overpayment: false },
        billing.world.ctx(),
      ),
    ).toBeInstanceOf(Refusal);
  });
});

describe('an open dispute', () => {
  const opened = () => {
    const { billing, paymentId } = sale();
    follow(billing, paymentId);
    const dispute = () => disputesOf(billing)[0];
    const plan = (answered: boolean): void => {
      billing.world.do(planPoll({ answered }, stateOf(billing, paymentId, 'chb_1'), billing.world.ctx()));
    };
    return { billing, paymentId, dispute, plan };
  };

  it('is polled once a day, sooner after no answer, and no more once it is won', () => {
    const { billing, paymentId, dispute, plan } = opened();
    const due = () => disputeAggregate.dueOf?.(dispute() as Dispute);
    expect(due()).toEqual({ at: START + DAY, kind: 'dispute_poll', clockId: null });
    billing.world.now += DAY;
    plan(true);
    expect(due()).toMatchObject({ at: START + 2 * DAY });
    plan(false);
    expect(due()).toMatchObject({ at: START + DAY + 3600 });
    follow(billing, paymentId, { reversedAt: START });
    plan(true);
    expect(due()).toBeNull();
  });

  it('tells nobody that it was polled', () => {
    const { billing, plan } = opened();
    billing.world.takeEvents();
    plan(true);
    expect(billing.world.takeEvents()).toEqual([]);
  });
});
