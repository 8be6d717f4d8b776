import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_CENTS } from '../../../../shared/domain/amounts/money.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import type { CreatePrice } from '../../../../shared/domain/price/create.ts';
import { priceAggregate } from '../../../../shared/domain/price/record.ts';
import { isBilledByChange, unbilled } from '../../../../shared/domain/subscription/usage/billed.ts';
import { checkUsageLimits } from '../../../../shared/domain/subscription/usage/limits.ts';
import { totalsToClose } from '../../../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { anotherPrice, beginChange, changePlan } from '../../plan-changes.ts';
import { lastInvoice, refusalOf, runRenewals } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { DAY, START } from '../../world.ts';

const CHEAP = { ...METERED, unitAmountDecimal: '4' } as const;
const EXPENSIVE = { ...METERED, unitAmountDecimal: '100' } as const;

/** Changes what is counted in the current period by `units`, which are negative if the value of the meter falls. */
const count = (billing: Billing, id: string, units: number): void => {
  const { currentPeriodStart: start, currentPeriodEnd } = billing.subscription(id);
  const counting = { start, openUntil: currentPeriodEnd, pastCounts: [], pastSlices: [], slice: null };
  const used = billing.use(id, 0);
  if (!('quantity' in used)) throw new Error(used.message);
  billing.counters.count({ record: { ...used, quantity: units }, counting, counterHoldCounts: [] });
};

/** Creates a price with a meter. */
const priceWithMeter = (billing: Billing, meterId: string, fields: Partial<CreatePrice>): string => {
  const priceId = anotherPrice(billing, fields);
  billing.world.amend(priceAggregate, priceId, { meterId });
  return priceId;
};

/** Units and amount of each usage line, oldest first. */
const usageLines = (billing: Billing): readonly (readonly [units: number, amountCents: number])[] =>
  billing.world
    .all(invoiceAggregate)
    .flatMap(({ lines }) =>
      lines
        .filter(({ type, quantity }) => type === 'usage' && Number(quantity) > 0)
        .map(({ quantity, amountCents }) => [Number(quantity), amountCents] as const),
    );

/** A subscription whose plan change billed 1000 units of the meter `mtr_a`. Then the value of the meter falls to 10 units. */
const billedTooMuch = () => {
  const { billing, id } = newSubscription(METERED);
  billing.world.amend(priceAggregate, billing.subscription(id).price.id, { meterId: 'mtr_a' });
  count(billing, id, 1000);
  billing.world.now += DAY;
  changePlan(billing, id, { priceId: priceWithMeter(billing, 'mtr_a', CHEAP) });
  count(billing, id, -990);
  billing.world.now += DAY;
  return { billing, id };
};

const change = (billing: Billing, id: string, meterId: string, fields: Partial<CreatePrice>): void => {
  changePlan(billing, id, { priceId: priceWithMeter(billing, meterId, fields) });
};

describe('usage beyond what the value of a meter is in the end', () => {
  it.each<[string, (billing: Billing, id: string) => void]>([
    ['the next period', (billing, id) => runRenewals(billing, id, 1)],
    ['a period that a change of the interval starts', (billing, id) => change(billing, id, 'mtr_a', { ...EXPENSIVE, interval: 'year' })],
    ['another meter', (billing, id) => change(billing, id, 'mtr_b', EXPENSIVE)],
    [
      'a metered price after a licensed price',
      (billing, id) => {
        changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 100 }) });
        runRenewals(billing, id, 2);
        change(billing, id, 'mtr_a', EXPENSIVE);
      },
    ],
    [
      'the period after a pause',
      (billing, id) => {
        billing.pause(id);
        runRenewals(billing, id, 1);
        billing.resume(id);
      },
    ],
  ])('does not reduce the usage of %s', (_what, proceed) => {
    const { billing, id } = billedTooMuch();
    proceed(billing, id);
    count(billing, id, 900);
    runRenewals(billing, id, 1);
    expect(usageLines(billing).map(([units]) => units)).toEqual([1000, 900]);
  });
});

describe('usage of a paused period', () => {
  it('is billed after the pause, although an earlier period was billed beyond its usage', () => {
    const { billing, id } = billedTooMuch();
    billing.pause(id);
    runRenewals(billing, id, 1);
    count(billing, id, 500);
    runRenewals(billing, id, 1);
    billing.resume(id);
    count(billing, id, 400);
    runRenewals(billing, id, 1);
    expect(usageLines(billing).map(([units]) => units)).toEqual([1000, 900]);
  });
});

describe('an event that a plan change has billed', () => {
  it('stays billed when the period ends in a pause, unlike an event that is counted later', () => {
    const { billing, id } = billedTooMuch();
    const { usageBilledAt = 0, currentPeriodStart: periodStart } = billing.subscription(id);
    billing.pause(id);
    runRenewals(billing, id, 1);
    billing.resume(id);
    const isBilled = (fields: { readonly countedAt: number; readonly periodStart: number }): boolean =>
      isBilledByChange(billing.subscription(id), billing.counters.read(id), { ...fields, trillionths: 1n });
    expect(isBilled({ countedAt: usageBilledAt - 1, periodStart })).toBe(true);
    expect(isBilled({ countedAt: usageBilledAt + 1, periodStart })).toBe(false);
    // Reported before the change, for the next period.
    expect(isBilled({ countedAt: usageBilledAt - 1, periodStart: billing.subscription(id).currentPeriodStart })).toBe(false);
  });
});

describe('usage of a trial', () => {
  it('is free and not shown after a change to another meter', () => {
    const { billing, id } = newSubscription({ ...METERED, trialDays: 10 });
    billing.world.amend(priceAggregate, billing.subscription(id).price.id, { meterId: 'mtr_a' });
    count(billing, id, 1000);
    change(billing, id, 'mtr_b', { ...METERED, unitAmountDecimal: '99999' });
    expect(unbilled(billing.subscription(id), totalsToClose(billing.subscription(id), billing.counters.read(id)))).toMatchObject({
      quantity: 0n,
    });
    expect(billing.use(id, 1)).toMatchObject({ quantity: 1 });
    runRenewals(billing, id, 2);
    expect(usageLines(billing)).toEqual([]);
  });
});

describe('usage of the next period that is reported before the end of the current period', () => {
  it.each(['mtr_a', 'mtr_b'])(
    'is billed once if a cancellation is scheduled, the plan changes (meter %s), and the subscription is reactivated',
    (meterId) => {
      const { billing, id } = newSubscription(METERED);
      billing.world.amend(priceAggregate, billing.subscription(id).price.id, { meterId: 'mtr_a' });
      const { currentPeriodEnd: end } = billing.subscription(id);
      billing.world.now = end - 60;
      billing.cancel(id);
      expect(billing.use(id, 100, { occurredAt: end + 60 })).toMatchObject({ quantity: 100 });
      change(billing, id, meterId, EXPENSIVE);
      billing.reactivate(id);
      runRenewals(billing, id, 2);
      expect(usageLines(billing)).toEqual([meterId === 'mtr_a' ? [100, 10_000] : [100, 500]]);
    },
  );
});

describe('usage of the next period that is reported before a change to a licensed price', () => {
  it('is billed by the change, because the licensed price does not charge it', () => {
    const { billing, id } = newSubscription(METERED);
    const { currentPeriodEnd: end } = billing.subscription(id);
    billing.world.now = end - 60;
    billing.use(id, 100, { occurredAt: end + 60 });
    changePlan(billing, id, { priceId: anotherPrice(billing) });
    expect(usageLines(billing)).toEqual([[100, 500]]);
  });
});

describe('usage above the maximum of one invoice', () => {
  it('stays unbilled after a change to another meter', () => {
    const { billing, id } = newSubscription(METERED);
    const maxUnits = Math.floor(MAX_AMOUNT_CENTS / 5);
    count(billing, id, maxUnits);
    count(billing, id, 7);
    change(billing, id, 'mtr_b', EXPENSIVE);
    expect(usageLines(billing)).toEqual([[maxUnits, maxUnits * 5]]);
    runRenewals(billing, id, 1);
    expect(usageLines(billing).at(-1)).toEqual([7, 700]);
  });
});

describe('a change to another metered price', () => {
  it('bills the usage of the period until the change', () => {
    const { billing, id } = newSubscription(METERED);
    count(billing, id, 10);
    billing.world.now = START + DAY;
    changePlan(billing, id, { priceId: anotherPrice(billing, CHEAP) });
    expect(lastInvoice(billing)).toMatchObject({ totalCents: 50, periodStart: START, periodEnd: START + DAY });
  });

  it('issues no invoice if there is no usage', () => {
    const { billing, id } = newSubscription(METERED);
    changePlan(billing, id, { priceId: anotherPrice(billing, CHEAP) });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
    expect(billing.subscription(id)).not.toHaveProperty('usageBilledAt');
  });

  it('refuses usage while its charge is pending only if the new price has another meter', () => {
    const useDuringChange = (meterId: string | null) => {
      const { billing, id } = newSubscription(METERED);
      count(billing, id, 10);
      beginChange(billing, id, { priceId: meterId === null ? anotherPrice(billing, CHEAP) : priceWithMeter(billing, meterId, CHEAP) });
      return billing.use(id, 1);
    };
    expect(useDuringChange(null)).toMatchObject({ quantity: 1 });
    expect(refusalOf(useDuringChange('mtr_b'))).toEqual(['operation_pending', 'payment_processing']);
  });
});

describe('after a change to a price with another meter', () => {
  const TIERS = {
    usageType: 'metered',
    tiers: [
      { upTo: 100, flatAmountCents: 0, unitAmountDecimal: '10' },
      { upTo: null, flatAmountCents: 0, unitAmountDecimal: '1' },
    ],
  } as const;

  /** A subscription with 1000 units of the meter `mtr_a`. */
  const sell = () => {
    const { billing, id } = newSubscription(METERED);
    billing.world.amend(priceAggregate, billing.subscription(id).price.id, { meterId: 'mtr_a' });
    count(billing, id, 1000);
    return { billing, id };
  };

  /** Changes to the meter `mtr_b` after 1000 units were billed for another meter, and checks that 50 units are in the first tier. */
  const expectEmptyTiers = (billing: Billing, id: string): void => {
    change(billing, id, 'mtr_b', TIERS);
    count(billing, id, 50);
    runRenewals(billing, id, 1);
    expect(usageLines(billing)).toEqual([
      [1000, 5000],
      [50, 500],
    ]);
  };

  it('the units of the former meter do not fill the tiers', () => {
    const { billing, id } = sell();
    expectEmptyTiers(billing, id);
  });

  it('the tiers continue when the price changes back to the meter, but only in the same period', () => {
    const { billing, id } = sell();
    change(billing, id, 'mtr_b', EXPENSIVE);
    count(billing, id, 5);
    change(billing, id, 'mtr_a', TIERS);
    count(billing, id, 7);
    runRenewals(billing, id, 1);
    count(billing, id, 7);
    runRenewals(billing, id, 1);
    expect(usageLines(billing)).toEqual([
      [1000, 5000],
      [5, 500],
      [7, 7],
      [7, 70],
    ]);
  });

  it('the units of the former meter do not fill the tiers, even if a licensed price was between both meters', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 1000);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 100 }) });
    expectEmptyTiers(billing, id);
  });

  it('the tiers continue when the price changes back to the meter without usage of the other meter', () => {
    const { billing, id } = sell();
    change(billing, id, 'mtr_b', EXPENSIVE);
    change(billing, id, 'mtr_a', TIERS);
    count(billing, id, 7);
    runRenewals(billing, id, 1);
    expect(usageLines(billing)).toEqual([
      [1000, 5000],
      [7, 7],
    ]);
  });

  it.each(['month', 'year'] as const)('the units of the former meter do not count towards the maximum amount of the %s', (interval) => {
    const { billing, id } = sell();
    billing.amend(id, { usageLimits: { maxAmountCents: 5000, exceeded: null, reachedAlerts: [] } });
    const priceId = priceWithMeter(billing, 'mtr_b', { ...EXPENSIVE, interval });
    changePlan(billing, id, { priceId });
    const isExceeded = (): boolean => {
      const { world } = billing;
      const pricing = world.get(priceAggregate, priceId).record;
      const state = {
        subscription: world.get(subscriptionAggregate, id),
        usage: billing.counters.read(id),
        pricing,
        alerts: [],
        meterId: 'mtr_b',
      };
      world.do(checkUsageLimits(state, world.ctx()));
      return billing.subscription(id).usageLimits?.exceeded !== null;
    };
    count(billing, id, 50);
    expect(isExceeded()).toBe(false);
    count(billing, id, 1);
    expect(isExceeded()).toBe(true);
  });
});
