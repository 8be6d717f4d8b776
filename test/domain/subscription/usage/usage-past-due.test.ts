import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../../shared/domain/customer/record.ts';
import { startDeletion } from '../../../../shared/domain/customer/removal.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { nextBillingStep } from '../../../../shared/domain/subscription/state.ts';
import { checkUsageLimits } from '../../../../shared/domain/subscription/usage/limits.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { viewUsageSummary } from '../../../../shared/domain/usage-record/summary.ts';
import { newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, lastInvoice, paymentIdOf, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { DAY } from '../../world.ts';

/** Creates a metered subscription: the charge of an invoice for 100 units is declined, and 1000 units are used afterwards. */
const useWhilePastDue = () => {
  const { billing, id } = newSubscription(METERED);
  billing.use(id, 100);
  billing.decline(paymentIdOf(billing.renew(id)));
  billing.use(id, 1000);
  return { billing, id };
};

/** Sums the units on all invoices. */
const billedUnits = (billing: ReturnType<typeof useWhilePastDue>['billing']): number =>
  billing.world
    .all(invoiceAggregate)
    .flatMap(({ lines }) => lines)
    .reduce((units, { quantity }) => units + Number(quantity), 0);

describe('units used while the previous invoice is unpaid', () => {
  it('are billed at the end of their period if the previous invoice is paid', () => {
    const { billing, id } = useWhilePastDue();
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.renew(id);
    expect(billedUnits(billing)).toBe(1100);
  });

  it('are billed after a cancellation as soon as the previous invoice is paid', () => {
    const { billing, id } = useWhilePastDue();
    billing.world.now += DAY;
    billing.cancel(id);
    const endedAt = billing.world.now;
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', serves_customer: false });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billedUnits(billing)).toBe(100);
    billing.world.takeEvents();
    const paymentId = paymentIdOf(billing.renew(id));
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.created']);
    expect(billedUnits(billing)).toBe(1100);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', serves_customer: false, current_period_end: endedAt });
    billing.settle(paymentId);
    expect(billing.world.all(invoiceAggregate).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(nextBillingStep(billing.subscription(id))).toBeNull();
  });

  it('are billed if the previous invoice becomes uncollectible, and the new invoice gets all dunning attempts, too', () => {
    const { billing, id } = useWhilePastDue();
    declineRenewals(billing, id, 4);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
    const paymentId = paymentIdOf(billing.renew(id));
    expect(billedUnits(billing)).toBe(1100);
    expect(viewOf(billing, id)).toMatchObject({ dunning_attempts_notified: 0 });
    billing.decline(paymentId);
    expect(viewOf(billing, id)).toMatchObject({ dunning_attempts_notified: 1 });
    declineRenewals(billing, id, 4);
    expect(billing.world.all(invoiceAggregate).map(({ status }) => status)).toEqual(['uncollectible', 'uncollectible']);
    expect(nextBillingStep(billing.subscription(id))).toBeNull();
  });

  it('are billed if the previous invoice is voided after the subscription ended', () => {
    const { billing, id } = useWhilePastDue();
    billing.cancel(id);
    billing.void(billing.world.all(invoiceAggregate).at(-1)?.id ?? '');
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.all(invoiceAggregate).map(({ status, totalCents }) => [status, totalCents])).toEqual([
      ['void', 500],
      ['paid', 5000],
    ]);
  });

  it('start again at the first price tier', () => {
    const tiers = [
      { upTo: 50, flatAmountCents: 0, unitAmountDecimal: '0' },
      { upTo: null, flatAmountCents: 0, unitAmountDecimal: '10' },
    ];
    const { billing, id } = newSubscription({ usageType: 'metered', amountCents: undefined, tiers });
    billing.use(id, 100);
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.use(id, 60);
    billing.cancel(id);
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.all(invoiceAggregate).map(({ totalCents }) => totalCents)).toEqual([500, 100]);
  });

  it('do not continue the price tiers of the unpaid invoice in the usage summary, and not its maximum amount', () => {
    const tiers = [
      { upTo: 10, unitAmountDecimal: '5' },
      { upTo: null, unitAmountDecimal: '3' },
    ];
    const { billing, id } = newSubscription({ usageType: 'metered', tiers });
    billing.amend(id, { usageLimits: { maxAmountCents: 50, exceeded: null, reachedAlerts: [] } });
    billing.use(id, 10);
    const processing = paymentIdOf(billing.renew(id));
    const usageOf = () => {
      const subscription = billing.world.get(subscriptionAggregate, id);
      const state = { usage: billing.counters.read(id), pricing: billing.catalogue.price.record, alerts: [], meterId: null };
      billing.world.do(checkUsageLimits({ ...state, subscription }, billing.world.ctx()));
      const { amount_cents } = viewUsageSummary(subscription.record, { ...state, breakdown: null }, billing.world.tenant);
      return [amount_cents, billing.subscription(id).usageLimits?.exceeded ?? null];
    };
    billing.use(id, 10);
    expect(usageOf()).toEqual([50, null]);
    billing.decline(processing);
    expect(usageOf()).toEqual([50, null]);
    billing.use(id, 1);
    expect(usageOf()).toMatchObject([53, { periodStart: FEB }]);
  });

  it('create no invoice if there are no such units', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 100);
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.cancel(id);
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.world.takeEvents();
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'ended' });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(nextBillingStep(billing.subscription(id))).toBeNull();
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
  });

  it('block the deletion of the customer while they are not invoiced', () => {
    const { billing, id } = useWhilePastDue();
    billing.cancel(id);
    billing.settle(paymentIdOf(billing.renew(id)));
    const subscription = billing.subscription(id);
    const customer = billing.world.get(customerAggregate, subscription.customerId);
    const state = { customer, subscriptions: [subscription], invoices: [], wallet: null, paymentsUnderWay: 0 };
    expect(startDeletion(state)).toMatchObject({ reason: 'customer_has_open_invoice' });
  });
});

describe('the usage lines of an invoice', () => {
  const tiers = [
    { upTo: 10, unitAmountDecimal: '5' },
    { upTo: null, unitAmountDecimal: '3' },
  ];
  const linesFor = (units: number) => {
    const { billing, id } = newSubscription({ usageType: 'metered', tiers });
    if (units > 0) billing.use(id, units);
    billing.renew(id);
    return lastInvoice(billing).lines.map(({ quantity, unitAmountDecimal, amountCents }) => [quantity, unitAmountDecimal, amountCents]);
  };

  it('are one for each tier with units; without usage, one for the first tier', () => {
    expect(linesFor(10)).toEqual([['10', '5', 50]]);
    expect(linesFor(11)).toEqual([
      ['10', '5', 50],
      ['1', '3', 3],
    ]);
    expect(linesFor(0)).toEqual([['0', '5', 0]]);
  });
});
