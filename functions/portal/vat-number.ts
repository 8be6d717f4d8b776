import * as v from 'valibot';
import { changeVatNumber } from '../../shared/api/calls/vat-number-call.ts';
import { PortalCustomer } from '../../shared/api/objects/checkout/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { viewPortalCustomer } from '../../shared/domain/portal-session/view.ts';

export const operation = defineOperation({
  id: 'portal.vat_number',
  method: 'POST',
  path: '/portal/vat_number',
  summary: "Update the customer's VAT number",
  description: doc(
    'Send the number with its country prefix, or `null` to clear the number. The number is checked with the EU VAT validation service, ' +
      'as in `customers.vat_number`: an invalid number is rejected and changes nothing.',
  ),
  events: ['customer.updated', 'subscription.updated'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  params: {},
  body: v.strictObject({
    vat_number: described(
      v.nullable(fields.vatNumber),
      doc('VAT number with its country prefix, such as `NL123456789B01`; spaces, dots and hyphens are ignored. `null` clears it.'),
    ),
  }),
  response: PortalCustomer,
  errors: ['resource_missing', 'operation_pending'],
  reasons: ['vat_number_invalid', 'vat_service_unavailable'],
});

export const handler = servePortal(operation, ({ body }, context) =>
  changeVatNumber(context, context.customerId, body.vat_number, viewPortalCustomer),
);
