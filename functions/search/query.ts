import * as v from 'valibot';
import { SearchResult } from '../../shared/api/objects/reports/search-result.ts';
import { apiKeyWithAny, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { allows } from '../../shared/api/scopes.ts';
import { search } from '../../shared/api/search.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { queryTerms } from '../../shared/domain/search-terms.ts';

export const operation = defineOperation({
  id: 'search.query',
  method: 'GET',
  path: '/v1/search',
  summary: 'Search customers, subscriptions, invoices, payments, products and coupons',
  description: doc(
    'For search fields that show matches while people type. Finds names by the beginning of the name or of a later word in it, and email addresses, coupon codes and ids by their beginning. Case and accents do not matter. Finds invoices by their whole number, with or without the letters and zeros in front, and card payments by the last four digits. The results include objects that were written a moment ago. This endpoint is an extension of the specification.',
  ),
  auth: apiKeyWithAny('customers:read', 'subscriptions:read', 'invoices:read', 'payments:read', 'products:read', 'coupons:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    query: described(
      v.pipe(
        text(1, 255),
        v.check((query) => queryTerms(query).length > 0, 'must contain a letter or a digit.'),
      ),
      doc('What to look for, such as `ada lov`, `ada@`, `INV-000123`, `4242` or `cus_01`.'),
    ),
    limit: described(
      v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,4}$/, 'must be an integer from 1 to 20.'),
          v.transform(Number),
          v.minValue(1, 'must be an integer from 1 to 20.'),
          v.maxValue(20, 'must be an integer from 1 to 20.'),
        ),
        '5',
      ),
      doc('Maximum number of objects of each kind, 1 to 20. Default: 5.'),
    ),
  }),
  response: SearchResult,
});

export const handler = serve(operation, async ({ query: { query, limit } }, { tenant, store, caller }) =>
  search({ store, tenant, query: query.trim(), limit, allowed: (scope) => allows(caller.scopes, scope) }),
);
