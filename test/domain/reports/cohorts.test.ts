import { describe, expect, it } from 'vitest';
import { cohortsOf } from '../../../shared/domain/reports/cohorts.ts';
import { endSubscriptionNow } from '../../../shared/domain/subscription/lifecycle/end-now.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { NO_TAX } from '../../../shared/domain/tax/tax.ts';
import { newSubscription } from '../billing.ts';
import { DAY, START } from '../world.ts';

const at = (day: string): number => Date.parse(day) / 1000;
type Fields = Parameters<typeof cohortsOf>[0][number];

const subscription = (start: string, fields: Partial<Fields> = {}): Fields => ({
  created: at(start),
  trialEnd: null,
  status: 'active',
  canceledAt: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: at('2027-01-01'),
  paymentCount: 1,
  ...fields,
});
const ended = (day: string): Partial<Subscription> => ({ status: 'canceled', canceledAt: at(day) });

describe('cohorts', () => {
  it('count the subscriptions that had not ended by the end of each month', () => {
    const cohorts = cohortsOf(
      [
        subscription('2026-09-01'),
        subscription('2026-09-30T23:59:59Z', ended('2026-09-30T23:59:59.500Z')),
        subscription('2026-09-15', ended('2026-10-31T23:59:59Z')),
        subscription('2026-10-01', ended('2026-12-01')),
        subscription('2026-08-31T23:59:59Z'),
      ],
      '2026-09',
      '2026-12',
    );
    expect(cohorts).toEqual([
      { month: '2026-09', subscriptions: 3, retained: [2, 1, 1, 1] },
      { month: '2026-10', subscriptions: 1, retained: [1, 1, 0] },
      { month: '2026-11', subscriptions: 0, retained: [0, 0] },
      { month: '2026-12', subscriptions: 0, retained: [0] },
    ]);
  });

  it('count a subscription from the end of its trial, and not at all if it ended in the trial', () => {
    const trial = { trialEnd: at('2026-10-05') };
    const [september, october] = cohortsOf(
      [subscription('2026-09-20', trial), subscription('2026-09-21', { ...trial, ...ended('2026-10-01') })],
      '2026-09',
      '2026-10',
    );
    expect([september?.subscriptions, october?.subscriptions]).toEqual([0, 1]);
  });

  it('count an active subscription with a scheduled cancellation in every month, and a canceled one until the end of its period', () => {
    const scheduled = { ...ended('2026-09-10'), cancelAtPeriodEnd: true, currentPeriodEnd: at('2026-11-02') };
    expect(cohortsOf([subscription('2026-09-01', scheduled)], '2026-09', '2026-11')[0]?.retained).toEqual([1, 1, 0]);
    const running = { ...scheduled, status: 'active' as const };
    expect(cohortsOf([subscription('2026-09-01', running)], '2026-09', '2026-11')[0]?.retained).toEqual([1, 1, 1]);
  });

  it('do not count subscriptions without a payment, such as those whose trial still runs', () => {
    const trial = (paymentCount: number) => subscription('2026-12-20', { trialEnd: at('2027-01-10'), paymentCount });
    const cohorts = cohortsOf([trial(1), trial(0), subscription('2026-12-20', { paymentCount: 0 })], '2026-12', '2027-01');
    expect(cohorts.map(({ subscriptions }) => subscriptions)).toEqual([0, 1]);
  });

  it('count a subscription until it ended, also if it ended before its scheduled end', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { cancelAtPeriodEnd: true, canceledAt: START });
    billing.world.now = START + 2 * DAY;
    const ctx = billing.world.ctx();
    const stored = billing.world.get(subscriptionAggregate, id);
    const { subscription: endedEarly } = endSubscriptionNow(
      stored,
      { renewalInvoice: null, pendingPayment: null },
      { reason: 'refund_issued', taxes: () => NO_TAX },
      ctx,
    );
    // The subscription was sold on 31 January and ended on 2 February.
    expect(cohortsOf([endedEarly], '2026-01', '2026-02')).toMatchObject([{ retained: [1, 0] }, {}]);
    expect(endedEarly).toMatchObject({ canceledAt: START, endedAt: START + 2 * DAY });
  });
});
