import { describe, expect, it } from 'vitest';
import { accountAggregate, type OfferedPlans } from '../../shared/domain/account/record.ts';
import { type BaseRecord, change, type RecordKind } from '../../shared/domain/aggregate.ts';
import { plansFor } from '../../shared/domain/portal-session/plans.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';
import { updatePrice } from '../../shared/domain/price/update.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type Billing, given } from './billing.ts';
import { anotherPrice, beginChange, changePlan, declineChange, halfWay, quote } from './plan-changes.ts';
import { FEB, paymentOf, refusalOf } from './renewals.ts';
import { catalogue } from './world.ts';

/** Whether the portal lists the price, and how a preview of it ends there. */
const answer = (billing: Billing, id: string, priceId: string, plans: OfferedPlans): readonly unknown[] => {
  const { record: price } = billing.world.get(priceAggregate, priceId);
  const { record: product } = billing.world.get(productAggregate, price.productId);
  const { record: subscription } = billing.world.get(subscriptionAggregate, id);
  const listed = plansFor(plans, subscription, [{ price, product }]).length === 1;
  return [listed, ...refusalOf(quote(billing, id, { priceId, inPortal: plans }))];
};

const OFFERED = [true, 'not refused'];
const UNOFFERED = [false, 'insufficient_scope', 'plan_not_offered'];

const patchPrice = (billing: Billing, priceId: string, patch: Partial<Price>): void => {
  const stored = billing.world.get(priceAggregate, priceId);
  billing.world.do({ changes: [change(priceAggregate, stored, { ...stored.record, ...patch })], events: [], result: null });
};

describe('the plans that a portal offers', () => {
  it('are the other prices of the product unless the account says otherwise', () => {
    const { billing, id, priceId } = halfWay();
    const elsewhere = catalogue(billing.world).price.record.id;
    const answers = (plans: OfferedPlans) => [answer(billing, id, priceId, plans), answer(billing, id, elsewhere, plans)];
    expect(billing.parties().account.branding.plans).toBe('same_product');
    expect(answers('same_product')).toEqual([OFFERED, UNOFFERED]);
    expect(answers('all')).toEqual([OFFERED, OFFERED]);
    expect(answers([elsewhere])).toEqual([UNOFFERED, OFFERED]);
    expect(answers([])).toEqual([UNOFFERED, UNOFFERED]);
  });

  it.each<[string, Partial<Price>]>([
    ['archived', { active: false }],
    ['not for self-service', { selfService: false }],
    ['in another currency', { currency: 'USD' }],
    ['not payable by what the subscription is charged to', { paymentMethods: ['paypal'] }],
  ])('are none that is %s, whatever the account offers', (_what, patch) => {
    const { billing, id, priceId } = halfWay();
    patchPrice(billing, priceId, patch);
    for (const plans of ['same_product', 'all', [priceId]] as const) {
      expect(answer(billing, id, priceId, plans)).toEqual(UNOFFERED);
    }
  });

  it('are none of an archived product', () => {
    const { billing, id, priceId } = halfWay();
    const product = billing.world.get(productAggregate, billing.catalogue.product.record.id);
    billing.world.do({ changes: [change(productAggregate, product, { ...product.record, active: false })], events: [], result: null });
    expect(answer(billing, id, priceId, 'same_product')).toEqual(UNOFFERED);
  });

  it('do not bind the account’s own key', () => {
    const { billing, id, priceId } = halfWay();
    patchPrice(billing, priceId, { selfService: false });
    expect(refusalOf(quote(billing, id, { priceId }))).toEqual(['not refused']);
  });

  it('leave the price that the subscription has as it is', () => {
    const billing = given();
    const { id, price } = billing.subscribe();
    expect(quote(billing, id, { priceId: price.id, inPortal: 'same_product' })).toMatchObject({ change: null });
  });
});

describe('self_service of a price', () => {
  it('is true unless it is said, and changing it is an update', () => {
    const { billing, priceId } = halfWay();
    expect(billing.world.view(priceAggregate, priceId)).toMatchObject({ self_service: true });
    const price = billing.world.get(priceAggregate, priceId);
    billing.world.do(updatePrice({ selfService: false }, { price }, billing.world.ctx()));
    expect(billing.world.takeEvents()).toEqual(['price.updated']);
    expect(billing.world.view(priceAggregate, priceId)).toMatchObject({ self_service: false });
  });
});

describe('records of former versions', () => {
  /** Read as what the version before the last `steps` steps wrote. */
  const upgraded = ({ migrations: upgrades = [] }: RecordKind, record: BaseRecord, steps = 1): BaseRecord =>
    upgrades.slice(-steps).reduce((each, step) => step(each), record);

  it('offer the prices of the same product, have prices for self-service and no counted change', () => {
    const { billing, id, priceId } = halfWay();
    const { selfService: _, ...price } = billing.world.get(priceAggregate, priceId).record;
    expect(upgraded(priceAggregate, price)).toEqual({ ...price, selfService: true });
    const { portalChanges: __, usageUntil: ____, ...subscription } = billing.subscription(id);
    expect(upgraded(subscriptionAggregate, subscription, 2)).toEqual({ ...subscription, portalChanges: 0, usageUntil: null });
    const { account } = billing.parties();
    const { plans: ___, ...branding } = account.branding;
    const former = { ...account, branding };
    expect(upgraded(accountAggregate, former)).toEqual({ ...account, branding: { ...branding, plans: 'same_product' } });
  });
});

describe('plan changes of a customer in the portal', () => {
  /** A subscription after so many changes of a customer, with the two prices that it goes between. */
  const changed = (times: number) => {
    const billing = given();
    const { id, price } = billing.subscribe();
    const other = anotherPrice(billing);
    const yearly = anotherPrice(billing, { interval: 'year', amountCents: 12_000 });
    for (let count = 0; count < times; count += 1) {
      changePlan(billing, id, { priceId: count % 2 === 0 ? other : price.id, inPortal: 'same_product' });
    }
    return { billing, id, first: price.id, other, yearly };
  };
  const TOO_MANY = ['state_conflict', 'too_many_changes'];

  it('are ten a period at most; the account’s own are not counted', () => {
    const { billing, id, first, other } = changed(10);
    expect(refusalOf(beginChange(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    for (const priceId of [other, first]) changePlan(billing, id, { priceId });
    expect(refusalOf(quote(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    expect(billing.subscription(id).portalChanges).toBe(10);
  });

  it('are counted anew from the next renewal on, and not by a change of interval', () => {
    const { billing, id, first, other, yearly } = changed(8);
    changePlan(billing, id, { priceId: yearly, inPortal: 'same_product' });
    changePlan(billing, id, { priceId: first, inPortal: 'same_product' });
    expect(refusalOf(quote(billing, id, { priceId: other, inPortal: 'same_product' }))).toEqual(TOO_MANY);
    billing.world.now = billing.subscription(id).currentPeriodEnd;
    const renewed = billing.due(id);
    if ('outcome' in renewed && renewed.outcome === 'charge') billing.settle(paymentOf(renewed));
    expect(billing.world.now).toBeGreaterThanOrEqual(FEB);
    expect(billing.subscription(id).portalChanges).toBe(0);
  });

  it('are not counted where they are declined or change nothing', () => {
    const { billing, id, priceId } = halfWay();
    const begun = beginChange(billing, id, { priceId, inPortal: 'same_product' });
    declineChange(billing, ('payment' in begun ? begun.payment?.id : undefined) ?? '');
    expect(billing.subscription(id).portalChanges).toBe(0);
    quote(billing, id, { priceId, inPortal: 'same_product' });
    expect(billing.subscription(id).portalChanges).toBe(0);
    changePlan(billing, id, { priceId, inPortal: 'same_product' });
    expect(billing.subscription(id).portalChanges).toBe(1);
  });
});
