import * as v from 'valibot';
import { PaymentLink } from '../../shared/api/objects/checkout/payment-link.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { paymentLinkAggregate } from '../../shared/domain/payment-link/record.ts';

export const operation = defineOperation({
  id: 'payment_links.list',
  method: 'GET',
  path: '/v1/payment_links',
  summary: 'List payment links, newest first',
  description: doc('Lists the payment links of the account, inactive ones too.'),
  auth: apiKey('checkout_sessions:read'),
  profile: 'read',
  params: {},
  query: v.strictObject(listQuery),
  response: listSchema(PaymentLink),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, paymentLinkAggregate, tenant, idParams.paymentLink.pattern, query),
);
