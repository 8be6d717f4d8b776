import { PaymentLink } from '../../shared/api/objects/checkout/payment-link.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { paymentLinkAggregate, salesCounter, viewPaymentLink } from '../../shared/domain/payment-link/record.ts';

export const operation = defineOperation({
  id: 'payment_links.retrieve',
  method: 'GET',
  path: '/v1/payment_links/{payment_link_id}',
  summary: 'Retrieve a payment link',
  description: doc('Returns a payment link, even if it is inactive.'),
  auth: apiKey('checkout_sessions:read'),
  profile: 'read',
  params: { payment_link_id: idParams.paymentLink },
  response: PaymentLink,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, paymentLinkAggregate, tenant, params.payment_link_id, 'payment link');
  const view = viewPaymentLink(record, tenant);
  return record.maxSales === null ? view : { ...view, sales_count: await store.counter(tenant, salesCounter(record.id)) };
});
