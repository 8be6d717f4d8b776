import * as v from 'valibot';
import { PaymentLink } from '../../shared/api/objects/checkout/payment-link.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { paymentLinkAggregate, viewPaymentLink } from '../../shared/domain/payment-link/record.ts';
import { updatePaymentLink } from '../../shared/domain/payment-link/update.ts';
import { maxSales, returnUrls } from './fields.ts';

export const operation = defineOperation({
  id: 'payment_links.update',
  method: 'POST',
  path: '/v1/payment_links/{payment_link_id}',
  summary: 'Update a payment link',
  description: doc(
    'Omitted fields keep their values; `null` clears `success_url` and `cancel_url`. `active: false` ends the sale. What the link sells ' +
      'cannot be changed. Open checkout sessions keep their terms.',
  ),
  auth: apiKey('checkout_sessions:write'),
  profile: 'write',
  params: { payment_link_id: fields.idParams.paymentLink },
  body: v.strictObject({
    active: described(v.optional(v.boolean()), doc('False ends the sale, true starts it again.')),
    ...returnUrls,
    max_sales: described(v.optional(maxSales), doc('Maximum number of sales, if the link was created with a limit.')),
    metadata: fields.changedMetadata,
  }),
  response: PaymentLink,
  expectedEventLogEntries: () => 0,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => ({ link: await store.get(paymentLinkAggregate, tenant, params.payment_link_id) }),
    nowOf: () => null,
    decide: (state, context) => updatePaymentLink(camelKeys(input), state, context),
    answer: (link) => viewPaymentLink(link, tenant),
  }),
);
