import type { OfferedPlans } from '../../account/record.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import type { Price } from '../../price/record.ts';
import { type PriceSummary, summarize } from '../../price/summary.ts';
import type { Product } from '../../product/record.ts';
import { Refusal } from '../../refusal.ts';
import type { Subscription } from '../types.ts';

/** Whether what the subscription is charged to can pay the price. */
export const takesMethod = ({ paymentMethods }: PriceSummary, method: PaymentMethod | null): boolean =>
  method === null || paymentMethods.includes(method.type);

/** The prices that the account's setting names. */
const isNamed = (plans: OfferedPlans, current: PriceSummary, price: Price): boolean => {
  if (plans === 'all') return true;
  return plans === 'same_product' ? price.productId === current.productId : plans.includes(price.id);
};

/**
 * Whether the portal offers the price to the subscription's customer: another price that the account's setting names, for self-service,
 * on sale with its product, in the subscription's currency and payable by what it is charged to.
 */
export const isOffered = (
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
  isNamed(plans, current, price) &&
  takesMethod(summarize(price, product), paymentMethod);

/** Why the customer cannot choose the price in the portal; `null` for one that is offered, and for the price that the subscription has. */
export const refuseUnoffered = (plans: OfferedPlans, subscription: Subscription, price: Price, product: Product): Refusal | null =>
  price.id === subscription.price.id || isOffered(plans, subscription, price, product)
    ? null
    : new Refusal(
        'insufficient_scope',
        `The portal does not offer the price ${price.id} for this subscription. GET /portal/plans lists those it offers.`,
        {
          param: 'price_id',
          reason: 'plan_not_offered',
        },
      );
