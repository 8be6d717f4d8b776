import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { count, objectHead } from './common.ts';

export const TaxRate = v.strictObject({
  ...objectHead('tax_rate', doc('Id of the tax rate. Starts with `txr_`.')),
  country_code: described(
    v.string(),
    doc('Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
  ),
  rate_basis_points: described(count, doc('Rate in hundredths of a percent: 2100 is 21 %.')),
  display_name: described(v.nullable(v.string()), doc('Name of the tax on invoices, such as `BTW`; `null`: no name.')),
  active: described(v.boolean(), doc('True if the rate applies to new charges. A country has at most one active rate.')),
});
