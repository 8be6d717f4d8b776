import { unacceptedMethod } from '../payment/methods.ts';
import type { Product } from '../product/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import type { Price } from './record.ts';
import { summarize } from './summary.ts';

/** True if a price can be sold: it and its product are active. */
export const isOnSale = (price: Price, product: Product): boolean => price.active && product.active;

/** Refuses to sell an archived price, or a price of an archived product (409). */
export const refuseArchived = (price: Price, product: Product): Refusal | null =>
  isOnSale(price, product) ? null : new Refusal('state_conflict', 'This price or its product is archived. Choose an active price.');

/** Refuses a payment method that the price does not accept (400). `method`: `null` if the buyer chooses. */
export const refuseMethod = (method: string | null, price: Price, product: Product): Refusal | null => {
  const accepted = summarize(price, product).paymentMethods;
  return method === null || accepted.includes(method) ? null : invalidParam('payment_method', unacceptedMethod(method, accepted));
};

/** Refuses a maximum amount of a period for a price that is not metered (400). `maxAmountCents`: `null` for none. */
export const refuseMaximumAmount = (maxAmountCents: number | null, { usageType }: Price): Refusal | null =>
  maxAmountCents === null || usageType === 'metered'
    ? null
    : invalidParam('max_amount_cents', 'max_amount_cents requires a metered price.');
