import * as v from 'valibot';
import { count, objectHead } from './common.ts';

export const TaxRate = v.strictObject({
  ...objectHead('tax_rate'),
  country_code: v.string(),
  rate_basis_points: count,
  display_name: v.nullable(v.string()),
  active: v.boolean(),
});
