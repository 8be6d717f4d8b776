import { describe, expect, it } from 'vitest';
import { accountAggregate, type OfferedPlans } from '../../../../shared/domain/account/record.ts';
import type { BaseRecord } from '../../../../shared/domain/aggregate.ts';
import { plansFor } from '../../../../shared/domain/portal-session/plans.ts';
import { type Price, priceAggregate } from '../../../../shared/domain/price/record.ts';
import { updatePrice } from '../../../../shared/domain/price/update.ts';
import { productAggregate } from '../../../../shared/domain/product/record.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../../billing.ts';
import {
  anotherPrice,
  beginChange,
  changePlan,
  declineChange,
  pendingChargeOf,
  quoteChange,
  subscribeMidPeriod,
} from '../../plan-changes.ts';
import { FEB, refusalOf, runRenewals } from '../../renewals.ts';
import { migrate, newCatalogue } from '../../world.ts';

/** Returns whether the portal lists the price, and whether it refuses the preview of a change to the price. */
const portalResult = (billing: Billing, id: string, priceId: string, plans: OfferedPlans): readonly unknown[] => {
  const { record: price } = billing.world.get(priceAggregate, priceId);
  const { record: product } = billing.world.get(productAggregate, price.productId);
  const { record: subscription } = billing.world.get(subscriptionAggregate, id);
  const listed = plansFor(plans, subscription, [{ price, product }]).length === 1;
  return [listed, ...refusalOf(quoteChange(billing, id, { priceId, inPortal: plans }))];
};

const OFFERED = [true, 'not refused'];
const NOT_OFFERED = [false, 'insufficient_scope', 'plan_not_offered'];

describe('the plans that a portal offers', () => {
  it('are the other prices of the same product by default, or the prices that the account chose', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const otherProductPrice = newCatalogue(billing.world).price.record.id;
    const portalResults = (plans: OfferedPlans) => [
      portalResult(billing, id, priceId, plans),
      portalResult(billing, id, otherProductPrice, plans),
    ];
    expect(billing.parties().account.branding.plans).toBe('same_product');
    expect(portalResults('same_product')).toEqual([OFFERED, NOT_OFFERED]);
    expect(portalResults('all')).toEqual([OFFERED, OFFERED]);
    expect(portalResults([otherProductPrice])).toEqual([NOT_OFFERED, OFFERED]);
    expect(portalResults([])).toEqual([NOT_OFFERED, NOT_OFFERED]);
  });

  it.each<[string, Partial<Price>]>([
    ['archived', { active: false }],
    ['not for self-service', { selfService: false }],
    ['in another currency', { currency: 'USD' }],
    ['without the payment method of the subscription', { paymentMethods: ['paypal'] }],
  ])('never include a price that is %s', (_what, patch) => {
    const { billing, id, priceId } = subscribeMidPeriod();
    billing.world.amend(priceAggregate, priceId, patch);
    for (const plans of ['same_product', 'all', [priceId]] as const) {
      expect(portalResult(billing, id, priceId, plans)).toEqual(NOT_OFFERED);
    }
  });

  it.each([
    [['creditcard', 'directdebit'], OFFERED],
    [['ideal'], OFFERED],
    [['creditcard', 'paypal'], NOT_OFFERED],
  ] as const)(
    'after a first payment by Bancontact are those whose methods can use its SEPA Direct Debit mandate: %s',
    (paymentMethods, expected) => {
      const { billing, id, priceId } = subscribeMidPeriod();
      billing.world.amend(priceAggregate, priceId, { paymentMethods });
      const { paymentMethod } = billing.subscription(id);
      billing.world.amend(subscriptionAggregate, id, { paymentMethod: paymentMethod && { ...paymentMethod, type: 'bancontact' } });
      expect(portalResult(billing, id, priceId, 'same_product')).toEqual(expected);
    },
  );

  it('exclude prices of an archived product', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    billing.world.amend(productAggregate, billing.catalogue.product.record.id, { active: false });
    expect(portalResult(billing, id, priceId, 'same_product')).toEqual(NOT_OFFERED);
  });

  it('do not restrict changes with the account’s API key', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    billing.world.amend(priceAggregate, priceId, { selfService: false });
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['not refused']);
  });

  it('do not matter for the current price: a change to it is accepted and changes nothing', () => {
    const billing = newBilling();
    const { id, price } = billing.subscribe();
    expect(quoteChange(billing, id, { priceId: price.id, inPortal: 'same_product' })).toMatchObject({ change: null });
  });
});

describe('self_service of a price', () => {
  it('defaults to true, and changing it emits an update', () => {
    const { billing, priceId } = subscribeMidPeriod();
    expect(billing.world.view(priceAggregate, priceId)).toMatchObject({ self_service: true });
    const price = billing.world.get(priceAggregate, priceId);
    billing.world.do(updatePrice({ selfService: false }, { price }, billing.world.ctx()));
    expect(billing.world.takeEvents()).toEqual(['price.updated']);
    expect(billing.world.view(priceAggregate, priceId)).toMatchObject({ self_service: false });
  });
});

describe('records of earlier releases', () => {
  it('are migrated: portals offer the plans of the same product, prices allow self-service, and no portal changes are counted', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const { selfService: _selfService, ...price } = billing.world.get(priceAggregate, priceId).record;
    expect(migrate(priceAggregate, price, 1)).toEqual({ ...price, selfService: true });
    const { portalChanges: _portalChanges, usageUntil: _usageUntil, ...subscription } = billing.subscription(id);
    expect(migrate(subscriptionAggregate, subscription, 2)).toEqual({ ...subscription, portalChanges: 0, usageUntil: null });
    const { account } = billing.parties();
    const { plans: _plans, ...branding } = account.branding;
    expect(migrate(accountAggregate, { ...account, branding } as BaseRecord, 1)).toEqual({
      ...account,
      branding: { ...branding, plans: 'same_product' },
    });
  });
});

describe('plan changes of a customer in the portal', () => {
  /** Makes `times` plan changes in the portal, alternating between two prices. */
  const changeInPortal = (times: number) => {
    const billing = newBilling();
    const { id, price } = billing.subscribe();
    const other = anotherPrice(billing);
    const yearly = anotherPrice(billing, { interval: 'year', amountCents: 12_000 });
    for (let count = 0; count < times; count += 1) {
      changePlan(billing, id, { priceId: count % 2 === 0 ? other : price.id, inPortal: 'same_product' });
    }
    return { billing, id, first: price.id, other, yearly };
  };
  const TOO_MANY = ['state_conflict', 'too_many_changes'];

  it('are limited to ten per period; changes with an API key are not counted', () => {
    const { billing, id, first, other } = changeInPortal(10);
    expect(refusalOf(beginChange(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    for (const priceId of [other, first]) changePlan(billing, id, { priceId });
    expect(refusalOf(quoteChange(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    expect(billing.subscription(id).portalChanges).toBe(10);
  });

  it('are counted from zero again after a renewal, but not after an interval change', () => {
    const { billing, id, first, other, yearly } = changeInPortal(8);
    changePlan(billing, id, { priceId: yearly, inPortal: 'same_product' });
    changePlan(billing, id, { priceId: first, inPortal: 'same_product' });
    expect(refusalOf(quoteChange(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    billing.world.now = billing.subscription(id).currentPeriodEnd;
    runRenewals(billing, id, 1);
    expect(billing.world.now).toBeGreaterThanOrEqual(FEB);
    expect(billing.subscription(id).portalChanges).toBe(0);
  });

  it('are not counted if they are declined or only previewed', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    declineChange(billing, pendingChargeOf(beginChange(billing, id, { priceId, inPortal: 'same_product' })).id);
    expect(billing.subscription(id).portalChanges).toBe(0);
    quoteChange(billing, id, { priceId, inPortal: 'same_product' });
    expect(billing.subscription(id).portalChanges).toBe(0);
    changePlan(billing, id, { priceId, inPortal: 'same_product' });
    expect(billing.subscription(id).portalChanges).toBe(1);
  });
});
