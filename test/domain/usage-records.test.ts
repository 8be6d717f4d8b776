import { describe, expect, it } from 'vitest';
import type { BaseRecord } from '../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/money.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { countingOf, NOTHING_READ } from '../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { viewUsageSummary } from '../../shared/domain/usage-record/summary.ts';
import { type Billing, given } from './billing.ts';
import { paymentOf } from './renewals.ts';
import { DAY, START } from './world.ts';

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

const metered = (price: Parameters<typeof given>[0] = PER_UNIT) => {
  const billing = given(price);
  const { id, currentPeriodEnd: end } = billing.subscribe();
  return { billing, id, end };
};

const summary = (billing: Billing, id: string) =>
  viewUsageSummary(billing.subscription(id), billing.counters.read(id), billing.catalogue.price.record, billing.world.tenant);

/** The units of each usage invoice, oldest first. */
const billedUnits = (billing: Billing): readonly number[] =>
  billing.world
    .all(invoiceAggregate)
    .filter(({ billingReason }) => billingReason === 'usage')
    .map(({ lines }) => lines.reduce((sum, { quantity }) => sum + Number(quantity), 0));

const refused = (answer: unknown) => (answer instanceof Refusal ? [answer.code, answer.param ?? answer.reason] : answer);

describe('recording usage', () => {
  it('[USE-04] keeps how much and when, and leaves the subscription as it is', () => {
    const { billing, id } = metered();
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

  it('is refused where it was before the subscription, or more than five minutes ahead', () => {
    const { billing, id } = metered();
    expect(refused(billing.use(id, 1, { occurredAt: START - 1 }))).toEqual(['parameter_invalid', 'occurred_at']);
    expect(refused(billing.use(id, 1, { occurredAt: START + 301 }))).toEqual(['parameter_invalid', 'occurred_at']);
    expect(billing.use(id, 1, { occurredAt: START + 300 })).toMatchObject({ quantity: 1 });
  });

  it('[USE-05] [USE-06] is refused for a price that is not metered, and once the subscription is canceled', () => {
    const licensed = given();
    expect(refused(licensed.use(licensed.subscribe().id, 1))).toEqual(['state_conflict', 'subscription_not_metered']);
    const { billing, id } = metered();
    billing.cancel(id);
    expect(billing.use(id, 0)).toMatchObject({ quantity: 0 });
    billing.due(id);
    expect(billing.subscription(id).status).toBe('canceled');
    expect(refused(billing.use(id, 1))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('is refused where one invoice could not charge it', () => {
    const { billing, id } = metered();
    const most = Math.floor((MAX_AMOUNT_CENTS + 0.4) / 2.5);
    expect(billing.use(id, most)).toMatchObject({ quantity: most });
    expect(refused(billing.use(id, 1))).toEqual(['parameter_invalid', 'quantity']);
    billing.settle(paymentOf(billing.due(id)));
    expect(billing.use(id, 1)).toMatchObject({ quantity: 1 });
  });

  it('of units that cost nothing is bounded by what a number holds exactly', () => {
    const { billing, id } = metered({ ...PER_UNIT, unitAmountDecimal: '0' });
    expect(billing.use(id, Number.MAX_SAFE_INTEGER)).toMatchObject({ quantity: Number.MAX_SAFE_INTEGER });
    expect(refused(billing.use(id, 1))).toEqual(['parameter_invalid', 'quantity']);
    billing.due(id);
    expect(billing.use(id, Number.MAX_SAFE_INTEGER)).toMatchObject({ quantity: Number.MAX_SAFE_INTEGER });
    billing.due(id);
    expect(billedUnits(billing)).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
    expect(billing.subscription(id).usageDone.quantity).toBe(String(2n * BigInt(Number.MAX_SAFE_INTEGER)));
  });
});

it('a subscription of before there was usage has none dealt with', () => {
  const { billing, id } = metered();
  const { usageDone, ...former } = billing.subscription(id);
  const upgraded = (subscriptionAggregate.migrations ?? []).slice(1).reduce<BaseRecord>((record, step) => step(record), former);
  expect(upgraded).toMatchObject({ id, usageDone });
});

describe('the period that usage counts in', () => {
  it('is the one that it falls into, also while that is over and not closed yet', () => {
    const { billing, id, end } = metered();
    billing.world.now = end + 90;
    billing.use(id, 1, { occurredAt: end - 1 });
    billing.use(id, 20, { occurredAt: end });
    billing.settle(paymentOf(billing.due(id)));
    billing.due(id);
    expect(billedUnits(billing)).toEqual([1, 20]);
  });

  it('is the open one where it comes too late for its own', () => {
    const { billing, id, end } = metered();
    billing.use(id, 1);
    billing.settle(paymentOf(billing.due(id)));
    billing.use(id, 20, { occurredAt: end - 1 });
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 20 });
    billing.due(id);
    expect(billedUnits(billing)).toEqual([1, 20]);
  });

  it('is the next one while an invoice is collected', () => {
    const { billing, id, end } = metered();
    billing.use(id, 1);
    billing.decline(paymentOf(billing.due(id)));
    billing.use(id, 20);
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 20, record_count: 1, amount_cents: 50 });
    billing.settle(paymentOf(billing.due(id)));
    billing.use(id, 300);
    billing.due(id);
    expect(billedUnits(billing)).toEqual([1, 320]);
  });

  it('is its own while a charge is pending for months, and those periods are still to close', () => {
    const { billing, id } = metered();
    billing.use(id, 1);
    const first = paymentOf(billing.due(id));
    billing.world.now += 70 * DAY;
    billing.use(id, 300);
    billing.settle(first);
    for (let close = 0; close < 3; close += 1) {
      const due = billing.due(id);
      if ('outcome' in due && due.outcome === 'charge') billing.settle(due.payment.id);
    }
    expect(billedUnits(billing)).toEqual([1, 0, 0, 300]);
  });

  it('is none for what fell into a trial that is over', () => {
    const { billing, id, end } = metered({ ...PER_UNIT, trialDays: 10 });
    billing.use(id, 1);
    expect(summary(billing, id)).toMatchObject({ period_start: START, period_end: end, total_quantity: 1, amount_cents: 0 });
    billing.due(id);
    billing.use(id, 20, { occurredAt: end - 1 });
    billing.use(id, 300);
    expect(summary(billing, id)).toMatchObject({ period_start: end, total_quantity: 300, record_count: 1, amount_cents: 750 });
    billing.due(id);
    expect(billedUnits(billing)).toEqual([300]);
  });

  it('ends with the subscription: what is recorded before is charged, and nothing is taken behind it', () => {
    const { billing, id, end } = metered();
    billing.cancel(id);
    billing.world.now = end - 10;
    billing.use(id, 1, { occurredAt: end + 5 });
    const payment = paymentOf(billing.due(id));
    expect(billedUnits(billing)).toEqual([1]);
    expect(refused(billing.use(id, 1))).toEqual(['state_conflict', 'period_over']);
    billing.decline(payment);
    expect(refused(billing.use(id, 1))).toEqual(['state_conflict', 'period_over']);
    billing.settle(paymentOf(billing.due(id)));
    expect(billing.subscription(id).status).toBe('canceled');
  });
});

describe('the close of a metered period', () => {
  it('waits for its last second', () => {
    const { billing, id, end } = metered();
    billing.world.now = end - 1;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
    billing.world.now = end;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
  });

  it('without usage issues an invoice of nothing', () => {
    const { billing, id } = metered();
    expect(billing.due(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
    expect(billing.world.all(invoiceAggregate).map(({ status, totalCents }) => [status, totalCents])).toEqual([['paid', 0]]);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.created', 'invoice.paid']);
  });

  it('[USE-09] has a line for each tier that was entered, rounded once', () => {
    const { billing, id } = metered(TIERED);
    for (const quantity of [5, 6, 0, 100]) billing.use(id, quantity);
    const shown = summary(billing, id);
    const prepared = billing.due(id);
    const lines = prepared instanceof Refusal || prepared.outcome !== 'charge' ? [] : prepared.invoice.lines;
    expect(lines.map(({ quantity, unitAmountDecimal, amountCents }) => [quantity, unitAmountDecimal, amountCents])).toEqual([
      ['10', '0', 100],
      ['90', '12.345', 1111],
      ['11', '0.000000000001', 7],
    ]);
    expect(shown).toMatchObject({
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

  it('leaves for the next invoice what this one cannot charge', () => {
    const { billing, id } = metered();
    const most = Math.floor((MAX_AMOUNT_CENTS + 0.4) / 2.5);
    // Made at the same moment, records see nothing of each other.
    const before = billing.counters.read(id);
    const record = billing.use(id, most);
    if (record instanceof Refusal) throw new Error(record.message);
    billing.counters.count({ record, counting: countingOf(billing.subscription(id), before, START), holds: [] });
    billing.settle(paymentOf(billing.due(id)));
    billing.due(id);
    expect(billedUnits(billing)).toEqual([most, most]);
  });

  it('is not while paused: what was used before and in the meantime is billed by the first one after it', () => {
    const { billing, id } = metered();
    billing.use(id, 1);
    billing.amend(id, { pausedAt: START + DAY });
    expect(billing.due(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    billing.use(id, 20);
    expect(billing.due(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    billing.amend(id, { pausedAt: null });
    billing.use(id, 300);
    billing.due(id);
    expect(billedUnits(billing)).toEqual([321]);
  });

  it('is the last one of a paused subscription that ends: what it used is charged', () => {
    const { billing, id } = metered();
    billing.use(id, 7);
    billing.cancel(id);
    billing.amend(id, { pausedAt: START + DAY });
    billing.settle(paymentOf(billing.due(id)));
    expect(billedUnits(billing)).toEqual([7]);
    expect(billing.subscription(id).status).toBe('canceled');
  });

  it('is not the last one before its counters are closed', () => {
    const { billing, id, end } = metered();
    billing.cancel(id);
    billing.world.now = end;
    billing.counters.readToClose = () => NOTHING_READ;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
  });

  it('is decided for the units that a void invoice held no more', () => {
    const { billing, id } = metered();
    billing.use(id, 5);
    billing.decline(paymentOf(billing.due(id)));
    billing.use(id, 7);
    const [invoice] = billing.world.all(invoiceAggregate);
    billing.void(String(invoice?.id));
    billing.due(id);
    expect(billedUnits(billing)).toEqual([5, 7]);
  });
});
