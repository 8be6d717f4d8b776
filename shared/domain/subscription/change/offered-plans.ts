import type { OfferedPlans } from '../../account/record.ts';
import { mandateKindOf, type PaymentMethod } from '../../payment/methods.ts';
import type { Price } from '../../price/record.ts';
import { type PriceSummary, summarize } from '../../price/summary.ts';
import type { Product } from '../../product/record.ts';
import { Refusal } from '../../refusal.ts';
import type { Subscription } from '../types.ts';

/**
 * True when the price accepts the subscription's payment method, or the subscription has none (`null`). What counts is the kind of mandate
 * that is charged: a first payment by Bancontact, for example, creates a mandate for SEPA Direct Debit.
 */
export const acceptsMethod = ({ paymentMethods }: PriceSummary, method: PaymentMethod | null): boolean =>
  method === null || paymentMethods.some((accepted) => mandateKindOf(accepted) === mandateKindOf(method.type));

/** True when the account's setting for the portal (`plans`) includes the price. */
const isIncluded = (plans: OfferedPlans, current: PriceSummary, price: Price): boolean => {
  if (plans === 'all') return true;
  return plans === 'same_product' ? price.productId === current.productId : plans.includes(price.id);
};

/**
 * True when the portal offers the price: it is not the current price, the account's setting includes it, it allows self-service, it and its
 * product are active, it has the subscription's currency, and it accepts the subscription's payment method.
 */
export const isOfferedInPortal = (
  plans: OfferedPlans,
  { price: current, paymentMethod }: Pick<Subscription, 'price' | 'paymentMethod'>,
  price: Price,
  product: Product,
): boolean =>
  price.id !== current.id &&
  price.active &&
  product.active &&
  price.selfService &&
  price.currency === current.currency &&
  isIncluded(plans, current, price) &&
  acceptsMethod(summarize(price, product), paymentMethod);

/** Refuses a price that the portal does not offer (403). `null`: the price is offered, or is the current price. */
export const refuseUnoffered = (plans: OfferedPlans, subscription: Subscription, price: Price, product: Product): Refusal | null =>
  price.id === subscription.price.id || isOfferedInPortal(plans, subscription, price, product)
    ? null
    : new Refusal(
        'insufficient_scope',
        `The portal does not offer the price ${price.id} for this subscription. Choose a price of GET /portal/plans.`,
        { param: 'price_id', reason: 'plan_not_offered' },
      );
