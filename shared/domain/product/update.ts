import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { Price } from '../price/record.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type Product, productAggregate } from './record.ts';

/** Fields left out stay as they are; description and marketing features can be cleared. */
export interface UpdateProduct {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly marketingFeatures?: readonly string[] | null | undefined;
  readonly allowPromotionCodes?: boolean | undefined;
  readonly defaultPriceId?: string | undefined;
  readonly active?: boolean | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface UpdateProductState {
  readonly product: Stored<Product> | null;
  /** The price that the command names as default; `null` when it names none or there is none. */
  readonly defaultPrice: Stored<Price> | null;
}

/**
 * Changes what the command names. Taking the product off sale records `product.archived`, anything else
 * `product.updated`; one event either way. The default must be separate one prices.
 */
export const updateProduct = (command: UpdateProduct, state: UpdateProductState, _ctx: DecisionContext): Decision<Product> | Refusal => {
  if (state.product === null) return new Refusal('resource_missing', 'No such product.');
  const before = state.product.record;
  if (command.defaultPriceId !== undefined && state.defaultPrice?.record.productId !== before.id) {
    return new Refusal('resource_missing', 'No such price of this product.', { param: 'default_price_id' });
  }
  const marketingFeatures = command.marketingFeatures === null ? [] : command.marketingFeatures;
  const after = patched(before, { ...command, marketingFeatures });
  if (!differs(state.product, after)) return unchanged(after);
  const archives = before.active && !after.active;
  return {
    changes: [change(productAggregate, state.product, after)],
    events: [{ type: archives ? 'product.archived' : 'product.updated', subjectId: after.id }],
    audit: audited('product', archives ? 'archived' : 'updated', after.id),
    result: after,
  };
};
