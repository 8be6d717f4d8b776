import { describe, expect, it } from 'vitest';
import { createCustomer } from '../../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../../shared/domain/customer/update.ts';
import { EVENT_TYPES } from '../../../shared/domain/event-types.ts';
import { type CreatePrice, createPrice } from '../../../shared/domain/price/create.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { updatePrice } from '../../../shared/domain/price/update.ts';
import { createProduct } from '../../../shared/domain/product/create.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { updateProduct } from '../../../shared/domain/product/update.ts';
import { createPriceOf, createPriceState, newCatalogue, World } from '../world.ts';

describe('event types', () => {
  it('[EVT-65] are 48 distinct names', () => {
    expect(new Set(EVENT_TYPES).size).toBe(48);
    expect(EVENT_TYPES).toHaveLength(48);
  });
});

describe('customers', () => {
  it('[CUS-10] with the same email address are separate customers', () => {
    const world = new World();
    const [first, second] = [1, 2].map(() => world.do(createCustomer({ email: 'a@b.test' }, { clock: null }, world.ctx())));
    expect(first?.id).not.toBe(second?.id);
    expect(world.takeEvents()).toEqual(['customer.created', 'customer.created']);
  });

  it('cannot be created with an unknown test clock', () => {
    const world = new World();
    expect(world.apply(createCustomer({ testClockId: 'clk_x' }, { clock: null }, world.ctx()))).toMatchObject({
      code: 'resource_missing',
      param: 'test_clock_id',
    });
  });

  it('cause one event for an update, and none for an update that changes nothing', () => {
    const world = new World();
    const { customer } = newCatalogue(world);
    const update = (name: string | null) =>
      world.do(updateCustomer({ name, email: undefined }, { customer: world.get(customerAggregate, customer.record.id) }, world.ctx()));
    expect(update(null)).toMatchObject({ name: null, email: 'buyer@example.test' });
    update(null);
    expect(world.takeEvents()).toEqual(['customer.updated']);
  });
});

describe('the catalogue', () => {
  it('[PROD-06] makes the first price of a product its default price, and keeps it when a second price is created', () => {
    const world = new World();
    const product = world.do(createProduct({ name: 'Hosting' }, null, world.ctx()));
    const first = createPriceOf(world, product.id, { currency: 'eur' }).record;
    createPriceOf(world, product.id);
    expect(first.currency).toBe('EUR');
    expect(world.get(productAggregate, product.id).record.defaultPriceId).toBe(first.id);
    expect(world.takeEvents()).toEqual(['product.created', 'price.created', 'product.updated', 'price.created']);
  });

  it('[EVT-54] [EVT-56] [EVT-57] records one event when a product or price is archived or a price is activated again', () => {
    const world = new World();
    const { product, price } = newCatalogue(world);
    const setActive = (active: boolean) => {
      const stored = world.get(priceAggregate, price.record.id);
      world.do(updatePrice({ active }, { price: stored }, world.ctx()));
    };
    setActive(false);
    setActive(false);
    setActive(true);
    const changes = { name: 'New name', active: false };
    world.do(updateProduct(changes, { product: world.get(productAggregate, product.record.id), defaultPrice: null }, world.ctx()));
    expect(world.takeEvents()).toEqual(['price.archived', 'price.updated', 'product.archived']);
  });

  it('refuses a default price of another product', () => {
    const world = new World();
    const { product } = newCatalogue(world);
    const { price: otherPrice } = newCatalogue(world);
    const command = { defaultPriceId: otherPrice.record.id };
    const state = { product: world.get(productAggregate, product.record.id), defaultPrice: otherPrice };
    expect(world.apply(updateProduct(command, state, world.ctx()))).toMatchObject({ code: 'resource_missing', param: 'default_price_id' });
  });

  const metered = { usageType: 'metered' } as const;
  const lastTier = { upTo: null, unitAmountDecimal: '1' };
  it.each<[string, Partial<CreatePrice>, string, string]>([
    ['no amount', {}, 'parameter_missing', 'amount_cents'],
    ['an amount out of range', { amountCents: 100_000_000 }, 'parameter_invalid', 'amount_cents'],
    ['tiers on a licensed price', { amountCents: 1, tiers: [lastTier] }, 'parameter_invalid', 'tiers'],
    ['an amount on a metered price', { ...metered, amountCents: 1 }, 'parameter_invalid', 'amount_cents'],
    ['neither unit amount nor tiers on a metered price', metered, 'parameter_missing', 'unit_amount_decimal'],
    ['both unit amount and tiers', { ...metered, unitAmountDecimal: '1', tiers: [lastTier] }, 'parameter_invalid', 'tiers'],
    ['thirteen decimals', { ...metered, unitAmountDecimal: '0.0000000000001' }, 'parameter_invalid', 'unit_amount_decimal'],
    ['a limited last tier', { ...metered, tiers: [{ upTo: 5, unitAmountDecimal: '1' }] }, 'parameter_invalid', 'tiers'],
    [
      'tiers in the wrong order',
      { ...metered, tiers: [{ ...lastTier, upTo: 5 }, { ...lastTier, upTo: 5 }, lastTier] },
      'parameter_invalid',
      'tiers',
    ],
    ['two unit amounts in a tier', { ...metered, tiers: [{ ...lastTier, unitAmountCents: 1 }] }, 'parameter_invalid', 'tiers'],
    ['an unknown currency', { amountCents: 1, currency: 'XXX' }, 'parameter_invalid', 'currency'],
    [
      'a bank method in a currency other than EUR',
      { amountCents: 1, currency: 'USD', paymentMethods: ['ideal'] },
      'parameter_invalid',
      'payment_methods',
    ],
  ])('refuses a price with %s', (_name, options, code, param) => {
    const world = new World();
    const { product } = newCatalogue(world);
    const command: CreatePrice = { productId: product.record.id, currency: 'EUR', interval: 'month', ...options };
    expect(world.apply(createPrice(command, createPriceState(world, product.record.id), world.ctx()))).toMatchObject({ code, param });
  });

  it('[PRICE-10] [PRICE-11] accepts unit_amount_cents in tiers and returns unit_amount_decimal', () => {
    const world = new World();
    const { price } = newCatalogue(world, {
      usageType: 'metered',
      tiers: [
        { upTo: 10, unitAmountCents: 5, flatAmountCents: 100 },
        { upTo: null, unitAmountDecimal: '2.50' },
      ],
    });
    expect(world.view(priceAggregate, price.record.id)).toMatchObject({
      amount_cents: null,
      unit_amount_decimal: null,
      tiers: [
        { up_to: 10, flat_amount_cents: 100, unit_amount_decimal: '5' },
        { up_to: null, flat_amount_cents: 0, unit_amount_decimal: '2.5' },
      ],
    });
  });
});
