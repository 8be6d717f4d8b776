import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { TaxCategory } from '../tax/rates.ts';
import { type Product, productAggregate } from './record.ts';

export interface CreateProduct {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly marketingFeatures?: readonly string[] | null | undefined;
  readonly allowPromotionCodes?: boolean | undefined;
  readonly taxCategory?: TaxCategory | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Creates an active product without a price. Event: `product.created`. The product's first price becomes its default price [PROD-06]. */
export const createProduct = (command: CreateProduct, _state: null, ctx: DecisionContext): Decision<Product> => {
  const product: Product = {
    id: ctx.ids.next(productAggregate.prefix),
    created: ctx.now,
    name: command.name,
    description: command.description ?? null,
    marketingFeatures: command.marketingFeatures ?? [],
    allowPromotionCodes: command.allowPromotionCodes ?? false,
    ...(command.taxCategory === undefined ? {} : { taxCategory: command.taxCategory }),
    defaultPriceId: null,
    active: true,
    metadata: command.metadata ?? {},
  };
  return {
    changes: [change(productAggregate, null, product)],
    events: [{ type: 'product.created', subjectId: product.id }],
    audit: audited('product', 'created', product.id),
    result: product,
  };
};
