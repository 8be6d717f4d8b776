import { ids } from '../../shared/api/fields.ts';
import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { invoiceAggregate, viewInvoice } from '../../shared/domain/invoice/record.ts';
import { type VoidInvoiceState, voidInvoice } from '../../shared/domain/invoice/void.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/record.ts';
import { loadParties } from '../../shared/flows/parties.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'invoices.void',
  method: 'POST',
  path: '/v1/invoices/{invoice_id}/void',
  summary: 'Void an invoice',
  description:
    'For an invoice that was never owed: one that is `open` or `uncollectible`, and for which no money moved. It keeps its number. A ' +
    'subscription that is past due for it is `active` again and goes on with its next period, unbilled for this one. A paid invoice is ' +
    'refunded instead. Voiding a void invoice changes nothing.',
  auth: apiKey('invoices:write'),
  profile: 'write',
  params: { invoice_id: ids.invoice },
  query: null,
  body: null,
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_voidable', 'operation_pending'],
});

type Loaded = VoidInvoiceState & { readonly moment: number | null };

const load = async (store: Store, tenant: Tenant, invoiceId: string): Promise<Loaded> => {
  const invoice = await store.get(invoiceAggregate, tenant, invoiceId);
  if (invoice === null) return { invoice, payment: null, subscription: null, parties: null, moment: null };
  const { paymentId, subscriptionId, customerId } = invoice.record;
  const [payment, subscription, parties] = await Promise.all([
    paymentId === null ? null : store.get(paymentAggregate, tenant, paymentId),
    subscriptionId === null ? null : store.get(subscriptionAggregate, tenant, subscriptionId),
    loadParties(store, tenant, customerId),
  ]);
  return { invoice, payment, subscription, parties, moment: await clockTime(store, tenant, parties.customer.testClockId) };
};

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => load(store, tenant, params.invoice_id),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => voidInvoice(null, state, context),
    answer: (invoice) => viewInvoice(invoice, tenant),
  }),
);
