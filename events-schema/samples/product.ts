import type * as v from 'valibot';
import type { Product } from '../../shared/api/objects/product.ts';
import { examplesOf, id, START } from './example.ts';

const product: v.InferOutput<typeof Product> = {
  id: id('prod', 1),
  object: 'product',
  created: START,
  livemode: false,
  name: 'Pro',
  description: 'Everything in Basic, and reports',
  marketing_features: ['Reports'],
  allow_promotion_codes: true,
  tax_category: 'electronic_service',
  default_price_id: id('price', 1),
  default_price: null,
  active: true,
  metadata: {},
};

export const productExamples = examplesOf(product, {
  'product.created': {
    data: { default_price_id: null },
    previous: null,
    invalid: { data: { marketing_features: null } },
  },
  'product.updated': { previous: { default_price_id: null }, invalid: { data: { default_price_id: [id('price', 1)] } } },
  'product.archived': { data: { active: false }, previous: { active: true }, invalid: { data: { active: undefined } } },
});
