import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_CENTS } from '../../../../shared/domain/amounts/money.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { countingOf, NO_USAGE } from '../../../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { viewUsageSummary } from '../../../../shared/domain/usage-record/summary.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { paymentIdOf, runRenewals } from '../../renewals.ts';
import { DAY, migrate, START } from '../../world.ts';

const PER_UNIT = { usageType: 'metered' as const, amountCents: undefined, unitAmountDecimal: '2.5' };
const TIERED = {
  usageType: 'metered' as const,
  amountCents: undefined,
  tiers: [
    { upTo: 10, flatAmountCents: 100, unitAmountDecimal: '0' },
    { upTo: 100, unitAmountDecimal: '12.345' },
    { upTo: null, flatAmountCents: 7, unitAmountDecimal: '0.000000000001' },
  ],
};

/** The maximum units of an invoice at 2.5 cents each. */
const MAX_UNITS = Math.floor(MAX_AMOUNT_CENTS / 2.5);

const subscribeMetered = (price: Parameters<typeof newBilling>[0] = PER_UNIT) => {
  const billing = newBilling(price);
  const { id, currentPeriodEnd: end } = billing.subscribe();
  return { billing, id, end };
};

const summary = (billing: Billing, id: string) =>
  viewUsageSummary(
    billing.subscription(id),
    { usage: billing.counters.read(id), pricing: billing.catalogue.price.record, breakdown: null },
    billing.world.tenant,
  );

/** The units of each usage invoice, oldest first. */
const billedUnits = (billing: Billing): readonly number[] =>
  billing.world
    .all(invoiceAggregate)
    .filter(({ billingReason }) => billingReason === 'usage')
    .map(({ lines }) => lines.reduce((sum, { quantity }) => sum + Number(quantity), 0));

/** Returns the code of a refusal with its parameter or reason. Returns any other outcome unchanged. */
const refusalParts = (answer: unknown) => (answer instanceof Refusal ? [answer.code, answer.param ?? answer.reason] : answer);

describe('recording usage', () => {
  it('[USE-04] stores quantity and time without changing the subscription', () => {
    const { billing, id } = subscribeMetered();
    const before = billing.world.get(subscriptionAggregate, id);
    billing.world.now += 60;
    expect(billing.use(id, 3)).toMatchObject({
      subscriptionId: id,
      quantity: 3,
      occurredAt: START + 60,
      created: START + 60,
      metadata: {},
    });
    expect(billing.use(id, 0, { occurredAt: START, metadata: { host: 'a' } })).toMatchObject({
      occurredAt: START,
      metadata: { host: 'a' },
    });
    expect(billing.world.get(subscriptionAggregate, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(summary(billing, id)).toMatchObject({ total_quantity: 3, record_count: 2, amount_cents: 8 });
  });

  it('is refused before the start of the subscription, or more than five minutes in the future', () => {
    const { billing, id } = subscribeMetered();
    expect(refusalParts(billing.use(id, 1, { occurredAt: START - 1 }))).toEqual(['parameter_invalid', 'occurred_at']);
    expect(refusalParts(billing.use(id, 1, { occurredAt: START + 301 }))).toEqual(['parameter_invalid', 'occurred_at']);
    expect(billing.use(id, 1, { occurredAt: START + 300 })).toMatchObject({ quantity: 1 });
  });

  it('[USE-05] [USE-06] is refused for a licensed price, and after the subscription is canceled', () => {
    const licensed = newBilling();
    expect(refusalParts(licensed.use(licensed.subscribe().id, 1))).toEqual(['state_conflict', 'subscription_not_metered']);
    const { billing, id } = subscribeMetered();
    billing.cancel(id);
    expect(billing.use(id, 0)).toMatchObject({ quantity: 0 });
    billing.renew(id);
    expect(billing.subscription(id).status).toBe('canceled');
    expect(refusalParts(billing.use(id, 1))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('is refused above the maximum invoice amount', () => {
    const { billing, id } = subscribeMetered();
    expect(billing.use(id, MAX_UNITS)).toMatchObject({ quantity: MAX_UNITS });
    expect(refusalParts(billing.use(id, 1))).toEqual(['parameter_invalid', 'quantity']);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.use(id, 1)).toMatchObject({ quantity: 1 });
  });

  it('of free units is limited to the largest safe integer per period', () => {
    const { billing, id } = subscribeMetered({ ...PER_UNIT, unitAmountDecimal: '0' });
    expect(billing.use(id, Number.MAX_SAFE_INTEGER)).toMatchObject({ quantity: Number.MAX_SAFE_INTEGER });
    expect(refusalParts(billing.use(id, 1))).toEqual(['parameter_invalid', 'quantity']);
    billing.renew(id);
    expect(billing.use(id, Number.MAX_SAFE_INTEGER)).toMatchObject({ quantity: Number.MAX_SAFE_INTEGER });
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
    expect(billing.subscription(id).usageDone.quantity).toBe(String(2n * BigInt(Number.MAX_SAFE_INTEGER)));
  });
});

it('a subscription of an earlier release is migrated to zero billed usage', () => {
  const { billing, id } = subscribeMetered();
  const { usageDone, ...formerSubscription } = billing.subscription(id);
  // Version 2 had no usage. All migrations except the first apply to a record of version 2.
  const count = (subscriptionAggregate.migrations?.length ?? 0) - 1;
  expect(migrate(subscriptionAggregate, formerSubscription, count)).toMatchObject({ id, usageDone });
});

describe('the billing period of usage', () => {
  it('is the period in which the usage occurred, also after the end of that period, until the period is closed (billed)', () => {
    const { billing, id, end } = subscribeMetered();
    billing.world.now = end + 90;
    billing.use(id, 1, { occurredAt: end - 1 });
    billing.use(id, 20, { occurredAt: end });
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([1, 20]);
  });

  it('is the current period if the period in which the usage occurred is closed', () => {
    const { billing, id, end } = subscribeMetered();
    billing.use(id, 1);
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.use(id, 20, { occurredAt: end - 1 });
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 20 });
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([1, 20]);
  });

  it('is the next period while the invoice of the current period is unpaid', () => {
    const { billing, id, end } = subscribeMetered();
    billing.use(id, 1);
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.use(id, 20);
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 20, record_count: 1, amount_cents: 50 });
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.use(id, 300);
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([1, 320]);
  });

  it('is the period in which the usage occurred, even if an earlier charge is pending for months', () => {
    const { billing, id } = subscribeMetered();
    billing.use(id, 1);
    const firstPaymentId = paymentIdOf(billing.renew(id));
    billing.world.now += 70 * DAY;
    billing.use(id, 300);
    billing.settle(firstPaymentId);
    runRenewals(billing, id, 3);
    expect(billedUnits(billing)).toEqual([1, 0, 0, 300]);
  });

  it('does not exist for usage that is recorded after the trial in which it occurred: such usage is free', () => {
    const { billing, id, end } = subscribeMetered({ ...PER_UNIT, trialDays: 10 });
    billing.use(id, 1);
    expect(summary(billing, id)).toMatchObject({ period_start: START, period_end: end, total_quantity: 1, amount_cents: 0 });
    billing.renew(id);
    billing.use(id, 20, { occurredAt: end - 1 });
    billing.use(id, 300);
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 300, record_count: 1, amount_cents: 750 });
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([300]);
  });

  it('is known as soon as the counters of a trial are closed: usage of the trial is free, later usage is billed', () => {
    const { billing, id, end } = subscribeMetered({ ...PER_UNIT, trialDays: 10 });
    billing.use(id, 1);
    billing.world.now = end;
    billing.counters.readToClose(billing.subscription(id), end);
    expect(billing.use(id, 20, { occurredAt: end - 1 })).toMatchObject({ quantity: 20 });
    expect(billing.use(id, 300)).toMatchObject({ quantity: 300 });
    billing.renew(id);
    billing.use(id, 4000);
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([4300]);
  });

  it('is the last period for all usage that is recorded before the subscription ends; later usage is refused', () => {
    const { billing, id, end } = subscribeMetered();
    billing.cancel(id);
    billing.world.now = end - 10;
    billing.use(id, 1, { occurredAt: end + 5 });
    const payment = paymentIdOf(billing.renew(id));
    expect(billedUnits(billing)).toEqual([1]);
    expect(refusalParts(billing.use(id, 1))).toEqual(['state_conflict', 'period_over']);
    billing.decline(payment);
    expect(refusalParts(billing.use(id, 1))).toEqual(['state_conflict', 'period_over']);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.subscription(id).status).toBe('canceled');
  });
});

describe('the close of a metered period', () => {
  it('is not possible before the end of the period', () => {
    const { billing, id, end } = subscribeMetered();
    billing.world.now = end - 1;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
    billing.world.now = end;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
  });

  it('without usage issues an invoice of zero', () => {
    const { billing, id } = subscribeMetered();
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
    expect(billing.world.all(invoiceAggregate).map(({ status, totalCents }) => [status, totalCents])).toEqual([['paid', 0]]);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.created', 'invoice.paid']);
  });

  it('[USE-09] invoices one line for each tier with units, each rounded once', () => {
    const { billing, id } = subscribeMetered(TIERED);
    for (const quantity of [5, 6, 0, 100]) billing.use(id, quantity);
    const usageSummary = summary(billing, id);
    const prepared = billing.renew(id);
    const lines = prepared instanceof Refusal || prepared.outcome !== 'charge' ? [] : prepared.invoice.lines;
    expect(lines.map(({ quantity, unitAmountDecimal, amountCents }) => [quantity, unitAmountDecimal, amountCents])).toEqual([
      ['10', '0', 100],
      ['90', '12.345', 1111],
      ['11', '0.000000000001', 7],
    ]);
    expect(usageSummary).toMatchObject({
      total_quantity: 111,
      record_count: 4,
      amount_cents: 1218,
      tiers: [
        { up_to: 10, quantity: 10, amount_cents: 100 },
        { up_to: 100, quantity: 90, amount_cents: 1111 },
        { up_to: null, quantity: 11, amount_cents: 7 },
      ],
    });
  });

  it('carries usage above the maximum amount to the next invoice', () => {
    const { billing, id } = subscribeMetered();
    // Two concurrent records: each is accepted because its check does not see the other.
    const before = billing.counters.read(id);
    const record = billing.use(id, MAX_UNITS);
    if (record instanceof Refusal) throw new Error(record.message);
    billing.counters.count({ record, counting: countingOf(billing.subscription(id), before, START), counterHoldCounts: [] });
    billing.settle(paymentIdOf(billing.renew(id)));
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([MAX_UNITS, MAX_UNITS]);
  });

  it('is skipped during a pause, and the first close after resuming bills all usage', () => {
    const { billing, id } = subscribeMetered();
    billing.use(id, 1);
    billing.amend(id, { pausedAt: START + DAY });
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    billing.use(id, 20);
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    billing.amend(id, { pausedAt: null });
    billing.use(id, 300);
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([321]);
  });

  it('charges the usage when a paused subscription ends', () => {
    const { billing, id } = subscribeMetered();
    billing.use(id, 7);
    billing.cancel(id);
    billing.amend(id, { pausedAt: START + DAY });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billedUnits(billing)).toEqual([7]);
    expect(billing.subscription(id).status).toBe('canceled');
  });

  it('is not possible for the last period until its usage counters are closed', () => {
    const { billing, id, end } = subscribeMetered();
    billing.cancel(id);
    billing.world.now = end;
    // Simulates counters that were read before the period ended, and therefore not closed.
    billing.counters.readToClose = () => NO_USAGE;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
  });

  it('does not bill the units of a void invoice again', () => {
    const { billing, id } = subscribeMetered();
    billing.use(id, 5);
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.use(id, 7);
    const [invoice] = billing.world.all(invoiceAggregate);
    billing.void(String(invoice?.id));
    billing.renew(id);
    expect(billedUnits(billing)).toEqual([5, 7]);
  });
});
