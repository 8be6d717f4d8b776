import { describe, expect, it } from 'vitest';
import { type CouponContext, type CreateCoupon, createCoupon } from '../../../shared/domain/coupon/create.ts';
import { type CouponTarget, couponProblem } from '../../../shared/domain/coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../../../shared/domain/coupon/record.ts';
import { type UpdateCoupon, updateCoupon } from '../../../shared/domain/coupon/update.ts';
import { type ValidateCoupon, validateCoupon, viewCouponValidation } from '../../../shared/domain/coupon/validate.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../../shared/domain/price/currencies.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { createPriceOf, DAY, newCatalogue, requireMessage, START, World } from '../world.ts';

/** The account's price ids, and the currencies of its prices. */
const EUROS: CouponContext = { knownPriceIds: new Set(['price_1', 'price_2']), currencies: ['EUR'] };
const EUR_USD: CouponContext = { ...EUROS, currencies: ['EUR', 'USD'] };
const DOLLARS: CouponContext = { ...EUROS, currencies: ['USD'] };
const NO_PRICES: CouponContext = { knownPriceIds: new Set(), currencies: [] };
const PERCENT = { percentOffBasisPoints: 2000 };
const FIXED = { amountOffCents: 500 };

const create = (world: World, command: Partial<CreateCoupon>, context = EUROS) =>
  world.apply(createCoupon({ code: 'HELLO', ...command }, context, world.ctx()));

const withCoupon = (command: Partial<CreateCoupon>, context = EUROS): { world: World; coupon: Coupon } => {
  const world = new World();
  const coupon = create(world, command, context);
  if (coupon instanceof Refusal) throw new Error(coupon.message);
  return { world, coupon };
};

const change = (world: World, coupon: Coupon, command: UpdateCoupon, context = EUROS) =>
  world.apply(updateCoupon(command, { coupon: world.get(couponAggregate, coupon.id), ...context }, world.ctx()));

describe('a new coupon', () => {
  it('[CPN-05] [CPN-06] [CPN-07] [CPN-08] [CPN-15] has every field, with defaults for omitted ones', () => {
    const { world, coupon } = withCoupon(PERCENT);
    expect(world.view(couponAggregate, coupon.id)).toEqual({
      id: coupon.id,
      object: 'coupon',
      created: START,
      livemode: false,
      code: 'HELLO',
      discount_type: 'percent',
      percent_off: 20,
      amount_off_cents: null,
      currency: null,
      duration: 'once',
      duration_in_months: null,
      max_redemptions: null,
      max_redemptions_per_customer: 1,
      times_redeemed: 0,
      min_amount_cents: null,
      applies_to_price_ids: null,
      redeem_by: null,
      active: true,
      metadata: {},
    });
    expect([world.takeEvents(), world.audits]).toEqual([['coupon.created'], ['coupon.created']]);
  });

  it.each<[string, Partial<CreateCoupon>, string, string]>([
    ['both amounts', { ...PERCENT, ...FIXED }, 'parameter_invalid', 'amount_off_cents'],
    ['no amount', {}, 'parameter_missing', 'percent_off'],
    ['no amount of its discount type', { discountType: 'fixed_amount' }, 'parameter_missing', 'amount_off_cents'],
    ['null amounts', { percentOffBasisPoints: null, amountOffCents: null }, 'parameter_missing', 'percent_off'],
    ['a discount type that contradicts percent_off', { ...PERCENT, discountType: 'fixed_amount' }, 'parameter_invalid', 'discount_type'],
    ['a discount type that contradicts amount_off_cents', { ...FIXED, discountType: 'percent' }, 'parameter_invalid', 'discount_type'],
    ['duration repeating without months', { ...PERCENT, duration: 'repeating' }, 'parameter_missing', 'duration_in_months'],
    ['months with duration once', { ...PERCENT, durationInMonths: 3 }, 'parameter_invalid', 'duration_in_months'],
    ['months with duration forever', { ...PERCENT, duration: 'forever', durationInMonths: 3 }, 'parameter_invalid', 'duration_in_months'],
    ['a price that does not exist', { ...PERCENT, appliesToPriceIds: ['price_1', 'price_9'] }, 'resource_missing', 'applies_to_price_ids'],
    ['redeem_by at the current time', { ...PERCENT, redeemBy: START }, 'parameter_invalid', 'redeem_by'],
    ['an unknown currency', { ...FIXED, currency: 'XXX' }, 'parameter_invalid', 'currency'],
  ])('[CPN-10] [CPN-11] is refused with %s', (_name, command, code, param) => {
    expect(create(new World(), command)).toMatchObject({ code, param });
  });

  it.each<[string, Partial<CreateCoupon>, CouponContext, string | null]>([
    ['no currency for a percentage', PERCENT, EUR_USD, null],
    ['the given currency for a percentage', { ...PERCENT, currency: 'usd' }, EUROS, 'USD'],
    ['the only currency of the account for a fixed amount', FIXED, EUROS, 'EUR'],
    ['the only currency of the account for a minimum', { ...PERCENT, minAmountCents: 0 }, EUROS, 'EUR'],
    ['the only currency of the account if that is not EUR', FIXED, DOLLARS, 'USD'],
    ['the given one of several currencies', { ...FIXED, currency: 'USD' }, EUR_USD, 'USD'],
    ['EUR if the account has no price', FIXED, NO_PRICES, 'EUR'],
  ])('[CPN-13] [CPN-14] has %s', (_name, command, context, expected) => {
    expect(withCoupon(command, context).coupon.currency).toBe(expected);
  });

  it('[CPN-10] accepts a discount type that matches its amount, and shows it in the API', () => {
    for (const [type, terms] of [
      ['percent', PERCENT],
      ['fixed_amount', FIXED],
    ] as const) {
      const { world, coupon } = withCoupon({ ...terms, discountType: type });
      expect(world.view(couponAggregate, coupon.id)).toMatchObject({ discount_type: type });
    }
  });

  it('lists a repeated price once, also after an update', () => {
    const { world, coupon } = withCoupon({ ...PERCENT, appliesToPriceIds: ['price_1', 'price_1', 'price_2'] });
    expect(coupon.appliesToPriceIds).toEqual(['price_1', 'price_2']);
    expect(change(world, coupon, { appliesToPriceIds: ['price_2', 'price_2'] })).toMatchObject({ appliesToPriceIds: ['price_2'] });
  });

  it.each<[string, Partial<CreateCoupon>]>([
    ['a fixed amount', FIXED],
    ['a minimum', { ...PERCENT, minAmountCents: 100 }],
  ])('[CPN-13] [CPN-14] requires a currency with %s if the account has several currencies', (_name, command) => {
    expect(create(new World(), command, EUR_USD)).toMatchObject({ code: 'parameter_missing', param: 'currency' });
  });

  it('is refused if another coupon has its code, ignoring case', () => {
    const { world, coupon } = withCoupon(PERCENT);
    for (const code of ['HELLO', 'hello', 'HellO']) {
      expect(create(world, { ...PERCENT, code })).toMatchObject({ code: 'state_conflict', reason: 'coupon_code_taken', param: undefined });
    }
    // Coupons of earlier releases claim their code under this name, so the name must not change.
    expect(world.owners.get('coupon_code#hello')).toBe(coupon.id);
    expect(create(world, { ...PERCENT, code: 'HELLO2' })).toMatchObject({ code: 'HELLO2' });
  });
});

describe('the billing currencies of an account', () => {
  it('are the distinct currencies of its prices', () => {
    const world = new World();
    const { product } = newCatalogue(world);
    for (const currency of ['eur', 'USD', 'EUR', 'usd']) createPriceOf(world, product.record.id, { currency });
    expect(world.get(billingCurrenciesAggregate, BILLING_CURRENCIES_ID).record.currencies).toEqual(['EUR', 'USD']);
  });
});

describe('an update of a coupon', () => {
  it('[CPN-04] [EVT-59] [PAGE-22] records one event, and no event if it changes nothing', () => {
    const { world, coupon } = withCoupon(PERCENT);
    world.takeEvents();
    expect(change(world, coupon, { active: false })).toEqual({ ...coupon, active: false });
    expect(change(world, coupon, { active: false })).toEqual({ ...coupon, active: false });
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([['coupon.updated'], 'coupon.updated']);
  });

  it('[PAGE-15] [PAGE-16] [PAGE-17] [PAGE-18] clears nullable fields', () => {
    const limits = { maxRedemptions: 3, redeemBy: START + DAY, appliesToPriceIds: ['price_1'], minAmountCents: 100 };
    const { world, coupon } = withCoupon({ ...FIXED, ...limits });
    const cleared = { maxRedemptions: null, redeemBy: null, appliesToPriceIds: null, minAmountCents: null };
    expect(change(world, coupon, cleared)).toEqual({ ...coupon, ...cleared });
  });

  it.each<[string, UpdateCoupon, string, string]>([
    ['redeem_by in the past', { redeemBy: START - 1 }, 'parameter_invalid', 'redeem_by'],
    ['an unknown price', { appliesToPriceIds: ['price_9'] }, 'resource_missing', 'applies_to_price_ids'],
  ])('is refused with %s', (_name, command, code, param) => {
    const { world, coupon } = withCoupon(PERCENT);
    expect(change(world, coupon, command)).toMatchObject({ code, param });
  });

  it('accepts an unchanged redeem_by in the past', () => {
    const { world, coupon } = withCoupon({ ...PERCENT, redeemBy: START + DAY });
    world.now += 2 * DAY;
    expect(change(world, coupon, { redeemBy: START + DAY, maxRedemptions: 5 })).toMatchObject({ maxRedemptions: 5 });
  });

  it('that sets a minimum also sets the currency if the account has only one; if it has several, the coupon must have a currency', () => {
    const { world, coupon } = withCoupon(PERCENT);
    expect(change(world, coupon, { minAmountCents: 100 }, EUR_USD)).toMatchObject({ code: 'parameter_invalid', param: 'min_amount_cents' });
    expect(change(world, coupon, { minAmountCents: 100 }, DOLLARS)).toMatchObject({ minAmountCents: 100, currency: 'USD' });
    expect(change(world, coupon, { minAmountCents: 200 }, EUR_USD)).toMatchObject({ minAmountCents: 200, currency: 'USD' });
  });

  it('that sets a minimum also sets EUR if the account has no price', () => {
    const { world, coupon } = withCoupon(PERCENT);
    expect(change(world, coupon, { minAmountCents: 100 }, NO_PRICES)).toMatchObject({ currency: 'EUR' });
  });
});

describe('a coupon code', () => {
  const TARGET: CouponTarget = { priceId: 'price_1', currency: 'EUR', amountCents: 1000 };
  const cases: readonly (readonly [string, string | null, Partial<Coupon>, Partial<CouponTarget>])[] = [
    ['without limits', null, {}, {}],
    ['that is inactive', 'coupon_inactive', { active: false }, {}],
    ['at redeem_by', null, { redeemBy: START }, {}],
    ['a second after redeem_by', 'coupon_expired', { redeemBy: START - 1 }, {}],
    ['with one redemption left', null, { maxRedemptions: 3 }, {}],
    ['without redemptions left', 'coupon_exhausted', { maxRedemptions: 2, maxRedemptionsPerCustomer: 1 }, {}],
    ['without redemptions left for the customer', 'coupon_already_redeemed', { maxRedemptionsPerCustomer: 1 }, {}],
    ['with one redemption left for the customer', null, { maxRedemptionsPerCustomer: 2 }, {}],
    ['in its currency', null, { currency: 'EUR' }, {}],
    ['in another currency', 'coupon_currency_mismatch', { currency: 'EUR' }, { currency: 'USD' }],
    ['for its price', null, { appliesToPriceIds: ['price_2', 'price_1'] }, {}],
    ['for another price', 'coupon_not_applicable', { appliesToPriceIds: ['price_2'] }, {}],
    ['without a price', 'coupon_not_applicable', { appliesToPriceIds: ['price_1'] }, { priceId: null }],
    ['at its minimum', null, { minAmountCents: 1000 }, {}],
    ['below its minimum', 'coupon_minimum_not_reached', { minAmountCents: 1001 }, {}],
    ['without an amount', null, { minAmountCents: 1001 }, { priceId: null, amountCents: null }],
    ['for unknown usage with a minimum', 'coupon_minimum_not_reached', { minAmountCents: 1 }, { amountCents: null }],
    ['for unknown usage without a minimum', null, {}, { amountCents: null }],
    ['that is inactive and expired', 'coupon_inactive', { active: false, redeemBy: START - 1 }, {}],
    ['in another currency, below the minimum', 'coupon_currency_mismatch', { currency: 'USD', minAmountCents: 9999 }, {}],
  ];
  // The coupon was redeemed twice, once by the customer.
  it.each(cases)('%s (problem: %s)', (_name, expected, changes, target) => {
    const { world, coupon } = withCoupon(PERCENT);
    const stored = { ...world.get(couponAggregate, coupon.id), record: { ...coupon, maxRedemptionsPerCustomer: null, ...changes } };
    expect(couponProblem({ coupon: stored, uses: 2, customerUses: 1 }, { ...TARGET, ...target }, START)).toBe(expected);
  });

  const validate = (command: Partial<ValidateCoupon>, terms: Partial<CreateCoupon> = PERCENT) => {
    const { world, coupon } = withCoupon(terms);
    const { price, customer } = newCatalogue(world);
    const stored = world.get(couponAggregate, coupon.id);
    const state = {
      couponLookup: { coupon: command.code === 'NONE' ? null : stored, uses: 0, customerUses: 0 },
      price: command.priceId === 'price_x' ? null : price,
      customer: command.customerId === 'cus_1' ? customer : null,
    };
    return validateCoupon({ code: 'hello', ...command }, state, START);
  };

  /** The validation as the API shows it. */
  const viewOfValidation = (command: Partial<ValidateCoupon>, terms?: Partial<CreateCoupon>) => {
    const validation = validate(command, terms);
    if (validation instanceof Refusal) throw new Error(validation.message);
    return viewCouponValidation(validation, new World().tenant);
  };

  it('[CPN-19] has a validation with its discount, or with the reason if no coupon has the code', () => {
    expect(validate({ priceId: 'price_1' })).toMatchObject({ code: 'HELLO', reason: null, discountCents: 200 });
    expect(validate({ currency: 'eur', amountCents: 333 })).toMatchObject({ reason: null, discountCents: 67 });
    expect(validate({ currency: 'EUR' })).toMatchObject({ reason: null, discountCents: null });
    expect(validate({ currency: 'EUR', amountCents: 300 }, FIXED)).toMatchObject({ reason: null, discountCents: 300 });
    expect(validate({ code: 'NONE', currency: 'EUR' })).toEqual({
      code: 'NONE',
      coupon: null,
      reason: 'coupon_not_found',
      discountCents: null,
    });
  });

  it('[CPN-20] cannot be used in another currency, and the validation shows the terms of the coupon', () => {
    const validation = validate({ currency: 'USD', amountCents: 1000 }, FIXED);
    expect(validation).toMatchObject({
      reason: 'coupon_currency_mismatch',
      coupon: { amountOffCents: 500, currency: 'EUR' },
      discountCents: null,
    });
  });

  it('[CPN-19] [CPN-20] is shown with the terms of its coupon, also if it cannot be used', () => {
    const valid = { object: 'coupon.validation', livemode: false, valid: true, reason: null, code: 'HELLO' };
    const id = expect.stringMatching(/^cpn_/);
    expect(viewOfValidation({ currency: 'EUR', amountCents: 1000 })).toEqual({
      ...valid,
      coupon_id: id,
      percent_off: 20,
      amount_off_cents: null,
      currency: null,
      discount_cents: 200,
    });
    const fixed = { coupon_id: id, percent_off: null, amount_off_cents: 500, currency: 'EUR' };
    expect(viewOfValidation({ currency: 'EUR', amountCents: 1000 }, FIXED)).toEqual({ ...valid, ...fixed, discount_cents: 500 });
    expect(viewOfValidation({ currency: 'USD', amountCents: 1000 }, FIXED)).toEqual({
      ...valid,
      ...fixed,
      valid: false,
      reason: 'coupon_currency_mismatch',
      discount_cents: null,
    });
    const nothing = { coupon_id: null, percent_off: null, amount_off_cents: null, currency: null, discount_cents: null };
    expect(viewOfValidation({ code: 'NONE', currency: 'EUR' })).toEqual({
      ...valid,
      ...nothing,
      valid: false,
      reason: 'coupon_not_found',
      code: 'NONE',
    });
  });

  it('is validated for a customer who exists, and without a customer', () => {
    expect(validate({ currency: 'EUR', customerId: 'cus_1' })).toMatchObject({ reason: null });
    expect(validate({ currency: 'EUR', customerId: null })).toMatchObject({ reason: null });
  });

  it.each<[string, Partial<ValidateCoupon>, string, string]>([
    ['neither price nor currency', {}, 'parameter_missing', 'price_id'],
    ['an amount without currency', { amountCents: 1 }, 'parameter_missing', 'price_id'],
    ['price and currency', { priceId: 'price_1', currency: 'EUR' }, 'parameter_invalid', 'currency'],
    ['price and amount', { priceId: 'price_1', amountCents: 1 }, 'parameter_invalid', 'amount_cents'],
    ['an unknown currency', { currency: 'XXX' }, 'parameter_invalid', 'currency'],
    ['an unknown price', { priceId: 'price_x' }, 'resource_missing', 'price_id'],
    ['an unknown customer', { priceId: 'price_1', customerId: 'cus_x' }, 'resource_missing', 'customer_id'],
  ])('cannot be validated with %s', (_name, command, code, param) => {
    const refusal = validate(command);
    if (!(refusal instanceof Refusal)) throw new Error('The command is not refused.');
    expect(requireMessage(refusal)).toMatchObject({ code, param });
  });
});
