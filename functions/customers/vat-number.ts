import * as v from 'valibot';
import { changeVatNumber } from '../../shared/api/calls/vat-number-call.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewCustomer } from '../../shared/domain/customer/record.ts';

export const operation = defineOperation({
  id: 'customers.vat_number',
  method: 'POST',
  path: '/v1/customers/{customer_id}/vat_number',
  summary: "Update a customer's VAT number",
  description: doc(
    'Send the number with its country prefix, or `null` to clear the number. The number is checked with the EU VAT validation service; ' +
      'an invalid number is rejected and changes nothing. In test mode, the number `200` after the prefix is invalid, the numbers `300` ' +
      'to `302` simulate that the service is not available, and all other numbers are valid.',
  ),
  events: ['customer.updated', 'subscription.updated'],
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: fields.idParams.customer },
  body: v.strictObject({
    vat_number: described(
      v.nullable(fields.vatNumber),
      doc('VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it.'),
    ),
  }),
  response: Customer,
  errors: ['resource_missing', 'operation_pending'],
  reasons: ['vat_number_invalid', 'vat_service_unavailable'],
});

export const handler = serve(operation, ({ params, body }, context) =>
  changeVatNumber(context, params.customer_id, body.vat_number, (customer) => viewCustomer(customer, context.tenant)),
);
