import { PaymentLink } from '../../shared/api/objects/checkout/payment-link.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, paymentLinkAggregate, async (record, _input, { tenant, store }) => {
  const view = viewPaymentLink(record, tenant);
  return record.maxSales === null ? view : { ...view, sales_count: await store.counter(tenant, salesCounter(record.id)) };
});
