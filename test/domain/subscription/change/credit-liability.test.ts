import { describe, expect, it } from 'vitest';
import { sum } from '../../../../shared/domain/amounts/money.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { type Credit, type SourceCharge, spendableCents } from '../../../../shared/domain/subscription/change/coverage.ts';
import {
  forfeitCredit,
  releasedLiabilityCents,
  takeBackCredit,
  withLatePayment,
} from '../../../../shared/domain/subscription/change/credit-liability.ts';
import { unusedCreditsOf } from '../../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { newSubscription } from '../../billing.ts';
import { beginChange, changePlan, subscribeMidPeriod } from '../../plan-changes.ts';
import { declineRenewals, lastInvoice, paymentIdOf } from '../../renewals.ts';
import { chargeBack } from '../../withdrawals.ts';

const charge = (paymentId: string, shareCents: number, returnedCents = 0): SourceCharge => ({
  paymentId,
  shareCents,
  returnedCents,
  absorbedCents: 0,
});

/** Credit that these charges paid, with 21 % tax, and its liability in the journal. */
const credit = (liabilityCents: number, ...charges: readonly SourceCharge[]): Credit => ({
  amountCents: charges.reduce((total, { shareCents }) => total + shareCents, 0),
  taxRateBasisPoints: 2100,
  liabilityCents,
  charges,
});

const liabilities = (credits: readonly Credit[] | undefined) => credits?.map(({ liabilityCents }) => liabilityCents);

const withCredits = (...carriedCredits: readonly Credit[]): Subscription => {
  const { billing, id } = newSubscription();
  return { ...billing.subscription(id), carriedCredits };
};

/** A subscription with a pending renewal: the renewal's invoice leaves the credits `left` unused. */
const withRenewal = (carriedCredits: readonly Credit[], left: readonly Credit[]): Subscription => {
  const { billing, id } = newSubscription();
  paymentIdOf(billing.renew(id));
  const subscription = billing.subscription(id);
  if (subscription.renewal === null) throw new Error('There is no renewal.');
  return { ...subscription, carriedCredits, renewal: { ...subscription.renewal, credited: { charges: [], left } } };
};

const NO_LIMIT = 1_000_000;

describe('a refund of a charge that paid for carried credit', () => {
  it('takes back the net amount of the credit that it makes unusable, and keeps credit of other charges', () => {
    // 6.05 of 12.10 were refunded: 5.00 net.
    const subscription = withCredits(credit(1000, charge('pay_1', 1210, 605)), credit(500, charge('pay_2', 605)));
    const taken = takeBackCredit(subscription, 'pay_1', NO_LIMIT);
    expect(taken.releasedCents).toBe(500);
    expect(liabilities(taken.subscription.carriedCredits)).toEqual([500, 500]);
  });

  it('takes back no more than the refund', () => {
    const subscription = withCredits(credit(1000, charge('pay_1', 1210, 605)));
    const taken = takeBackCredit(subscription, 'pay_1', 300);
    expect(taken.releasedCents).toBe(300);
    expect(liabilities(taken.subscription.carriedCredits)).toEqual([700]);
  });

  it('takes back the last credit first', () => {
    const subscription = withCredits(credit(1000, charge('pay_1', 1210, 800)), credit(500, charge('pay_1', 605, 800)));
    const taken = takeBackCredit(subscription, 'pay_1', NO_LIMIT);
    // The refund of 8.00 takes the last credit (6.05) and 1.95 of the first. 10.15 of the first are left: 8.39 net.
    expect(taken.releasedCents).toBe(500 + 161);
    expect(liabilities(taken.subscription.carriedCredits)).toEqual([839, 0]);
  });

  it('takes back only the part of a credit that the refunded charge paid', () => {
    const subscription = withCredits(credit(1000, charge('pay_1', 605, 605), charge('pay_2', 605)));
    expect(takeBackCredit(subscription, 'pay_1', NO_LIMIT).releasedCents).toBe(500);
  });

  it('changes nothing if all credit of the charge remains usable', () => {
    const subscription = withCredits(credit(1000, charge('pay_1', 1210)), credit(500, charge('pay_2', 605, 605)));
    const taken = takeBackCredit(subscription, 'pay_1', NO_LIMIT);
    expect(taken.releasedCents).toBe(0);
    expect(taken.subscription).toBe(subscription);
  });

  it('takes back only credit that the invoice of a pending renewal leaves unused', () => {
    const returned = (shareCents: number) => charge('pay_1', shareCents, 1210);
    const subscription = withRenewal([credit(1000, returned(1210))], [credit(500, returned(605))]);
    const taken = takeBackCredit(subscription, 'pay_1', NO_LIMIT);
    expect(taken.releasedCents).toBe(500);
    expect(liabilities(taken.subscription.carriedCredits)).toEqual([500]);
    expect(liabilities(taken.subscription.renewal?.credited.left)).toEqual([0]);
  });

  it('takes back only credit that a pending plan change leaves unused, and also removes that credit from the change', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    beginChange(billing, id, { priceId });
    const { pendingChange, ...rest } = billing.subscription(id);
    if (pendingChange === null) throw new Error('There is no pending change.');
    const carriedCredits = [credit(1000, charge('pay_1', 1210, 1210))];
    const takeBackWithChange = (becomes: Partial<Subscription>) =>
      takeBackCredit(
        { ...rest, carriedCredits, pendingChange: { ...pendingChange, change: { ...pendingChange.change, becomes } } },
        'pay_1',
        NO_LIMIT,
      );
    const { subscription: after, releasedCents } = takeBackWithChange({
      carriedCredits: [credit(300, charge('pay_1', 363, 1210))],
      periodUsage: '7',
    });
    expect([releasedCents, liabilities(after.carriedCredits)]).toEqual([300, [700]]);
    expect(after.pendingChange?.change.becomes).toMatchObject({ periodUsage: '7', carriedCredits: [{ liabilityCents: 0 }] });
    // A plan change that does not set the carried credit does not limit the amount.
    const kept = takeBackWithChange({ periodUsage: '7' });
    expect(kept.releasedCents).toBe(1000);
    expect(kept.subscription.pendingChange?.change.becomes).toEqual({ periodUsage: '7' });
  });
});

describe('a refund of a charge that paid for credit of an uncollectible invoice', () => {
  const takeBackWith = (...left: readonly Credit[]) => {
    const subscription = withCredits(credit(1000, charge('pay_1', 1210, 1210)));
    return takeBackCredit({ ...subscription, forfeitedCredits: [{ invoiceId: 'inv_1', left }] }, 'pay_1', NO_LIMIT);
  };

  it('takes back only credit that remains if the invoice is paid after all, and also removes it there', () => {
    const { releasedCents, subscription } = takeBackWith(credit(300, charge('pay_1', 363, 1210)), credit(900, charge('pay_2', 1089)));
    expect([releasedCents, liabilities(subscription.carriedCredits)]).toEqual([300, [700]]);
    expect(subscription.forfeitedCredits).toMatchObject([{ invoiceId: 'inv_1', left: [{ liabilityCents: 0 }, { liabilityCents: 900 }] }]);
  });

  it('takes back no credit if the invoice has used all of it', () => {
    expect(takeBackWith().releasedCents).toBe(0);
  });
});

describe('the liability that an invoice releases', () => {
  it('is the net amount of the used credit, or all that is left if it uses all spendable credit, so that no cent remains', () => {
    const left = credit(501, charge('pay_1', 605));
    expect([releasedLiabilityCents(left, 121, 605), releasedLiabilityCents(left, 605, 605)]).toEqual([100, 501]);
    expect(releasedLiabilityCents({ ...left, liabilityCents: 99 }, 121, 605)).toBe(99);
    const { liabilityCents: _, ...unposted } = left;
    expect(releasedLiabilityCents(unposted, 605, 605)).toBeNull();
  });
});

describe('credit on a subscription whose renewal becomes uncollectible', () => {
  it('loses the liability of the part that the invoice used, beginning with the first credit', () => {
    const first = credit(1000, charge('pay_1', 1210));
    const second = credit(500, charge('pay_2', 605));
    expect(liabilities(forfeitCredit(withRenewal([first, second], [second])).carriedCredits)).toEqual([0, 500]);
    expect(liabilities(forfeitCredit(withRenewal([first, second], [])).carriedCredits)).toEqual([0, 0]);
    expect(liabilities(forfeitCredit(withRenewal([first, second], [credit(700, charge('pay_1', 847)), second])).carriedCredits)).toEqual([
      700, 500,
    ]);
  });

  it('keeps its liability if the invoice used none of it, or if there is no renewal', () => {
    const carried = [credit(1000, charge('pay_1', 1210))];
    for (const subscription of [withRenewal(carried, carried), withCredits(...carried)])
      expect(forfeitCredit(subscription)).toBe(subscription);
  });
});

describe('credit that an uncollectible invoice used', () => {
  /** A subscription that ended because its renewal of 10.00, which used credit of 5.00, could not be collected. */
  const failCreditedRenewal = () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 500 });
    changePlan(billing, id, { priceId });
    const creditCents = spendableCents(billing.subscription(id).carriedCredits);
    const first = paymentIdOf(billing.renew(id));
    billing.decline(first);
    declineRenewals(billing, id, 4);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', cancellationReason: 'payment_failed' });
    return { billing, id, first, creditCents, left: () => spendableCents(unusedCreditsOf(billing.subscription(id))) };
  };

  it('stays on the ended subscription until the invoice is paid after all, and is then used up', () => {
    const { billing, id, first, creditCents, left } = failCreditedRenewal();
    expect(left()).toBe(creditCents);
    expect(lastInvoice(billing).lines.some(({ amountCents }) => amountCents < 0)).toBe(true);
    billing.settle(first);
    expect(left()).toBeLessThan(creditCents);
    expect(creditCents - left()).toBe(-sum(lastInvoice(billing).lines.flatMap(({ amountCents }) => (amountCents < 0 ? amountCents : []))));
    expect(billing.subscription(id)).not.toHaveProperty('forfeitedCredits');
  });

  it('is used up when the first of two uncollectible invoices is paid', () => {
    const used = credit(1000, charge('pay_1', 1210));
    const first = forfeitCredit(withRenewal([used], []));
    if (first.renewal === null) throw new Error('There is no renewal.');
    // The last usage of a metered subscription is on a second invoice, which uses the same credit and cannot be collected either.
    const second = forfeitCredit({ ...first, renewal: { ...first.renewal, invoiceId: 'inv_2' } });
    const paid = withLatePayment(second, first.renewal.invoiceId);
    expect(spendableCents(paid.carriedCredits)).toBe(0);
    expect(withLatePayment(paid, 'inv_2')).toMatchObject({ carriedCredits: [] });
    expect(withLatePayment(paid, 'inv_other')).toBe(paid);
  });

  it('is used up in either order if two invoices that used it are paid', () => {
    const [all, half] = [credit(1000, charge('pay_1', 1210)), credit(500, charge('pay_1', 605))];
    const uncollectible = (subscription: Subscription, invoiceId: string, left: readonly Credit[]): Subscription => {
      if (subscription.renewal === null) throw new Error('There is no renewal.');
      return forfeitCredit({ ...subscription, renewal: { ...subscription.renewal, invoiceId, credited: { charges: [], left } } });
    };
    const both = uncollectible(uncollectible(withRenewal([all], []), 'inv_1', [half]), 'inv_2', []);
    const firstPaid = withLatePayment(both, 'inv_1');
    expect(firstPaid).toMatchObject({ carriedCredits: [half], forfeitedCredits: [{ invoiceId: 'inv_2', left: [] }] });
    const secondPaid = withLatePayment(both, 'inv_2');
    expect(secondPaid).toMatchObject({ carriedCredits: [], forfeitedCredits: [{ invoiceId: 'inv_1', left: [half] }] });
    for (const paid of [withLatePayment(firstPaid, 'inv_2'), withLatePayment(secondPaid, 'inv_1')]) {
      expect(paid.carriedCredits).toEqual([]);
      expect(paid).not.toHaveProperty('forfeitedCredits');
    }
  });

  it('is used up when the invoice is paid, even if the credit was never posted as a liability', () => {
    const { liabilityCents: _, ...unposted } = credit(1000, charge('pay_1', 1210));
    const subscription = withRenewal([unposted], []);
    if (subscription.renewal === null) throw new Error('There is no renewal.');
    const { renewal } = subscription;
    const forfeited = forfeitCredit({ ...subscription, renewal: { ...renewal, credited: { charges: unposted.charges, left: [] } } });
    expect(forfeited.carriedCredits).toEqual([unposted]);
    expect(withLatePayment(forfeited, renewal.invoiceId).carriedCredits).toEqual([]);
  });

  it('is not given twice if it is refunded before the invoice is paid', () => {
    const { billing, id, first, left } = failCreditedRenewal();
    const [share] = billing.subscription(id).carriedCredits.flatMap(({ charges }) => charges);
    billing.settleRefund(billing.refund(String(share?.paymentId), left()));
    expect(left()).toBe(0);
    billing.settle(first);
    expect(left()).toBe(0);
  });

  it('is not given twice if its payment is disputed when the invoice is paid, and the dispute is won later', () => {
    const leftAfterPayment = (isDisputed: boolean): number => {
      const { billing, id, first, left } = failCreditedRenewal();
      const [share] = billing.subscription(id).carriedCredits.flatMap(({ charges }) => charges);
      const paymentId = String(share?.paymentId);
      const { amountCents } = billing.world.get(paymentAggregate, paymentId).record;
      if (isDisputed) chargeBack(billing, paymentId, { amountCents });
      expect(left() === 0).toBe(isDisputed);
      billing.settle(first);
      if (isDisputed) chargeBack(billing, paymentId, { amountCents, reversedAt: billing.world.now });
      return left();
    };
    expect(leftAfterPayment(true)).toBe(leftAfterPayment(false));
  });
});

describe('the credit left by a subscription', () => {
  it('exists only if the subscription has ended and no renewal is pending', () => {
    const carried = [credit(1000, charge('pay_1', 1210))];
    const active = withCredits(...carried);
    expect(unusedCreditsOf(active)).toEqual([]);
    expect(unusedCreditsOf({ ...active, status: 'canceled' })).toEqual(carried);
    expect(unusedCreditsOf({ ...withRenewal(carried, carried), status: 'canceled' })).toEqual([]);
  });
});
