import { describe, expect, it } from 'vitest';
import { type CreateMeter, createMeter } from '../../../shared/domain/meter/create.ts';
import { meterAggregate } from '../../../shared/domain/meter/record.ts';
import { updateMeter } from '../../../shared/domain/meter/update.ts';
import { createPrice } from '../../../shared/domain/price/create.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { createProduct } from '../../../shared/domain/product/create.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { createPriceState, START, World } from '../world.ts';

const create = (world: World, command: Partial<CreateMeter> = {}) =>
  world.apply(createMeter({ eventName: 'api_call', aggregation: 'sum', ...command }, null, world.ctx()));

/** Returns the result. Throws if it is a refusal. */
const orThrow = <T extends object>(result: T | Refusal): T => {
  if (result instanceof Refusal) throw new Error(result.message);
  return result;
};

const METERED = { currency: 'EUR', interval: 'month', usageType: 'metered', unitAmountDecimal: '2' } as const;

/** Creates a product. Returns a function that adds a price with a meter to it. */
const newProduct = (world: World) => {
  const product = orThrow(world.apply(createProduct({ name: 'API', metadata: {} }, null, world.ctx())));
  return (meterId: string, fields: object = {}) =>
    world.apply(
      createPrice({ productId: product.id, ...METERED, meterId, ...fields }, createPriceState(world, product.id, meterId), world.ctx()),
    );
};

describe('a meter', () => {
  it('is created with every field, with an audit entry and no event', () => {
    const world = new World();
    const filters = [{ key: 'region', values: ['eu', 'us', 'eu'] }];
    const meter = orThrow(create(world, { valueKey: 'tokens', filters }));
    expect(world.view(meterAggregate, meter.id)).toEqual({
      id: meter.id,
      object: 'meter',
      created: START,
      livemode: expect.any(Boolean),
      event_name: 'api_call',
      aggregation: 'sum',
      value_key: 'tokens',
      filters: [{ key: 'region', values: ['eu', 'us'] }],
      status: 'active',
    });
    expect([world.takeEvents(), world.audits]).toEqual([[], ['meter.created']]);
  });

  it.each([
    ['count', 'tokens', 'parameter_invalid'],
    ['unique', null, 'parameter_missing'],
  ] as const)('with the aggregation %s and the value_key %s is refused', (aggregation, valueKey, code) => {
    expect(create(new World(), { aggregation, valueKey })).toMatchObject({ code, param: 'value_key' });
  });

  it('is refused with two filters for one key', () => {
    const filters = ['eu', 'us'].map((region) => ({ key: 'region', values: [region] }));
    expect(create(new World(), { filters })).toMatchObject({ code: 'parameter_invalid', param: 'filters' });
  });

  it('can be deactivated and activated again', () => {
    const world = new World();
    const meter = orThrow(create(world));
    const update = (status: 'active' | 'inactive') =>
      world.apply(updateMeter({ status }, { meter: world.get(meterAggregate, meter.id) }, world.ctx()));
    expect(update('inactive')).toEqual({ ...meter, status: 'inactive' });
    expect(update('active')).toEqual(meter);
    expect(updateMeter({}, { meter: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a price', () => {
  it('can refer to a meter if the price is metered and the meter is active', () => {
    const world = new World();
    const addPrice = newProduct(world);
    const meter = orThrow(create(world));
    const price = orThrow(addPrice(meter.id));
    expect(world.view(priceAggregate, price.id).meter_id).toBe(meter.id);
    expect(addPrice(meter.id, { usageType: 'licensed', unitAmountDecimal: undefined, amountCents: 100 })).toMatchObject({
      code: 'parameter_invalid',
      param: 'meter_id',
    });
    expect(addPrice('mtr_none')).toMatchObject({ code: 'resource_missing', param: 'meter_id' });
    world.apply(updateMeter({ status: 'inactive' }, { meter: world.get(meterAggregate, meter.id) }, world.ctx()));
    expect(addPrice(meter.id)).toMatchObject({ code: 'parameter_invalid', param: 'meter_id' });
  });

  it('has no meter by default', () => {
    const world = new World();
    const product = orThrow(world.apply(createProduct({ name: 'API', metadata: {} }, null, world.ctx())));
    const price = orThrow(
      world.apply(createPrice({ productId: product.id, ...METERED }, createPriceState(world, product.id), world.ctx())),
    );
    expect(world.view(priceAggregate, price.id).meter_id).toBeNull();
  });
});
