import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { Price } from '../price/record.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { DEFAULT_TAX_CATEGORY, type TaxCategory } from '../tax/rates.ts';
import { type Product, productAggregate } from './record.ts';

/** Omitted fields do not change; `null` clears description and marketing features. */
export interface UpdateProduct {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly marketingFeatures?: readonly string[] | null | undefined;
  readonly allowPromotionCodes?: boolean | undefined;
  readonly taxCategory?: TaxCategory | undefined;
  readonly defaultPriceId?: string | undefined;
  readonly active?: boolean | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface UpdateProductState {
  readonly product: Stored<Product> | null;
  /** The price with the command's `defaultPriceId`; `null`: the command has no such id, or the price is unknown. */
  readonly defaultPrice: Stored<Price> | null;
}

/**
 * Updates a product. Event: `product.archived` if the product is deactivated, otherwise `product.updated`; none if nothing changes. Refuses
 * an unknown product, a default price that is unknown or belongs to another product (404), and a new default price that is archived (409).
 */
export const updateProduct = (command: UpdateProduct, state: UpdateProductState, _ctx: DecisionContext): Decision<Product> | Refusal => {
  if (state.product === null) return new Refusal('resource_missing', 'No such product.');
  const before = state.product.record;
  if (command.defaultPriceId !== undefined && state.defaultPrice?.record.productId !== before.id) {
    return new Refusal('resource_missing', 'No such price of this product.', { param: 'default_price_id' });
  }
  if (state.defaultPrice?.record.active === false && command.defaultPriceId !== before.defaultPriceId) {
    return new Refusal('state_conflict', 'This price is archived. Choose an active price.', { param: 'default_price_id' });
  }
  const marketingFeatures = command.marketingFeatures === null ? [] : command.marketingFeatures;
  const after = patched(before, { ...command, marketingFeatures }, { taxCategory: DEFAULT_TAX_CATEGORY });
  if (!differs(state.product, after)) return unchanged(after);
  const isArchived = before.active && !after.active;
  return {
    changes: [change(productAggregate, state.product, after)],
    events: [{ type: isArchived ? 'product.archived' : 'product.updated', subjectId: after.id }],
    audit: audited('product', isArchived ? 'archived' : 'updated', after.id),
    result: after,
  };
};
