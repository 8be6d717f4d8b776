import * as v from 'valibot';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { createProduct } from '../../shared/domain/product/create.ts';
import { viewProduct } from '../../shared/domain/product/record.ts';
import { marketingFeatures, TAX_CATEGORY_DESCRIPTION, taxCategory } from './fields.ts';

export const operation = defineOperation({
  id: 'products.create',
  method: 'POST',
  path: '/v1/products',
  summary: 'Create a product',
  description: doc('Creates an active product. Create a price next: the first one becomes the default price.'),
  events: ['product.created'],
  auth: apiKey('products:write'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    name: described(fields.printed(1, 255), doc('Name of the product, shown to buyers and on invoices.')),
    description: described(v.nullish(fields.text(0, 5000)), doc('Description of the product. Default: `null`.')),
    marketing_features: described(v.nullish(marketingFeatures), doc('Short texts about what the product offers. Default: none.')),
    allow_promotion_codes: described(
      v.optional(v.boolean()),
      doc('True if buyers can enter a promotion code for the prices of the product. Default: false.'),
    ),
    tax_category: described(v.optional(taxCategory), doc(`${TAX_CATEGORY_DESCRIPTION} Default: \`electronic_service\`.`)),
    metadata: fields.newMetadata,
  }),
  response: Product,
});

export const handler = serve(operation, async ({ body }, { tenant, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) =>
      createProduct(
        {
          name: body.name,
          description: body.description,
          marketingFeatures: body.marketing_features,
          allowPromotionCodes: body.allow_promotion_codes,
          taxCategory: body.tax_category,
          metadata: body.metadata ?? {},
        },
        state,
        context,
      ),
    answer: (product) => viewProduct(product, tenant),
  }),
);
