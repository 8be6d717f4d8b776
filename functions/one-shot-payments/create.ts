import * as v from 'valibot';
import { withClientSecret } from '../../shared/api/calls/client-secret.ts';
import { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { createOneShot } from '../../shared/domain/one-shot/create.ts';
import { viewOneShot } from '../../shared/domain/one-shot/record.ts';
import { PAYMENT_METHODS } from '../../shared/domain/payment/methods.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { checkoutUrlOf } from '../../shared/flows/deps.ts';
import { loadBuyer } from '../../shared/flows/load/records.ts';
import { isProviderConnected, refuseUnconnected } from '../../shared/flows/provider.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { originOf } from '../../shared/platform/public-url.ts';
import { secrets } from '../../shared/runtime/services.ts';

const DESCRIPTION_MAX_LENGTH = 255;

const body = v.strictObject({
  amount_cents: described(
    fields.integer(1, MAX_AMOUNT_CENTS),
    doc('Amount in cents. If the account adds tax to its prices, the buyer pays the tax on top.'),
  ),
  currency: described(fields.currencyCode, doc('Three-letter ISO 4217 code, in upper or lower case.')),
  description: described(fields.printed(1, DESCRIPTION_MAX_LENGTH), doc('What is sold, shown to the buyer and printed on the invoice.')),
  customer_id: described(v.nullish(fields.reference), doc('Id of the buying customer. Default: a customer is created.')),
  customer_email: described(
    v.nullish(fields.email),
    doc('Email address of the created customer; not allowed with `customer_id`. Default: `null`.'),
  ),
  customer_name: described(
    v.nullish(fields.printed(0, NAME_MAX_LENGTH)),
    doc('Name of the created customer; not allowed with `customer_id`. Default: `null`.'),
  ),
  country: described(
    v.nullish(fields.countryCode),
    doc('Country of the created customer, in two capital letters; not allowed with `customer_id`. Default: `null`.'),
  ),
  success_url: described(v.nullish(fields.url), doc('URL to which the buyer returns after paying. Required with `ui_mode` `hosted`.')),
  cancel_url: described(v.nullish(fields.url), doc('URL to which the buyer returns without paying. Required with `ui_mode` `hosted`.')),
  payment_method: described(
    v.nullish(v.picklist(PAYMENT_METHODS)),
    doc('Payment method that the buyer uses: required with `ui_mode` `hosted`, not allowed with `embedded`. `directdebit` cannot be used.'),
  ),
  ui_mode: described(
    v.optional(v.picklist(['hosted', 'embedded'])),
    doc('`hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`.'),
  ),
  metadata: fields.newMetadata,
});

export const operation = defineOperation({
  id: 'one_shot_payments.create',
  method: 'POST',
  path: '/v1/checkout/one_shot',
  summary: 'Create a one-off payment',
  description: doc(
    'Redirect the buyer to `url`. With `ui_mode: hosted`, `payment_method`, `success_url` and `cancel_url` are required. With `ui_mode: ' +
      'embedded`, `payment_method` is not allowed, and the response contains a `client_secret` for the buyer’s browser. Exclusive tax is ' +
      'added to `amount_cents`. Without `customer_id` a customer is created.',
  ),
  events: ['customer.created'],
  auth: apiKey('checkout_sessions:write'),
  profile: 'write',
  params: {},
  body,
  response: OneShotPayment,
  // One more entry if the customer is created too.
  expectedEventLogEntries: ({ customer_id: customerId }) => (typeof customerId === 'string' ? 1 : 2),
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['provider_not_connected', 'test_clock_deleted'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run, now }) => {
  const peppers = await (await secrets()).apiKeyPeppers();
  return run({
    load: async () => {
      const [buyer, account, connected] = await Promise.all([
        loadBuyer(store, tenant, input.customer_id),
        fetchAccount(store, tenant),
        isProviderConnected(store, tenant),
      ]);
      return { ...buyer, domain: account.record.domain, connected };
    },
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: ({ domain, connected, ...state }, context) => {
      const decision = createOneShot(
        {
          ...camelKeys(input),
          hostedUrlOf: (oneShotId) => checkoutUrlOf(originOf(domain, baseUrl()), tenant, oneShotId),
        },
        state,
        context,
      );
      return refuseUnconnected(decision, connected);
    },
    answer: (oneShot) => viewOneShot(oneShot, tenant),
    withSecret: withClientSecret<v.InferOutput<typeof OneShotPayment>>(peppers, tenant, now),
  });
});
