import { describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type DashboardRefund, recordDashboardRefund } from '../../../shared/domain/refund/dashboard-refund.ts';
import { type Refund, refundAggregate, refundClaim } from '../../../shared/domain/refund/record.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../billing.ts';
import { DAY, START } from '../world.ts';

const REPORT: DashboardRefund = {
  requestedId: null,
  providerRefundId: 're_mollie',
  amountCents: 300,
  description: 'Goodwill',
  status: 'pending',
};

/** Sells a subscription for 10.00. */
const newSale = (): { readonly billing: Billing; readonly paymentId: string } => {
  const billing = newBilling();
  return { billing, paymentId: String(billing.subscribe().lastPaymentId) };
};

/** Records the reported refund, if it is not recorded yet. Returns the refund whose outcome must be fetched next; `null`: none. */
const report = (
  { billing, paymentId }: ReturnType<typeof newSale>,
  reported: Partial<DashboardRefund> = {},
  isPurged = false,
): Refund | null | Refusal => {
  const command = { ...REPORT, ...reported };
  const { world } = billing;
  const state = billing.returnedAmountState(paymentId);
  const claim = refundClaim(world.get(paymentAggregate, paymentId).record.provider, command.providerRefundId);
  return world.apply(
    recordDashboardRefund(command, { ...state, refund: world.find(refundAggregate, world.owners.get(claim)), isPurged }, world.ctx()),
  );
};

const refundedCents = ({ billing, paymentId }: ReturnType<typeof newSale>): number =>
  billing.world.get(paymentAggregate, paymentId).record.amountRefundedCents;

describe("a refund made in the provider's dashboard", () => {
  it('[REF-04] [REF-05] is recorded once, as pending', () => {
    const sold = newSale();
    const { world } = sold.billing;
    const recorded = report(sold);
    expect(recorded).toEqual({
      id: world.all(refundAggregate)[0]?.id,
      created: START,
      status: 'pending',
      paymentId: sold.paymentId,
      customerId: sold.billing.catalogue.customer.record.id,
      amountCents: 300,
      currency: 'EUR',
      reason: 'Goodwill',
      creditNoteId: null,
      failureReason: null,
      settledAt: null,
      metadata: {},
      provider: 'sandbox',
      providerRefundId: 're_mollie',
      overpayment: false,
      verification: false,
      tries: 0,
      nextTryAt: START + DAY,
    });
    expect(report(sold)).toEqual(recorded);
    expect(world.takeEvents()).toEqual(['refund.created']);
    expect([world.all(refundAggregate).length, refundedCents(sold)]).toEqual([1, 300]);
    expect(world.owners.get(refundClaim('sandbox', 're_mollie'))).toBe((recorded as Refund).id);
  });

  it('is recorded as pending even if the provider has settled it, and is polled a minute later', () => {
    expect(report(newSale(), { status: 'succeeded' })).toMatchObject({ status: 'pending', nextTryAt: START + 60 });
  });

  it('has no outcome to fetch if it is reported again after it is settled', () => {
    const sold = newSale();
    sold.billing.settleRefund(report(sold) as Refund);
    expect(report(sold)).toBeNull();
  });

  it('is added to the returned amount of the refunded charge in the coverage of the subscription', () => {
    const sold = newSale();
    report(sold);
    const [subscription] = sold.billing.world.all(subscriptionAggregate);
    expect(subscription?.coverage?.charges).toMatchObject([{ shareCents: 1000, returnedCents: 300 }]);
  });

  it.each([
    ['', null],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), 'x'.repeat(255)],
    ['😀'.repeat(256), '😀'.repeat(255)],
  ])('has its description as the reason, at most 255 characters', (description, reason) => {
    expect(report(newSale(), { description })).toMatchObject({ reason });
  });

  it.each<[string, Partial<Payment>, Partial<DashboardRefund>, number | null]>([
    ['up to the amount of the payment', {}, { amountCents: 1000 }, 1000],
    ['above the amount of the payment', {}, { amountCents: 1001 }, 1000],
    ['above the part that is not refunded yet', { amountRefundedCents: 800 }, {}, 200],
    ['of a payment that is refunded in full', { amountRefundedCents: 1000 }, {}, null],
    ['of a payment of which one cent is not refunded yet', { amountRefundedCents: 999 }, {}, 1],
    ['that failed', {}, { status: 'failed' }, null],
    ['of a payment that has not succeeded', { status: 'pending' }, {}, null],
  ])('%s is recorded with at most the refundable amount, or not at all', (_name, payment, reported, expected) => {
    const sold = newSale();
    sold.billing.world.amend(paymentAggregate, sold.paymentId, payment);
    const recorded = report(sold, reported);
    expect(recorded === null ? null : (recorded as Refund).amountCents).toBe(expected);
    expect(refundedCents(sold)).toBe((payment.amountRefundedCents ?? 0) + (expected ?? 0));
    expect(sold.billing.world.takeEvents()).toEqual(expected === null ? [] : ['refund.created']);
  });

  it('is not recorded while another refund of the payment is being created', () => {
    const sold = newSale();
    sold.billing.world.amend(paymentAggregate, sold.paymentId, { lockedBy: 'op_1' });
    expect(report(sold)).toMatchObject({ code: 'operation_pending' });
    expect(sold.billing.world.all(refundAggregate)).toEqual([]);
  });

  it('is recorded once if two reports arrive at the same time', () => {
    const sold = newSale();
    report(sold);
    const { world } = sold.billing;
    const state = { ...sold.billing.returnedAmountState(sold.paymentId), refund: null, isPurged: false };
    const second = world.apply(recordDashboardRefund(REPORT, state, world.ctx()));
    expect(second).toMatchObject({ code: 'state_conflict' });
    expect(refundedCents(sold)).toBe(300);
  });

  it('does not store the description if the customer is purged', () => {
    const sold = newSale();
    expect(report(sold, { description: 'Again for Ada, DE12 3456' }, true)).toMatchObject({ reason: null, amountCents: 300 });
  });

  it('of an unknown payment is refused', () => {
    const { world } = newBilling();
    const nothing = { payment: null, subscription: null, parties: null, refund: null, isPurged: false };
    expect(world.apply(recordDashboardRefund(REPORT, nothing, world.ctx()))).toMatchObject({ code: 'resource_missing' });
  });
});
