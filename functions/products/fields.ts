import * as v from 'valibot';
import { text } from '../../shared/api/schemas/fields.ts';
import { TAX_CATEGORIES } from '../../shared/domain/tax/rates.ts';

/** At most 15 texts of up to 80 characters. */
export const marketingFeatures = v.pipe(v.array(text(1, 80)), v.maxLength(15, 'must have at most 15 entries.'));

export const taxCategory = v.picklist(TAX_CATEGORIES);

/** API description of the field `tax_category`. */
export const TAX_CATEGORY_DESCRIPTION =
  'Category of the product for VAT: `electronic_service`, `e_book` or `news` (newspapers and magazines). Decides the rate in the tax modes `eu_home` and `eu_oss`.';
