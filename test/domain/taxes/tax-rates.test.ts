import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type CreateTaxRate, createTaxRate } from '../../../shared/domain/tax-rate/create.ts';
import { countryClaim, taxRateAggregate } from '../../../shared/domain/tax-rate/record.ts';
import { type UpdateTaxRate, updateTaxRate } from '../../../shared/domain/tax-rate/update.ts';
import { newBilling } from '../billing.ts';
import { paymentIdOf } from '../renewals.ts';
import { START, World } from '../world.ts';

const create = (world: World, command: Partial<CreateTaxRate> = {}) =>
  world.apply(createTaxRate({ countryCode: 'NL', rateBasisPoints: 2100, ...command }, null, world.ctx()));

const createRate = (world: World, command: Partial<CreateTaxRate> = {}) => {
  const rate = create(world, command);
  if (rate instanceof Refusal) throw new Error(rate.message);
  return rate;
};

const update = (world: World, id: string, command: UpdateTaxRate) =>
  world.apply(updateTaxRate(command, { rate: world.get(taxRateAggregate, id) }, world.ctx()));

const TAKEN = { code: 'state_conflict', reason: 'tax_rate_country_taken', param: undefined };

describe('a tax rate', () => {
  it('[TAX-05] [EVT-72] has every field, and is created and updated with audit entries and no events', () => {
    const world = new World();
    const rate = createRate(world);
    expect(world.view(taxRateAggregate, rate.id)).toEqual({
      id: rate.id,
      object: 'tax_rate',
      created: START,
      livemode: false,
      country_code: 'NL',
      rate_basis_points: 2100,
      display_name: null,
      active: true,
    });
    expect(update(world, rate.id, { displayName: 'BTW' })).toEqual({ ...rate, displayName: 'BTW' });
    expect(update(world, rate.id, { displayName: 'BTW' })).toEqual({ ...rate, displayName: 'BTW' });
    expect(update(world, rate.id, { displayName: null })).toEqual(rate);
    expect([world.takeEvents(), world.audits]).toEqual([[], ['tax_rate.created', 'tax_rate.updated', 'tax_rate.updated']]);
  });

  it('is the only active tax rate of its country, which can have any number of inactive rates', () => {
    const world = new World();
    const rate = createRate(world);
    expect(create(world)).toMatchObject(TAKEN);
    const inactive = createRate(world, { active: false, rateBasisPoints: 900 });
    createRate(world, { countryCode: 'BE' });
    expect(update(world, inactive.id, { active: true })).toMatchObject(TAKEN);
    update(world, rate.id, { active: false });
    expect(update(world, inactive.id, { active: true })).toMatchObject({ active: true });
    expect(world.owners.get(countryClaim('NL'))).toBe(inactive.id);
    expect(update(world, rate.id, { active: true })).toMatchObject(TAKEN);
  });

  it('applies to each charge with the value at the time of the charge', () => {
    const billing = newBilling({ amountCents: 1210 });
    const { world } = billing;
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    const { id } = billing.subscribe();
    billing.taxRate = { rateBasisPoints: 2200, displayName: 'BTW' };
    const paymentId = paymentIdOf(billing.renew(id));
    billing.taxRate = null;
    billing.settle(paymentId);
    expect(world.all(invoiceAggregate).map(({ taxCents, totalCents, tax }) => [taxCents, totalCents, tax[0]?.rateBasisPoints])).toEqual([
      [210, 1210, 2100],
      [218, 1210, 2200],
    ]);
    expect(world.view(subscriptionAggregate, id)).toMatchObject({ next_charge_amount_cents: 1210 });
  });
});
