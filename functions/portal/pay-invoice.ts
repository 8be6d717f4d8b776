import { confirmForCaller } from '../../shared/api/calls/confirm-payment.ts';
import { ApiError, tooManyRefusedPayments } from '../../shared/api/errors/errors.ts';
import { PortalInvoicePayment } from '../../shared/api/objects/checkout/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { replayIfRemembered, UnfinishedOperation } from '../../shared/api/pipeline/idempotency.ts';
import { actorOf } from '../../shared/api/pipeline/state.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { type PortalContext, servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { unchanged } from '../../shared/domain/decision.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { setupIdFor } from '../../shared/domain/payment-method-setup/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { makeRetryDue, needsAuthentication } from '../../shared/domain/subscription/renewal/make-retry-due.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { livemode, type Tenant } from '../../shared/domain/tenant.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { countRefused } from '../../shared/flows/payments/refused.ts';
import { renewNow } from '../../shared/flows/renewals/billing-run.ts';
import { ChargeNotTried, NoProviderResponse } from '../../shared/flows/renewals/charges.ts';
import { reauthorization } from '../../shared/flows/subscriptions/reauthorize.ts';
import { portalReturnUrlOf } from '../../shared/platform/public-url.ts';
import { clock } from '../../shared/runtime/services.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';
import { type AttemptSubject, countAttemptStart, endAttempt } from '../../shared/store/limits/payment-attempts.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'portal.pay_invoice',
  method: 'POST',
  path: '/portal/invoices/{invoice_id}/pay',
  summary: 'Pay the open invoice of a failed renewal',
  description: doc(
    'Charges the payment method of the subscription now instead of at the next retry. `status` is `paid`, or `processing` while the payment is pending. ' +
      'A decline returns 402. If the last decline was `authentication_required`, nothing is charged yet and `status` is `requires_action`: ' +
      'redirect to `redirect_url`, where the customer confirms a verification charge. Then the invoice is charged, and the page returns to ' +
      'the portal. If the subscription has no payment method, or the last decline was permanent, the response is 409 ' +
      '(`payment_method_missing`): add a payment method and make it the default first.',
  ),
  events: [
    'subscription.updated',
    'subscription.payment_method_updated',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
    'invoice.payment_failed',
    'dunning.email_required',
    'invoice.marked_uncollectible',
    'subscription.canceled',
  ],
  auth: portalToken({ acceptsLimited: true }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { invoice_id: idParams.invoice },
  response: PortalInvoicePayment,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: ['payment_method_missing', 'payment_refused', 'provider_not_connected', 'test_clock_deleted'],
});

const load = async (store: Store, tenant: Tenant, subscriptionId: string, invoiceId: string) => {
  const [subscription, invoice] = await Promise.all([
    store.get(subscriptionAggregate, tenant, subscriptionId),
    store.get(invoiceAggregate, tenant, invoiceId),
  ]);
  const { renewal = null, clockId = null } = subscription?.record ?? {};
  const [payment, clockTime] = await Promise.all([
    renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
    fetchClockTime(store, tenant, clockId),
  ]);
  return { subscription, invoice, payment, clockTime };
};

const DECLINED = new Refusal('payment_refused', 'The payment was declined. Choose another payment method, or try again later.', {
  reason: 'payment_refused',
});

/** The response after the charge, or the refusal if the charge was declined. */
const outcomeOf = ({ id, status, paymentId }: Invoice, isProcessing: boolean, tenant: Tenant) => {
  if (status !== 'paid' && !isProcessing) return DECLINED;
  return {
    object: 'portal.invoice_payment' as const,
    livemode: livemode(tenant),
    invoice_id: id,
    payment_id: paymentId,
    status: status === 'paid' ? ('paid' as const) : ('processing' as const),
  };
};

/** Charges the renewal now. If the provider does not respond, a later billing run continues the attempt. */
const charge = async ({ store, tenant, subscriptionId }: PortalContext): Promise<void> => {
  try {
    await renewNow(await flowDeps(store), tenant, subscriptionId);
  } catch (error) {
    if (error instanceof ChargeNotTried) {
      throw new ApiError('provider_unavailable', {
        message: 'The payment provider has too many requests. Nothing was charged yet; the payment is tried again in a moment.',
      });
    }
    if (!(error instanceof NoProviderResponse)) throw error;
    throw new ApiError('provider_unavailable', {
      message: 'The payment provider did not respond, so the outcome is unknown. Retrieve the invoice in a moment to see its status.',
      reason: 'outcome_unknown',
    });
  }
};

/** The subscription's method if the price accepts it: the customer authenticates with this method. `null`: the customer chooses one. */
const methodToAuthenticate = ({ paymentMethod, price }: Subscription): string | null =>
  paymentMethod !== null && price.paymentMethods.includes(paymentMethod.type) ? paymentMethod.type : null;

/** Leads the customer to the bank to authorize the payment method again. Once it is authorized, the open invoice is charged to it. */
const authenticate = async (context: PortalContext, { record }: Stored<Subscription>, invoiceId: string) => {
  const { store, tenant, customerId } = context;
  const [deps, account] = await Promise.all([flowDeps(store), fetchAccount(store, tenant)]);
  const strategy = reauthorization(deps, tenant, {
    subscriptionId: record.id,
    method: methodToAuthenticate(record),
    returnUrl: portalReturnUrlOf(account.record.domain, deps.baseUrl, setupIdFor(record.id)),
  });
  // Requested by a customer, not by the account, so refused payments are limited.
  const limitedStrategy = { ...strategy, loadAttemptLimitSubject: async () => ({ tenant, subjectId: customerId }) };
  return confirmForCaller(context, deps, limitedStrategy, ({ paymentId, redirectUrl }) => ({
    object: 'portal.invoice_payment' as const,
    livemode: livemode(tenant),
    invoice_id: invoiceId,
    payment_id: paymentId,
    ...(redirectUrl === null ? { status: 'processing' as const } : { status: 'requires_action' as const, redirect_url: redirectUrl }),
  }));
};

/**
 * Returns whether an earlier request with the same key began to authenticate the payment and did not finish. If a response is stored for
 * the key, throws it as a `Replay`.
 */
const isAuthenticating = async ({ request }: PortalContext): Promise<boolean> => {
  try {
    await replayIfRemembered(request);
    return false;
  } catch (error) {
    if (error instanceof UnfinishedOperation) return true;
    throw error;
  }
};

/** Id under which the attempt is counted: derived from the failed payment, so that concurrent calls count once. `null`: no open renewal. */
const attemptIdOf = (subscription: Stored<Subscription> | null): string | null => {
  const { renewal = null } = subscription?.record ?? {};
  return renewal === null ? null : `after-${renewal.paymentId}`;
};

/**
 * Updates the limit of refused payments after the attempt: counts the attempt as refused if the invoice is neither paid nor processing,
 * otherwise removes it. `invoiceId`: `null` if nothing was charged.
 */
const countAttempt = async (
  { store, tenant, subscriptionId }: PortalContext,
  attemptSubject: AttemptSubject,
  attemptId: string,
  invoiceId: string | null,
) => {
  const { invoice, subscription } = invoiceId === null ? NOTHING_CHARGED : await load(store, tenant, subscriptionId, invoiceId);
  const isOpen = invoice !== null && invoice.record.status !== 'paid' && subscription?.record.renewal?.processing !== true;
  if (isOpen) await countRefused({ store, nowMs: clock.nowMs }, attemptSubject, attemptId);
  else await endAttempt(store.table, attemptSubject, { id: attemptId }, clock.nowMs());
};

const NOTHING_CHARGED = { invoice: null, subscription: null };

export const handler = servePortalWithRead(
  operation,
  async ({ params }, context) => {
    const { store, tenant, subscriptionId } = context;
    const [isResumed, state] = await Promise.all([isAuthenticating(context), load(store, tenant, subscriptionId, params.invoice_id)]);
    return { isResumed, state };
  },
  async ({ params }, context, { isResumed, state }) => {
    const { store, tenant, run, request, subscriptionId, customerId } = context;
    if (state.subscription !== null && (isResumed || needsAuthentication(state)))
      return authenticate(context, state.subscription, params.invoice_id);
    const attemptSubject = { tenant, subjectId: customerId };
    const attemptId = attemptIdOf(state.subscription);
    if (attemptId !== null) {
      const { waitSeconds } = await countAttemptStart(store.table, attemptSubject, { id: attemptId, ip: request.actor.ip }, clock.nowMs());
      if (waitSeconds > 0) throw tooManyRefusedPayments(waitSeconds);
    }
    // Makes the retry of the renewal due now, so that `charge` can charge it.
    const retryRequest = await store.run({
      tenant,
      actor: actorOf(request),
      load: () => load(store, tenant, subscriptionId, params.invoice_id),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, decisionContext) => makeRetryDue(null, state, decisionContext),
    });
    const needsCharge = retryRequest.kind === 'done' && retryRequest.result.status !== 'paid';
    if (needsCharge) await charge(context);
    if (attemptId !== null) await countAttempt(context, attemptSubject, attemptId, needsCharge ? params.invoice_id : null);
    if (retryRequest.kind === 'refused') throw ApiError.from(retryRequest.refusal);
    return run({
      load: () => load(store, tenant, subscriptionId, params.invoice_id),
      nowOf: () => null,
      decide: ({ invoice, subscription }) =>
        invoice === null
          ? new Refusal('resource_missing', 'No such invoice.')
          : unchanged({ invoice: invoice.record, isProcessing: subscription?.record.renewal?.processing === true }),
      answer: ({ invoice, isProcessing }) => outcomeOf(invoice, isProcessing, tenant),
    });
  },
);
