import * as v from 'valibot';
import { confirmForCaller } from '../../shared/api/calls/confirm-payment.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { CheckoutSetupConfirmation } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { replayIfRemembered, UnfinishedOperation } from '../../shared/api/pipeline/idempotency.ts';
import { actorOf } from '../../shared/api/pipeline/state.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { methodDetails } from '../../shared/api/schemas/fields.ts';
import { type PortalContext, servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';
import { unchanged } from '../../shared/domain/decision.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { createSetup } from '../../shared/domain/payment-method-setup/create.ts';
import { setupAggregate, viewSetupConfirmation } from '../../shared/domain/payment-method-setup/record.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { setupStrategy } from '../../shared/flows/checkout/confirm-setup.ts';
import { loadForSetup } from '../../shared/flows/checkout/setup.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { portalReturnUrlOf } from '../../shared/platform/public-url.ts';

export const operation = defineOperation({
  id: 'portal.add_method',
  method: 'POST',
  path: '/portal/payment_methods',
  summary: 'Add a payment method to the wallet',
  description: doc(
    'Charges a verification amount; nothing is sold. If the provider requires an action of the customer, redirect to `redirect_url`, which ' +
      'returns to the portal afterwards. The new method does not become the default.',
  ),
  events: ['payment.succeeded', 'payment.failed'],
  auth: portalToken({ acceptsLimited: true }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  body: v.strictObject({
    method: described(v.picklist(SUBSCRIPTION_METHODS), doc('Payment method to add.')),
    ...methodDetails,
  }),
  response: CheckoutSetupConfirmation,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: ['payment_refused', 'provider_not_connected', 'test_clock_deleted'],
});

/** Derives the setup id from the idempotency key, so that a repeated call continues the same setup; without a key, a new id. */
const setupIdFor = ({ request, sessionId, ids }: PortalContext): string =>
  request.idempotency === null
    ? ids.next(setupAggregate.prefix)
    : ids.derived(setupAggregate.prefix, `${sessionId}/${request.idempotency.keyHash}`);

/** Creates the setup unless it exists. If a response is stored for the idempotency key, throws it as a `Replay`. */
const createSetupOnce = async ({ store, tenant, sessionId, request }: PortalContext, setupId: string): Promise<void> => {
  await replayIfRemembered(request).catch((error: unknown) => {
    if (!(error instanceof UnfinishedOperation)) throw error;
  });
  const outcome = await store.run({
    tenant,
    actor: actorOf(request),
    load: async () => ({ ...(await loadForSetup(store, tenant, sessionId)), setup: await store.get(setupAggregate, tenant, setupId) }),
    nowOf: ({ clockTime }) => clockTime,
    decide: ({ setup, ...state }, context) => (setup === null ? createSetup({ setupId }, state, context) : unchanged(setup.record)),
  });
  if (outcome.kind === 'refused') throw ApiError.from(outcome.refusal);
};

export const handler = servePortalWithRead(
  operation,
  (_input, { store, tenant }) => fetchAccount(store, tenant),
  async ({ body }, context, account) => {
    const { tenant, store, sessionId } = context;
    const setupId = setupIdFor(context);
    await createSetupOnce(context, setupId);
    const deps = await flowDeps(store);
    const { method, card_token: token = null, issuer: bank = null } = body;
    const returnUrl = portalReturnUrlOf(account.record.domain, deps.baseUrl, setupId);
    const strategy = setupStrategy(deps, tenant, { walletAccessId: sessionId, setupId, method, cardToken: token, issuer: bank, returnUrl });
    return confirmForCaller(context, deps, strategy, (confirmed) => viewSetupConfirmation(confirmed, tenant));
  },
);
