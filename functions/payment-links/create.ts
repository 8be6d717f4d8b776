import * as v from 'valibot';
import { PaymentLink } from '../../shared/api/objects/checkout/payment-link.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { COUPON_CODE_MAX_LENGTH, TRIAL_OVERRIDE_MAX_DAYS } from '../../shared/domain/limits.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { createPaymentLink } from '../../shared/domain/payment-link/create.ts';
import { viewPaymentLink } from '../../shared/domain/payment-link/record.ts';
import { COUPON_REASONS } from '../../shared/domain/reasons.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { paymentLinkUrlOf } from '../../shared/flows/deps.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadPriceWithProduct } from '../../shared/flows/load/records.ts';
import { isProviderConnected, refuseUnconnected } from '../../shared/flows/provider.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { originOf } from '../../shared/platform/public-url.ts';
import { maxSales, returnUrls } from './fields.ts';

const body = v.strictObject({
  price_id: described(fields.reference, doc('Id of the price to sell. It and its product must be active.')),
  coupon_code: described(
    v.nullish(fields.text(1, COUPON_CODE_MAX_LENGTH)),
    doc('Code of a coupon for all buyers. If it can no longer be used, the link sells at the full price. Default: none.'),
  ),
  trial_days_override: described(
    v.nullish(fields.integer(0, TRIAL_OVERRIDE_MAX_DAYS)),
    doc('Length of the trial in days, instead of `trial_days` of the price; 0: no trial. Default: `trial_days` of the price.'),
  ),
  max_amount_cents: described(
    v.nullish(fields.integer(0, MAX_AMOUNT_CENTS)),
    doc('For a metered price: `max_amount_cents` of the subscriptions that buyers get. Default: none.'),
  ),
  payment_method: described(
    v.nullish(v.picklist(SUBSCRIPTION_METHODS)),
    doc('The only payment method that buyers can use. Default: they choose.'),
  ),
  ...returnUrls,
  max_sales: described(
    v.nullish(maxSales),
    doc('Maximum number of sales. An open checkout session counts until it expires. Default: no limit; a limit cannot be added later.'),
  ),
  metadata: fields.newMetadata,
});

export const operation = defineOperation({
  id: 'payment_links.create',
  method: 'POST',
  path: '/v1/payment_links',
  summary: 'Create a payment link',
  description: doc(
    'A permanent URL for mails, pages and printed matter. Its page shows the price; each buyer who continues gets a checkout session with ' +
      'the terms and the metadata of the link.',
  ),
  auth: apiKey('checkout_sessions:write'),
  profile: 'write',
  params: {},
  body,
  response: PaymentLink,
  expectedEventLogEntries: () => 0,
  errors: ['resource_missing', 'state_conflict'],
  reasons: [...COUPON_REASONS, 'provider_not_connected'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [sold, coupon, account, connected] = await Promise.all([
        loadPriceWithProduct(store, tenant, input.price_id),
        typeof input.coupon_code === 'string' ? findCoupon(store, tenant, input.coupon_code, null) : null,
        fetchAccount(store, tenant),
        isProviderConnected(store, tenant),
      ]);
      return { offer: { ...sold, coupon }, domain: account.record.domain, connected };
    },
    nowOf: () => null,
    decide: ({ offer, domain, connected }, context) => {
      const decision = createPaymentLink(
        {
          ...camelKeys(input),
          urlOf: (linkId) => paymentLinkUrlOf(originOf(domain, baseUrl()), tenant, linkId),
        },
        offer,
        context,
      );
      return refuseUnconnected(decision, connected);
    },
    answer: (link) => viewPaymentLink(link, tenant),
  }),
);
