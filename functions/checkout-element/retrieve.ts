import * as v from 'valibot';
import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { CheckoutElement } from '../../shared/api/objects/checkout/checkout-element.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serveBuyer } from '../../shared/api/serve/serve-buyer.ts';
import { viewElement } from '../../shared/domain/checkout-session/element.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { isRedacted } from '../../shared/domain/payable/record.ts';
import { loadElement } from '../../shared/flows/checkout/element.ts';

export const operation = defineOperation({
  id: 'checkout_element.retrieve',
  method: 'GET',
  path: '/v1/checkout/sessions/{checkout_id}/element',
  summary: 'Retrieve the contents of the payment element of a session',
  description: doc(
    'Amounts are the amounts that will be charged, including discount and tax. If the buyer’s country is unknown, `country` computes the ' +
      'amounts for a buyer in that country.',
  ),
  auth: clientSecret('checkout_id'),
  profile: 'read',
  params: { checkout_id: fields.idParams.checkout },
  query: v.strictObject({
    country: described(
      v.optional(fields.countryCode),
      doc('Country to compute the amounts for, if the buyer’s country is unknown: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
    ),
  }),
  response: CheckoutElement,
  errors: ['resource_missing'],
});

export const handler = serveBuyer(operation, async ({ params, query }, { tenant, store, now }) => {
  const { record: session } = await fetchRecord(store, checkoutSessionAggregate, tenant, params.checkout_id, 'checkout session');
  // The buyer was purged: neither data nor a link to the shop is returned.
  if (isRedacted(session)) throw resourceMissing('checkout session');
  const { facts } = await loadElement(store, tenant, session, { country: query.country ?? null, now });
  return viewElement(facts, tenant);
});
