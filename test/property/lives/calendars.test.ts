import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { calendarOf, KNOWN } from '../../domain/golden-calendars/timelines.ts';
import { memoryFixture } from '../../store/support.ts';
import { booksOf } from '../histories/books.ts';
import { advanceTo } from './advancing.ts';
import { beginLife, faceOf, type LifeTerms, openGround } from './life.ts';

/** No clock goes further, none begins before 2000, and none leaps over a long trial at once. */
const LAST = 4_102_444_800;
const CLOCKED = KNOWN.filter(({ sold, trialDays }) => sold >= '2000' && trialDays <= 45);

const TERMS: Omit<LifeTerms, 'sold' | 'interval' | 'trialDays'> = {
  currency: 'EUR',
  amountCents: 1000,
  taxBehavior: 'inclusive',
  rateBasisPoints: null,
  reverseCharge: false,
  metered: false,
  coupon: null,
  couponForSoldOnly: false,
};

describe('a subscription on a clock', () => {
  it.each(CLOCKED)(
    '[RENEW-03] [CLK-08] is billed in the very second that was written down, period after period: $name',
    async (lifecycle) => {
      const ground = await openGround(memoryFixture());
      const { sold, interval, trialDays } = lifecycle;
      const life = await beginLife(ground, { ...TERMS, sold, interval, trialDays });
      const { trial, periods } = calendarOf(lifecycle);
      const begun = periods.filter(({ start }) => start <= LAST);
      for (const { start, end } of trial === null ? begun.slice(1) : begun) {
        await advanceTo(life, start);
        expect(await faceOf(life)).toMatchObject({ status: 'active', current_period_start: start, current_period_end: end });
      }
      const { invoices, payments } = await booksOf(life);
      const { tenant } = life.shop;
      const billed = invoices.map((each) => invoiceAggregate.view(each, tenant));
      expect(billed.map(({ period_start: start, period_end: end, created }) => [start, end, created]).sort()).toEqual(
        begun.map(({ start, end }) => [start, end, start]).sort(),
      );
      const charged = payments.map((each) => paymentAggregate.view(each, tenant)).filter(({ type }) => type === 'renewal');
      expect(charged.map(({ created }) => created).sort()).toEqual(
        (trial === null ? begun.slice(1) : begun).map(({ start }) => start).sort(),
      );
      await ground.close();
    },
  );
});
