import * as v from 'valibot';
import { metadata, objectHead } from './common.ts';
import { Price } from './price.ts';

export const Product = v.strictObject({
  ...objectHead('product'),
  name: v.string(),
  description: v.nullable(v.string()),
  marketing_features: v.array(v.string()),
  allow_promotion_codes: v.boolean(),
  default_price_id: v.nullable(v.string()),
  /** `null` without `expand=default_price`. */
  default_price: v.nullable(Price),
  active: v.boolean(),
  metadata,
});
