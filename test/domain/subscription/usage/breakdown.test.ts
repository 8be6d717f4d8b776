import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BilledUsage, NOTHING_BILLED } from '../../../../shared/domain/amounts/tiers.ts';
import type { Aggregation } from '../../../../shared/domain/meter/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { usageCharges } from '../../../../shared/domain/subscription/usage/usage.ts';
import { TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';
import { BREAKDOWN_LIMITS, breakDownUsage, type UsageEntry } from '../../../../shared/domain/usage-record/breakdown.ts';

const DAY = 86_400;
const START = 1_800_000_000 - (1_800_000_000 % DAY);
const pricing = {
  unitAmountDecimal: null,
  tiers: [
    { upTo: 10, flatAmountCents: 100, unitAmountDecimal: '20' },
    { upTo: null, flatAmountCents: 0, unitAmountDecimal: '1.25' },
  ],
};
const totals = {
  period: { start: START, end: START + 31 * DAY },
  billed: NOTHING_BILLED,
  formerMeterIds: [],
  unbilled: 0n,
  pricing,
  isFree: false,
};

/** An entry that adds `value`; with the aggregation `unique`, `value` selects the user, and with `count` it has no effect. */
const entry = (aggregation: Aggregation, day: number, value: number, fields: Partial<UsageEntry> = {}): UsageEntry => ({
  occurredAt: START + day * DAY + 60,
  meterId: `mtr_${aggregation}`,
  eventName: `${aggregation}_used`,
  aggregation,
  group: null,
  trillionths: aggregation === 'count' || aggregation === 'unique' ? TRILLION : BigInt(value) * TRILLION,
  uniqueValue: aggregation === 'unique' ? `user ${value}` : null,
  count: 1,
  ...fields,
});

/** Quantity and amount of each row, by day. */
const byDay = (entries: readonly UsageEntry[], unbilled: bigint, billed: BilledUsage = NOTHING_BILLED) => {
  const rows = breakDownUsage(entries, { interval: 'day', isGrouped: false }, { ...totals, unbilled, billed });
  if (rows instanceof Refusal) throw new Error(rows.message);
  return rows.map(({ quantity, amountCents }) => [quantity, amountCents]);
};

describe('a breakdown of usage', () => {
  it.each([
    [false, 'interval'],
    [true, 'group_by'],
  ])('is refused if it has too many rows, with the name of the parameter that causes them', (isGrouped, param) => {
    const many = Array.from({ length: BREAKDOWN_LIMITS.rows + 1 }, (_, index) =>
      entry('sum', 0, 1, { group: `group ${index}`, meterId: isGrouped ? 'mtr_1' : `mtr_${index}` }),
    );
    expect(breakDownUsage(many, { interval: 'day', isGrouped }, totals)).toMatchObject({
      code: 'parameter_invalid',
      param,
      reason: 'breakdown_too_large',
    });
    expect(breakDownUsage(many.slice(1), { interval: 'day', isGrouped }, totals)).toHaveLength(BREAKDOWN_LIMITS.rows);
  });

  it('aggregates each row by the aggregation of its meter, and prices what the row adds', () => {
    expect(byDay([entry('sum', 0, 4), entry('sum', 0, 4), entry('sum', 1, 6)], 14n)).toEqual([
      ['8', 260],
      ['6', 45],
    ]);
    expect(byDay([entry('max', 0, 5), entry('max', 1, 3), entry('max', 2, 7)], 7n)).toEqual([
      ['5', 200],
      ['3', 0],
      ['7', 40],
    ]);
    expect(byDay([entry('last', 0, 5), entry('last', 0, 2), entry('last', 1, 1)], 1n)).toEqual([
      ['2', 140],
      ['1', -20],
    ]);
    expect(byDay([entry('unique', 0, 1), entry('unique', 0, 1), entry('unique', 1, 1), entry('unique', 1, 2)], 2n)).toEqual([
      ['1', 120],
      ['2', 20],
    ]);
  });

  it('prices the units of its entries after all other unbilled units, so in higher tiers; units billed by a plan change are free', () => {
    expect(byDay([entry('sum', 0, 2)], 12n)).toEqual([['2', 3]]);
    expect(byDay([entry('sum', 0, 8), entry('sum', 1, 4)], 2n, { units: 10, chargedFees: [0] })).toEqual([
      ['8', 0],
      ['4', 3],
    ]);
  });

  it('has amounts that add up to the amount of the unbilled usage', () => {
    const aggregation = fc.constantFrom<Aggregation>('sum', 'count', 'max', 'last', 'unique');
    const entries = fc.array(fc.tuple(aggregation, fc.nat(30), fc.nat(50)), { maxLength: 40 });
    fc.assert(
      fc.property(entries, fc.nat(30), fc.constantFrom([], [0], null), (drawn, before, chargedFees) => {
        const listed = drawn.map(([each, day, value]) => entry(each, day, value));
        const whole = breakDownUsage(listed, { interval: 'period', isGrouped: false }, totals);
        if (whole instanceof Refusal) throw whole;
        const quantity = whole.reduce((sum, row) => sum + BigInt(row.quantity), 0n);
        const unbilled = quantity > BigInt(before) ? quantity - BigInt(before) : 0n;
        const billed = { units: Math.min(before, Number(quantity)), chargedFees };
        const amount = byDay(listed, unbilled, billed).reduce((sum, [, cents]) => sum + Number(cents), 0);
        const charges = usageCharges(pricing, Number(unbilled), billed);
        expect(amount).toBe(Number(unbilled) === 0 ? 0 : charges.reduce((sum, { amountCents }) => sum + amountCents, 0));
      }),
    );
  });

  it('is free in a trial', () => {
    const [row] = breakDownUsage([entry('sum', 0, 4)], { interval: 'hour', isGrouped: false }, { ...totals, isFree: true }) as readonly {
      readonly amountCents: number;
    }[];
    expect(row?.amountCents).toBe(0);
  });

  it('limits the number of rows, not of entries', () => {
    const many = Array.from({ length: BREAKDOWN_LIMITS.rows + 1 }, (_, index) => entry('sum', 0, 1, { group: `user ${index}` }));
    expect(breakDownUsage(many, { interval: 'period', isGrouped: true }, totals)).toMatchObject({ param: 'group_by' });
    expect(breakDownUsage(many, { interval: 'period', isGrouped: false }, totals)).toHaveLength(1);
  });
});

describe('the breakdown after a change to a price with another meter', () => {
  it('has the amount 0 for the usage of the former meter, which the change billed', () => {
    const entries = [entry('sum', 0, 1000, { meterId: 'mtr_former' }), entry('sum', 1, 4)];
    const amountsOf = (formerMeterIds: readonly string[], listed: readonly UsageEntry[]) => {
      const rows = breakDownUsage(listed, { interval: 'day', isGrouped: false }, { ...totals, formerMeterIds, unbilled: 4n });
      if (rows instanceof Refusal) throw new Error(rows.message);
      return rows.map(({ amountCents }) => amountCents);
    };
    const [amountCents] = amountsOf([], entries.slice(1));
    expect(amountCents).toBeGreaterThan(0);
    expect(amountsOf(['mtr_former'], entries)).toEqual([0, amountCents]);
  });
});
