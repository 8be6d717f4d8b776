import * as v from 'valibot';
import { mailWrites, wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { BillingPortalSession } from '../../shared/api/objects/checkout/billing-portal-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { createPortalSession } from '../../shared/domain/portal-session/create.ts';
import { viewPortalSession } from '../../shared/domain/portal-session/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { encryptPortalToken } from '../../shared/mail/link-urls.ts';
import { mintToken } from '../../shared/platform/credentials.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { portalUrlOf } from '../../shared/platform/public-url.ts';
import { cipher, secrets } from '../../shared/runtime/services.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'billing_portal.create_session',
  method: 'POST',
  path: '/v1/billing_portal/sessions',
  summary: 'Create a billing portal session',
  description: doc(
    'Redirect the customer to `url` to view and manage the subscription; `url` is valid for one hour. Only this response contains ' +
      '`token`, which is also part of `url`. `deliver_email` also emails the link to the customer; if the customer has no email address, ' +
      "the response is 409 `state_conflict` (`customer_has_no_email`). In test mode only the account's members receive emails. Works for " +
      'canceled subscriptions too.',
  ),
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  uses: ['idempotent-answer', 'token-lookups', 'portal-link', 'mail'],
  params: {},
  body: v.strictObject({
    subscription_id: described(fields.reference, doc('Id of the subscription that the portal shows.')),
    return_url: described(fields.url, doc('URL of the link in the portal that leads back to your site.')),
    deliver_email: described(v.optional(v.boolean(), false), doc('True also emails the link to the customer.')),
  }),
  response: BillingPortalSession,
  // A portal session has no entry in the event log.
  expectedEventLogEntries: () => 0,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['customer_has_no_email'],
});

const load = async (store: Store, tenant: Tenant, subscriptionId: string) => {
  const [subscription, account] = await Promise.all([
    store.get(subscriptionAggregate, tenant, subscriptionId),
    fetchAccount(store, tenant),
  ]);
  const customer = subscription === null ? null : await store.get(customerAggregate, tenant, subscription.record.customerId);
  return { subscription, customer, domain: account.record.domain };
};

export const handler = serve(operation, async ({ body }, { tenant, store, run }) => {
  const { token, stored: storedToken } = mintToken('portal', await (await secrets()).apiKeyPeppers());
  const sealedToken = body.deliver_email ? await encryptPortalToken(await cipher(), tenant, token) : null;
  return run({
    load: () => load(store, tenant, body.subscription_id),
    nowOf: () => null,
    decide: ({ domain, ...state }, context) => {
      const decision = createPortalSession({ returnUrl: body.return_url, token: storedToken, sealedToken }, state, context);
      return 'result' in decision ? { ...decision, result: { ...decision.result, domain } } : decision;
    },
    extraWrites: ({ mailOrder }) => mailWrites(tenant, mailOrder),
    answer: ({ session, domain }) => ({
      ...viewPortalSession(session, tenant),
      token,
      url: portalUrlOf(domain, baseUrl(), token),
      return_url: body.return_url,
    }),
    secret: true,
    afterCommit: ({ mailOrder }) => wakeMailWorker(tenant, mailOrder, operation.id),
  });
});
