import { describe, expect, it } from 'vitest';
import type { BaseRecord } from '../../../shared/domain/aggregate.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newBilling } from '../billing.ts';
import { migrate } from '../world.ts';

const current = newBilling().subscribe();
const { currentPeriodStart: start, currentPeriodEnd: end } = current;
const RENEWAL = { invoiceId: 'in_1', paymentId: 'pay_2', attempt: 1, processing: true };
const ONCE = { ...current.discount, couponId: 'cpn_1', duration: 'once', endsAt: end };

/** Migrates a subscription of version 4 or earlier. `count`: how many of the last migrations to apply. */
const migrateWith = (fields: object, count: number): Subscription =>
  migrate(subscriptionAggregate, { ...current, ...fields } as BaseRecord, count);

describe('a subscription of version 1', () => {
  it('is migrated without credit and usage, and with the notices of its current period marked as emitted', () => {
    const { renewal, coverage, carriedCredits, pendingChange, usageDone, ...former } = current;
    const after = migrate<Subscription>(subscriptionAggregate, { ...former, renewal: RENEWAL, trialEnd: 123 } as BaseRecord);
    expect(after).toMatchObject({
      renewal: { ...RENEWAL, credited: { charges: [], left: [] } },
      coverage: null,
      carriedCredits: [],
      pendingChange: null,
      usageDone: { quantity: '0', records: 0 },
      announcedTrialEnd: 123,
      announcedRenewalAt: end,
      portalChanges: 0,
      usageUntil: null,
      periodUsage: '0',
    });
    expect(migrateWith({ renewal: null }, 6).renewal).toBeNull();
  });
});

describe('a subscription of version 4', () => {
  /** Coverage or credit of 1.01 in version 4: without shares, paid by two charges, one of which was refunded in part. */
  const FORMER = {
    amountCents: 101,
    taxRateBasisPoints: 2100,
    charges: [
      { paymentId: 'pay_1', returnedCents: 0 },
      { paymentId: 'pay_2', returnedCents: 30 },
    ],
  };
  /** `FORMER` with equal shares. The 1.01 is what remained after the refund, so the refund is not subtracted again (`absorbedCents`). */
  const MIGRATED = {
    amountCents: 101,
    taxRateBasisPoints: 2100,
    charges: [
      { paymentId: 'pay_1', shareCents: 51, returnedCents: 0, absorbedCents: 0 },
      { paymentId: 'pay_2', shareCents: 50, returnedCents: 30, absorbedCents: 30 },
    ],
  };
  const basis = { netCents: 101, start: 10, end: 20, taxBehavior: 'inclusive' };
  const formerCoverage = { ...FORMER, start: 10, end: 20 };
  const migratedCoverage = { ...MIGRATED, start: 10, end: 20, discountCents: 0, basis };

  it('is migrated to coverage and credit with equal shares of their charges', () => {
    const after = migrateWith({ coverage: formerCoverage, carriedCredits: [FORMER], renewal: null, pendingChange: null }, 3);
    expect(after.coverage).toEqual(migratedCoverage);
    expect(after.carriedCredits).toEqual([MIGRATED]);
    expect([after.renewal, after.pendingChange, after.periodUsage]).toEqual([null, null, '0']);
    expect(migrateWith({ coverage: null }, 3).coverage).toBeNull();
  });

  it('is migrated to a renewal whose used credit has shares of 0, and whose unused credit has equal shares', () => {
    const credited = { charges: FORMER.charges, left: [FORMER] };
    const after = migrateWith({ renewal: { ...RENEWAL, credited } }, 3);
    expect(after.renewal).toEqual({
      ...RENEWAL,
      credited: { charges: MIGRATED.charges.map((charge) => ({ ...charge, shareCents: 0 })), left: [MIGRATED] },
    });
  });

  it('is migrated to a pending change whose coverage and credit have equal shares', () => {
    const pendingWith = (becomes: object) => ({ paymentId: 'pay_2', change: { event: 'subscription.plan_changed', becomes } });
    const pendingOf = (becomes: object) => migrateWith({ pendingChange: pendingWith(becomes) }, 3).pendingChange;
    expect(pendingOf({ portalChanges: 1, coverage: formerCoverage, carriedCredits: [FORMER] })).toEqual(
      pendingWith({ portalChanges: 1, coverage: migratedCoverage, carriedCredits: [MIGRATED] }),
    );
    expect(pendingOf({ coverage: null })).toEqual(pendingWith({ coverage: null }));
    expect(pendingOf({ portalChanges: 1 })).toEqual(pendingWith({ portalChanges: 1 }));
  });

  const used = { start, end, interval: 'month', limitCents: 0, usedCents: 0 };
  it.each<[string, object, object | null]>([
    ['without a discount', { discount: null }, null],
    ['with a once discount that this period used', { discount: ONCE }, used],
    ['with a once discount that an earlier period used', { discount: { ...ONCE, endsAt: start } }, used],
    ['with a once discount that ends after the period', { discount: { ...ONCE, endsAt: end + 1 } }, null],
    ['with a once discount that is not used', { discount: { ...ONCE, endsAt: null } }, null],
    ['with a repeating discount', { discount: { ...ONCE, duration: 'repeating' } }, null],
    ['in a trial', { discount: ONCE, periodIndex: -1 }, null],
    ['with a metered price', { discount: ONCE, price: { ...current.price, usageType: 'metered' } }, null],
  ])('%s is migrated to the discount grant %j', (_name, fields, expected) => {
    expect(migrateWith(fields, 3).discountGrant).toEqual(expected);
  });
});
