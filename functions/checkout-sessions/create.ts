import * as v from 'valibot';
import { withClientSecret } from '../../shared/api/calls/client-secret.ts';
import { mailWrites, wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { CheckoutSession } from '../../shared/api/objects/checkout/checkout-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { createCheckoutSession } from '../../shared/domain/checkout-session/create.ts';
import { viewCheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import { COUPON_CODE_MAX_LENGTH, NAME_MAX_LENGTH, TRIAL_OVERRIDE_MAX_DAYS } from '../../shared/domain/limits.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { COUPON_REASONS } from '../../shared/domain/reasons.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { checkoutUrlOf } from '../../shared/flows/deps.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadBuyer, loadPriceWithProduct } from '../../shared/flows/load/records.ts';
import { isProviderConnected, refuseUnconnected } from '../../shared/flows/provider.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { originOf } from '../../shared/platform/public-url.ts';
import { secrets } from '../../shared/runtime/services.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const body = v.strictObject({
  price_id: described(fields.reference, doc('Id of the price to sell. It and its product must be active.')),
  success_url: described(fields.url, doc('URL to which the buyer returns after paying.')),
  cancel_url: described(fields.url, doc('URL to which the buyer returns without paying.')),
  customer_id: described(v.nullish(fields.reference), doc('Id of the buying customer. Default: a customer is created.')),
  customer_email: described(
    v.nullish(fields.email),
    doc('Email address of the buyer, for this session and for a created customer. Default: the customer’s email address.'),
  ),
  customer_name: described(v.nullish(fields.printed(0, NAME_MAX_LENGTH)), doc('Name of a created customer. Default: `null`.')),
  country: described(
    v.nullish(fields.countryCode),
    doc(
      'Country of the buyer, in two capital letters, for a created customer, or for a customer without a country. The country of the customer takes precedence. Default: none.',
    ),
  ),
  coupon_code: described(v.nullish(fields.text(1, COUPON_CODE_MAX_LENGTH)), doc('Code of a coupon to apply. Default: none.')),
  metadata: fields.newMetadata,
  payment_method: described(
    v.nullish(v.picklist(SUBSCRIPTION_METHODS)),
    doc('The only payment method that the buyer can use. Default: the buyer chooses.'),
  ),
  trial_days_override: described(
    v.nullish(fields.integer(0, TRIAL_OVERRIDE_MAX_DAYS)),
    doc('Length of the trial in days; 0: no trial. Default: `trial_days` of the price.'),
  ),
  max_amount_cents: described(
    v.nullish(fields.integer(0, MAX_AMOUNT_CENTS)),
    doc(
      'For a metered price: maximum amount in cents for the usage in a period, before discount and tax. If the usage exceeds this amount, `serves_customer` of the subscription is false until the next period starts or the maximum is increased. Default: none.',
    ),
  ),
  ui_mode: described(
    v.optional(v.picklist(['hosted', 'embedded'])),
    doc('`hosted` (the buyer pays on a page of the service) or `embedded` (in the payment element on your page). Default: `hosted`.'),
  ),
  deliver_email: described(
    v.optional(v.boolean(), false),
    doc('True also emails `url` to the buyer, once. Requires an email address of the buyer, and `ui_mode: hosted`.'),
  ),
});

export const operation = defineOperation({
  id: 'checkout_sessions.create',
  method: 'POST',
  path: '/v1/checkout/sessions',
  summary: 'Create a checkout session',
  description: doc(
    '`ui_mode` `hosted`: redirect the buyer to `url`; `embedded`: pass `client_secret` to the payment element. Payment creates the ' +
      'subscription. Without `customer_id` a customer is created. `deliver_email` also emails `url` to the buyer; if the buyer has no email ' +
      'address, the response is 409 `state_conflict` (`customer_has_no_email`). In test mode ' +
      "only the account's members receive emails.",
  ),
  events: ['customer.created'],
  auth: apiKey('checkout_sessions:write'),
  profile: 'write',
  uses: ['mail'],
  params: {},
  body,
  response: CheckoutSession,
  // One entry if a customer is created. The session has no entry in the event log.
  expectedEventLogEntries: ({ customer_id: customerId }) => (typeof customerId === 'string' ? 0 : 1),
  errors: ['resource_missing', 'state_conflict'],
  reasons: [...COUPON_REASONS, 'customer_has_no_email', 'provider_not_connected', 'test_clock_deleted'],
});

const loadState = async (store: Store, tenant: Tenant, input: v.InferOutput<typeof body>) => {
  const [{ price, product }, { customer, clock }, coupon, account, connected] = await Promise.all([
    loadPriceWithProduct(store, tenant, input.price_id),
    loadBuyer(store, tenant, input.customer_id),
    typeof input.coupon_code === 'string' ? findCoupon(store, tenant, input.coupon_code, input.customer_id ?? null) : null,
    fetchAccount(store, tenant),
    isProviderConnected(store, tenant),
  ]);
  return { price, product, customer, clock, coupon, domain: account.record.domain, connected };
};

type Answer = v.InferOutput<typeof CheckoutSession>;

export const handler = serve(operation, async ({ body: input }, { tenant, store, run, now }) => {
  const peppers = await (await secrets()).apiKeyPeppers();
  return run({
    load: () => loadState(store, tenant, input),
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: ({ domain, connected, ...state }, context) => {
      const decision = createCheckoutSession(
        {
          ...camelKeys(input),
          hostedUrlOf: (sessionId) => checkoutUrlOf(originOf(domain, baseUrl()), tenant, sessionId),
        },
        state,
        context,
      );
      return refuseUnconnected(decision, connected);
    },
    extraWrites: ({ mailOrder }) => mailWrites(tenant, mailOrder),
    answer: ({ session }) => viewCheckoutSession(session, tenant),
    withSecret: withClientSecret<Answer>(peppers, tenant, now),
    afterCommit: ({ mailOrder }) => wakeMailWorker(tenant, mailOrder, operation.id),
  });
});
