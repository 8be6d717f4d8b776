import * as v from 'valibot';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate, viewProduct } from '../../shared/domain/product/record.ts';
import { updateProduct } from '../../shared/domain/product/update.ts';
import { marketingFeatures, TAX_CATEGORY_DESCRIPTION, taxCategory } from './fields.ts';

const body = v.strictObject({
  name: described(
    v.optional(fields.printed(1, 255)),
    doc(
      'New name, shown to buyers and on invoices. Existing subscriptions and their invoices keep the former name until the plan changes.',
    ),
  ),
  description: described(v.optional(v.nullable(fields.text(0, 5000))), doc('New description; `null` clears it.')),
  marketing_features: described(
    v.optional(v.nullable(marketingFeatures)),
    doc('New short texts about what the product offers; `null` removes all.'),
  ),
  allow_promotion_codes: described(
    v.optional(v.boolean()),
    doc('True if buyers can enter a promotion code for the prices of the product.'),
  ),
  tax_category: described(
    v.optional(taxCategory),
    doc(`${TAX_CATEGORY_DESCRIPTION} Subscriptions keep the category with which they were sold.`),
  ),
  default_price_id: described(v.optional(fields.reference), doc('Id of the new default price: an active price of the product.')),
  active: described(
    v.optional(v.boolean()),
    doc('False prevents new checkouts for the prices of the product, true allows them again; existing subscriptions continue.'),
  ),
  metadata: fields.changedMetadata,
});

export const operation = defineOperation({
  id: 'products.update',
  method: 'POST',
  path: '/v1/products/{product_id}',
  summary: 'Update a product',
  description: doc(
    'Omitted fields keep their values; `null` clears `description` and `marketing_features`. `active: false` prevents new checkouts for the prices of the product; existing subscriptions continue.',
  ),
  events: ['product.updated', 'product.archived'],
  auth: apiKey('products:write'),
  profile: 'write',
  params: { product_id: fields.idParams.product },
  body,
  response: Product,
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [product, defaultPrice] = await Promise.all([
        store.get(productAggregate, tenant, params.product_id),
        input.default_price_id === undefined ? null : store.get(priceAggregate, tenant, input.default_price_id),
      ]);
      return { product, defaultPrice };
    },
    nowOf: () => null,
    decide: (state, context) => updateProduct(camelKeys(input), state, context),
    answer: (product) => viewProduct(product, tenant),
  }),
);
