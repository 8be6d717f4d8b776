import * as v from 'valibot';
import { confirmFor } from '../../shared/api/confirm-sale.ts';
import * as fields from '../../shared/api/fields.ts';
import { CheckoutConfirmation } from '../../shared/api/objects/checkout-confirmation.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { found } from '../../shared/api/resources.ts';
import { serveBuyerAtProvider } from '../../shared/api/serve-buyer.ts';
import { checkoutSessions } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { CARD_TOKEN_MAX_LENGTH, ISSUER_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { ELEMENT_METHODS } from '../../shared/domain/payment-methods.ts';
import { payableSale } from '../../shared/flows/confirm-payable.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';

export const operation = defineOperation({
  id: 'checkout_element.confirm',
  method: 'POST',
  path: '/v1/checkout/sessions/{checkout_id}/confirm',
  summary: 'Confirm the payment of an embedded session',
  description:
    'Begins the payment, or goes on with the one under way; another method, card or bank takes its place. Where `redirect_url` is set, ' +
    'send the buyer there. After a payment that failed or was called off the session can be confirmed again until it expires.',
  auth: clientSecret('checkout_id'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { checkout_id: fields.ids.checkout },
  query: null,
  body: v.strictObject({
    method: v.picklist(ELEMENT_METHODS),
    card_token: v.nullish(fields.text(1, CARD_TOKEN_MAX_LENGTH)),
    country: v.nullish(fields.countryCode),
    issuer: v.nullish(fields.text(1, ISSUER_MAX_LENGTH)),
  }),
  response: CheckoutConfirmation,
  errors: ['resource_missing', 'state_conflict', 'payment_refused'],
});

export const handler = serveBuyerAtProvider(
  operation,
  async ({ params }, { tenant, store: { table } }) => {
    // Beginning, opening and finishing look at the same records one after the other, and write only on condition that they still stand.
    const store = storeOf(readingOnce(table));
    return { store, session: await found(store, checkoutSessionAggregate, tenant, params.checkout_id, 'checkout session') };
  },
  async ({ body }, context, { store, session }) => {
    const deps = await flowDeps(store);
    const { method, card_token: cardToken = null, country = null, issuer = null } = body;
    return confirmFor(context, deps, payableSale(deps, context.tenant, checkoutSessions, session.record, { method, cardToken, country, issuer }));
  },
);
