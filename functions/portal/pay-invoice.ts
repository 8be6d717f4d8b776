import { ApiError, tooManyRefused } from '../../shared/api/errors.ts';
import { ids } from '../../shared/api/fields.ts';
import { PortalInvoicePayment } from '../../shared/api/objects/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { replayIfRemembered } from '../../shared/api/pipeline/idempotency.ts';
import { actorOf } from '../../shared/api/pipeline/state.ts';
import { type PortalContext, servePortalAtProvider } from '../../shared/api/serve-portal.ts';
import { unchanged } from '../../shared/domain/decision.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { payNow } from '../../shared/domain/subscription/renewal/pay-now.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { livemode, type Tenant } from '../../shared/domain/tenant.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { countRefused } from '../../shared/flows/payments/refused.ts';
import { renewNow } from '../../shared/flows/renewals/billing-run.ts';
import { NoProviderResponse } from '../../shared/flows/renewals/charges.ts';
import { clock } from '../../shared/runtime/services.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';
import { beginTry, endTry, type TriedBy } from '../../shared/store/limits/tries.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'portal.pay_invoice',
  method: 'POST',
  path: '/portal/invoices/{invoice_id}/pay',
  summary: 'Pay the open invoice of a failed renewal',
  description:
    'Charges what the subscription is charged to, now rather than at its next retry. `status` is `paid`, or `processing` while the bank has not decided. ' +
    'A decline answers 402. Where there is nothing to charge, or it was declined permanently, 409 (`payment_method_missing`): add a payment method and make it the default first.',
  auth: portalToken({ limited: true }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { invoice_id: ids.invoice },
  query: null,
  body: null,
  response: PortalInvoicePayment,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
});

const load = async (store: Store, tenant: Tenant, subscriptionId: string, invoiceId: string) => {
  const [subscription, invoice] = await Promise.all([
    store.get(subscriptionAggregate, tenant, subscriptionId),
    store.get(invoiceAggregate, tenant, invoiceId),
  ]);
  const { renewal = null, clockId = null } = subscription?.record ?? {};
  const [payment, moment] = await Promise.all([
    renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
    clockTime(store, tenant, clockId),
  ]);
  return { subscription, invoice, payment, moment };
};

const DECLINED = new Refusal('payment_refused', 'The payment was declined. Choose another payment method, or try again later.', {
  reason: 'payment_refused',
});

/** The state of the invoice once it was charged. */
const outcomeOf = ({ id, status, paymentId }: Invoice, isProcessing: boolean, tenant: Tenant) => {
  if (status !== 'paid' && !isProcessing) return DECLINED;
  return {
    object: 'portal.invoice_payment' as const,
    livemode: livemode(tenant),
    invoice_id: id,
    payment_id: paymentId,
    status: status === 'paid' ? 'paid' : 'processing',
  };
};

/** Charges what is due of the subscription. Broken off before its answer, the attempt is continued by what is due. */
const charge = async ({ store, tenant, subscriptionId }: PortalContext): Promise<void> => {
  try {
    await renewNow(await flowDeps(store), tenant, subscriptionId);
  } catch (error) {
    if (!(error instanceof NoProviderResponse)) throw error;
    throw new ApiError('provider_unavailable', {
      message: 'The payment provider did not answer. What became of the payment shows on the invoice shortly.',
      reason: 'outcome_unknown',
    });
  }
};

/** The payment that failed before names the try: calls at once charge once, and are one try. `null`: nothing is collected. */
const tryIdOf = async ({ store, tenant, subscriptionId }: PortalContext): Promise<string | null> => {
  const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
  const { renewal = null } = subscription?.record ?? {};
  return renewal === null ? null : `after-${renewal.paymentId}`;
};

/** Counts the try if the invoice was charged and is neither paid nor on its way. `invoiceId`: `null` where nothing was charged. */
const noteOutcome = async ({ store, tenant, subscriptionId }: PortalContext, tried: TriedBy, tryId: string, invoiceId: string | null) => {
  const { invoice, subscription } = invoiceId === null ? NOTHING : await load(store, tenant, subscriptionId, invoiceId);
  const isOpen = invoice !== null && invoice.record.status !== 'paid' && subscription?.record.renewal?.processing !== true;
  if (isOpen) await countRefused({ store, nowMs: clock.nowMs }, tried, tryId);
  else await endTry(store.table, tried, { id: tryId }, clock.nowMs());
};

const NOTHING = { invoice: null, subscription: null };

export const handler = servePortalAtProvider(
  operation,
  async (_input, { request }) => replayIfRemembered(request),
  async ({ params }, context) => {
    const { store, tenant, run, request, subscriptionId, customerId } = context;
    const tried = { tenant, subjectId: customerId };
    const tryId = await tryIdOf(context);
    if (tryId !== null) {
      const { waitSeconds } = await beginTry(store.table, tried, { id: tryId, ip: request.actor.ip }, clock.nowMs());
      if (waitSeconds > 0) throw tooManyRefused(waitSeconds);
    }
    const asked = await store.run({
      tenant,
      actor: actorOf(request),
      load: () => load(store, tenant, subscriptionId, params.invoice_id),
      nowOf: ({ moment }) => moment,
      decide: (state, decision) => payNow(null, state, decision),
    });
    const isCharged = asked.kind === 'done' && asked.result.status !== 'paid';
    if (isCharged) await charge(context);
    if (tryId !== null) await noteOutcome(context, tried, tryId, isCharged ? params.invoice_id : null);
    if (asked.kind === 'refused') throw ApiError.from(asked.refusal);
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
