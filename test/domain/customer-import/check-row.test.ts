import { describe, expect, it } from 'vitest';
import {
  duplicateFault,
  type EarlierImports,
  type PlanPrice,
  planAndDateFaultsOf,
  subscriptionReferenceFault,
} from '../../../shared/domain/customer-import/check-row.ts';
import type { ImportEntry } from '../../../shared/domain/customer-import/reference.ts';
import { duplicateKeyOf } from '../../../shared/domain/customer-import/rows.ts';
import { DAY, newCatalogue, START, World } from '../world.ts';
import { ROW, rowWith } from './rows.ts';

const { price, product } = newCatalogue(new World());
const PLAN: PlanPrice = { price: price.record, product: product.record };

describe('a row with a subscription', () => {
  const faults = (plan: PlanPrice | null, nextChargeAt = START + DAY) =>
    planAndDateFaultsOf(rowWith({ nextChargeAt }), { plan, now: START });

  it('needs a price that can be sold', () => {
    expect(faults(PLAN)).toEqual([]);
    expect(faults(null)).toEqual([{ column: 'plan', message: 'matches no price. Choose one.' }]);
    const archived = [{ column: 'plan', message: 'is matched to an archived price. Choose another one.' }];
    expect(faults({ ...PLAN, price: { ...PLAN.price, active: false } })).toEqual(archived);
    expect(faults({ ...PLAN, product: { ...PLAN.product, active: false } })).toEqual(archived);
  });

  it('needs a next charge date that is in the future and within two years', () => {
    const messages = [START - 1, START, START + 1, START + 730 * DAY, START + 730 * DAY + 1].map((at) => faults(PLAN, at));
    const fault = (message: string) => [{ column: 'next_charge_date', message }];
    expect(messages).toEqual([
      fault('must be in the future.'),
      fault('must be in the future.'),
      [],
      [],
      fault('must be within two years.'),
    ]);
  });

  it('can have a fault of the plan and a fault of the date; a row without a subscription has neither fault', () => {
    expect(faults(null, START).map(({ column }) => column)).toEqual(['plan', 'next_charge_date']);
    expect(planAndDateFaultsOf({ ...ROW, subscription: null }, { plan: null, now: START })).toEqual([]);
  });
});

describe('the subscription reference of a row', () => {
  const entry = (customerId: string, sessionId: string | null): ImportEntry => ({
    id: 'imx_1',
    created: START,
    of: 'subscription',
    importId: 'imp_1',
    row: 2,
    customerId,
    sessionId,
  });
  const faultOf = (subscriptionReference: string | null, earlier: Partial<EarlierImports>) =>
    subscriptionReferenceFault(rowWith({ reference: subscriptionReference }), {
      customerId: 'cus_1',
      subscriptionEntry: null,
      onlySubscriptionEntry: null,
      ...earlier,
    });
  const fault = (message: string) => ({ column: 'subscription_reference', message });

  it('must be new, or belong to a subscription of the same customer', () => {
    expect(faultOf('S1', {})).toBeNull();
    expect(faultOf('S1', { subscriptionEntry: entry('cus_1', 'cs_1') })).toBeNull();
    const otherCustomer = fault('belongs to a subscription of another customer.');
    expect(faultOf('S1', { subscriptionEntry: entry('cus_2', 'cs_1') })).toEqual(otherCustomer);
    expect(faultOf('S1', { customerId: null, subscriptionEntry: entry('cus_2', 'cs_1') })).toEqual(otherCustomer);
  });

  it('must be set for all subscriptions of a customer, or for none', () => {
    const [marker, withoutReference] = [entry('cus_1', null), entry('cus_1', 'cs_1')];
    expect(faultOf('S2', { onlySubscriptionEntry: marker })).toBeNull();
    expect(faultOf(null, { onlySubscriptionEntry: marker })).toEqual(
      fault('is missing: subscriptions of this customer were imported with one.'),
    );
    expect(faultOf(null, { onlySubscriptionEntry: withoutReference })).toBeNull();
    expect(faultOf('S2', { onlySubscriptionEntry: withoutReference })).toEqual(
      fault('is new: the subscription of this customer was imported without one.'),
    );
  });

  it('is not checked for a row without a subscription', () => {
    const earlier = { customerId: 'cus_1', subscriptionEntry: entry('cus_2', 'cs_1'), onlySubscriptionEntry: null };
    expect(subscriptionReferenceFault({ ...ROW, subscription: null }, earlier)).toBeNull();
  });
});

describe('two rows of a file', () => {
  it('are duplicates if they have the same subscription reference, or subscriptions of the same customer without references', () => {
    const rows = [
      { ...ROW, subscription: null },
      rowWith({ reference: null }),
      rowWith({ reference: 'S1' }),
      { ...rowWith({ reference: 'S1' }), reference: 'C2' },
      { ...rowWith({ reference: null }), reference: 'C2' },
    ];
    const identities = rows.map(duplicateKeyOf);
    expect(identities.map((identity) => identities.indexOf(identity))).toEqual([0, 1, 2, 2, 4]);
    expect(duplicateKeyOf(rowWith({ plan: 'Other' }))).toBe(identities[1]);
  });

  it('that are duplicates cause a fault in the subscription reference of the later row or, without one, in its customer reference', () => {
    const message = 'is in row 7 already.';
    expect(duplicateFault(rowWith({ reference: 'S1' }), 7)).toEqual({ column: 'subscription_reference', message });
    expect(duplicateFault(rowWith({ reference: null }), 7)).toEqual({ column: 'reference', message });
    expect(duplicateFault({ ...ROW, subscription: null }, 7)).toEqual({ column: 'reference', message });
  });
});
