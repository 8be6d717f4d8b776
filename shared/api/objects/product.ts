import * as v from 'valibot';
import { TAX_CATEGORIES } from '../../domain/tax/rates.ts';
import { described, doc } from '../schemas/described.ts';
import { metadata, objectHead, openEnum } from './common.ts';
import { Price } from './price.ts';

export const Product = v.strictObject({
  ...objectHead('product', doc('Id of the product. Starts with `prod_`.')),
  name: described(v.string(), doc('Name of the product, shown to buyers and on invoices.')),
  description: described(v.nullable(v.string()), doc('Description of the product; `null` if there is none.')),
  marketing_features: described(v.array(v.string()), doc('Short texts about what the product offers; empty if there are none.')),
  allow_promotion_codes: described(v.boolean(), doc('True if buyers can enter a promotion code for the prices of the product.')),
  tax_category: described(
    openEnum(TAX_CATEGORIES),
    doc(
      'Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`.',
    ),
  ),
  default_price_id: described(
    v.nullable(v.string()),
    doc('Default price of the product: its first price, or the one set later. Starts with `price_`; `null` before the first price.'),
  ),
  default_price: described(v.nullable(Price), doc('The default price, with `expand=default_price`; `null` otherwise.')),
  active: described(v.boolean(), doc('True if the product can be sold. False prevents new checkouts; existing subscriptions continue.')),
  metadata,
});
