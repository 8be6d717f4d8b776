import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewInvoice } from '../../shared/domain/invoice/record.ts';
import { voidInvoice } from '../../shared/domain/invoice/void.ts';
import { loadForVoiding } from '../../shared/flows/subscriptions/void-invoice.ts';

export const operation = defineOperation({
  id: 'invoices.void',
  method: 'POST',
  path: '/v1/invoices/{invoice_id}/void',
  summary: 'Void an invoice',
  description: doc(
    'Cancels an `open` or `uncollectible` invoice that has no payments. The invoice keeps its number. A subscription that is past due ' +
      'because of the invoice becomes `active` and advances to its next period, or ends if a cancellation is scheduled; the period of ' +
      'the voided invoice is not billed. Refund a paid invoice instead. Voiding a void invoice has no effect.',
  ),
  events: ['invoice.voided', 'subscription.updated', 'subscription.canceled', 'subscription.coupon_expired'],
  auth: apiKey('invoices:write'),
  profile: 'write',
  params: { invoice_id: idParams.invoice },
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_voidable', 'operation_pending'],
  reasons: ['renewal_processing'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadForVoiding(store, tenant, params.invoice_id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => voidInvoice(null, state, context),
    answer: (invoice) => viewInvoice(invoice, tenant),
  }),
);
