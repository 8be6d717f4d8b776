import { change, type Stored } from '../aggregate.ts';
import { isCurrency } from '../amounts/money.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { Meter } from '../meter/record.ts';
import { methodTakesCurrency, SUBSCRIPTION_METHODS, unacceptedMethod } from '../payment/methods.ts';
import type { Interval } from '../periods.ts';
import { type Product, productAggregate } from '../product/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type BillingCurrencies, withBillingCurrency } from './currencies.ts';
import { type PricingInput, parsePricing } from './pricing.ts';
import { type Price, priceAggregate, type UsageType } from './record.ts';

export interface CreatePrice extends Omit<PricingInput, 'usageType'> {
  readonly productId: string;
  /** ISO 4217, upper or lower case. */
  readonly currency: string;
  readonly interval: Interval;
  readonly usageType?: UsageType | undefined;
  readonly meterId?: string | null | undefined;
  readonly trialDays?: number | undefined;
  readonly paymentMethods?: readonly string[] | null | undefined;
  readonly refundWindowDays?: number | null | undefined;
  readonly selfService?: boolean | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface CreatePriceState {
  readonly product: Stored<Product> | null;
  /** The meter that the command names; `null`: it names none, or the meter does not exist. */
  readonly meter: Stored<Meter> | null;
  /** Currencies of the account's prices; `null`: the account has no price yet. */
  readonly currencies: Stored<BillingCurrencies> | null;
}

const refuseMethods = (methods: readonly string[], currency: string): Refusal | null => {
  const supportedMethods: readonly string[] = SUBSCRIPTION_METHODS;
  const unsupported = methods.find((method) => !supportedMethods.includes(method) || !methodTakesCurrency(method, currency));
  if (methods.length > 0 && unsupported === undefined) return null;
  const accepted = SUBSCRIPTION_METHODS.filter((method) => methodTakesCurrency(method, currency));
  const message = unsupported === undefined ? 'At least one payment method is required.' : unacceptedMethod(unsupported, accepted);
  return invalidParam('payment_methods', message);
};

const refuseMeter = (meterId: string | null, usageType: UsageType, meter: Meter | null): Refusal | null => {
  if (meterId === null) return null;
  if (usageType === 'licensed') return invalidParam('meter_id', 'Omit meter_id: a licensed price has no usage.');
  if (meter === null) return new Refusal('resource_missing', 'No such meter.', { param: 'meter_id' });
  return meter.status === 'active' ? null : invalidParam('meter_id', 'The meter is inactive. Activate it first.');
};

/**
 * Creates an active price. Event: `price.created`. The first price of a product becomes the product's default price [PROD-06], with the
 * event `product.updated`.
 */
export const createPrice = (command: CreatePrice, state: CreatePriceState, ctx: DecisionContext): Decision<Price> | Refusal => {
  if (state.product === null) return new Refusal('resource_missing', 'No such product.', { param: 'product_id' });
  const currency = command.currency.toUpperCase();
  if (!isCurrency(currency)) return invalidParam('currency', 'This currency is not supported.');
  const usageType = command.usageType ?? 'licensed';
  const pricing = parsePricing({ ...command, usageType });
  if (pricing instanceof Refusal) return pricing;
  const meterId = command.meterId ?? null;
  const meterRefusal = refuseMeter(meterId, usageType, state.meter?.record ?? null);
  if (meterRefusal !== null) return meterRefusal;
  const paymentMethods = command.paymentMethods ? [...new Set(command.paymentMethods)] : null;
  const methodsRefusal = paymentMethods === null ? null : refuseMethods(paymentMethods, currency);
  if (methodsRefusal !== null) return methodsRefusal;
  const price: Price = {
    id: ctx.ids.next(priceAggregate.prefix),
    created: ctx.now,
    productId: state.product.record.id,
    currency,
    interval: command.interval,
    usageType,
    ...pricing,
    ...(meterId === null ? {} : { meterId }),
    trialDays: command.trialDays ?? 0,
    paymentMethods,
    refundWindowDays: command.refundWindowDays ?? null,
    active: true,
    selfService: command.selfService ?? true,
    metadata: command.metadata ?? {},
  };
  const product = state.product.record;
  const becomesDefault = product.defaultPriceId === null;
  return {
    changes: [
      change(priceAggregate, null, price),
      ...(becomesDefault ? [change(productAggregate, state.product, { ...product, defaultPriceId: price.id })] : []),
      ...withBillingCurrency(state.currencies, currency, ctx),
    ],
    events: [
      { type: 'price.created', subjectId: price.id },
      ...(becomesDefault ? [{ type: 'product.updated' as const, subjectId: product.id }] : []),
    ],
    audit: audited('price', 'created', price.id),
    result: price,
  };
};
