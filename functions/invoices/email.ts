import { mailWrites, wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { emailInvoice } from '../../shared/domain/invoice/email.ts';
import { invoiceAggregate, viewInvoice } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'invoices.email',
  method: 'POST',
  path: '/v1/invoices/{invoice_id}/email',
  summary: 'Send an invoice by email',
  description: doc(
    "Sends the invoice's PDF to the customer's current email address. The call succeeds but sends nothing if the customer's `email_delivery` is not `null`. In test mode, it also sends nothing to an address that is not a member's. Returns 409 `state_conflict` for a customer without an email address (`customer_has_no_email`) and for a void invoice.",
  ),
  auth: apiKey('invoices:write'),
  profile: 'write',
  uses: ['mail'],
  params: { invoice_id: idParams.invoice },
  response: Invoice,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['customer_has_no_email'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => {
      const invoice = await store.get(invoiceAggregate, tenant, params.invoice_id);
      return { invoice, customer: invoice === null ? null : await store.get(customerAggregate, tenant, invoice.record.customerId) };
    },
    nowOf: () => null,
    decide: (state, context) => emailInvoice(null, state, context),
    extraWrites: ({ mailOrder }) => mailWrites(tenant, mailOrder),
    answer: ({ invoice }) => viewInvoice(invoice, tenant),
    afterCommit: ({ mailOrder }) => wakeMailWorker(tenant, mailOrder, operation.id),
  }),
);
