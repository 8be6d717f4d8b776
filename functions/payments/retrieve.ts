import * as v from 'valibot';
import { fetchRefundEligibilities, REFUND_ELIGIBILITY } from '../../shared/api/calls/refund-eligibility.ts';
import { Payment } from '../../shared/api/objects/payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { expandQuery, idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { paymentAggregate, viewPayment } from '../../shared/domain/payment/record.ts';

export const operation = defineOperation({
  id: 'payments.retrieve',
  method: 'GET',
  path: '/v1/payments/{payment_id}',
  summary: 'Retrieve a payment',
  description: doc('Returns a payment, also one that failed.'),
  auth: apiKey('payments:read'),
  profile: 'read',
  params: { payment_id: idParams.payment },
  query: v.strictObject(expandQuery),
  response: Payment,
  expand: REFUND_ELIGIBILITY,
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, paymentAggregate, async (record, { expand }, { tenant, store, now }) => {
  const view = viewPayment(record, tenant);
  if (!expand.has('refund_eligibility')) return view;
  const eligibilities = await fetchRefundEligibilities(store, tenant, [record], now);
  return { ...view, refund_eligibility: eligibilities.get(record.id) ?? null };
});
