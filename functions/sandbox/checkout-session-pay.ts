import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import { ids } from '../../shared/api/fields.ts';
import { CheckoutSession } from '../../shared/api/objects/checkout-session.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { found } from '../../shared/api/resources.ts';
import { type RequestContext, serveReading } from '../../shared/api/serve.ts';
import {
  type CheckoutSession as CheckoutSessionRecord,
  checkoutSessionAggregate,
  viewCheckoutSession,
} from '../../shared/domain/checkout-session/record.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment-methods.ts';
import { SANDBOX } from '../../shared/domain/provider.ts';
import { beginSandboxPayment } from '../../shared/flows/checkout.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { decidePayment, providerUnavailable } from './decide.ts';

export const operation = defineOperation({
  id: 'sandbox.checkout_session_pay',
  method: 'POST',
  path: '/sandbox/checkout_sessions/{checkout_id}/pay',
  summary: 'Pay a checkout session in the sandbox',
  description:
    'Opens or resumes the attempt (of an embedded session the one that was confirmed), decides it at the sandbox provider and answers once the outcome has been worked. An attempt that waits ' +
    'at a connected provider account is called off: what is played here never leaves the sandbox.',
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: { checkout_id: ids.checkout },
  query: null,
  body: v.strictObject({
    method: v.optional(v.picklist(SUBSCRIPTION_METHODS), 'creditcard'),
    outcome: v.optional(v.picklist(['paid', 'pending', 'failed', 'canceled', 'expired']), 'paid'),
  }),
  response: CheckoutSession,
  errors: ['resource_missing', 'state_conflict', 'payment_refused', 'provider_unavailable'],
});

const isOver = ({ status }: CheckoutSessionRecord): boolean => status === 'completed' || status === 'expired';

/** The attempt that the buyer of an embedded session confirmed and that waits at the sandbox; `null`: there is none. */
const confirmedAttempt = async (deps: FlowDeps, tenant: Tenant, { attempt, uiMode }: CheckoutSessionRecord): Promise<string | null> => {
  if (uiMode !== 'embedded' || attempt === null || attempt.withdrawn) return null;
  const { record } = await found(deps.store, paymentAggregate, tenant, attempt.paymentId, 'payment');
  const waits = record.status === 'pending' && record.provider === SANDBOX && record.providerPaymentId !== null;
  return waits ? record.id : null;
};

/** The payment to decide: the one confirmed, or under way while the session is processing, else the attempt that a buyer would open. */
const attemptOf = async (deps: FlowDeps, tenant: Tenant, session: CheckoutSessionRecord, method: string, fresh: Store): Promise<string> => {
  const confirmed = await confirmedAttempt(deps, tenant, session);
  if (confirmed !== null) return confirmed;
  if (session.status === 'open') {
    const begun = await beginSandboxPayment(deps, tenant, session.id, session.paymentMethod ?? method, fresh);
    if (begun.kind === 'unavailable') throw providerUnavailable();
    if (begun.kind === 'refused') throw ApiError.from(begun.refusal);
  }
  const { record } = await found(deps.store, checkoutSessionAggregate, tenant, session.id, 'checkout session');
  if (record.attempt === null) throw new Error(`the session ${session.id} was begun without an attempt`);
  return record.attempt.paymentId;
};

/** Beginning, deciding and collecting look at the same records one after the other, and write only on condition that they still stand. */
const read = async ({ params }: { readonly params: { readonly checkout_id: string } }, { tenant, store: { table } }: RequestContext) => {
  const store = storeOf(readingOnce(table));
  const { record: session } = await found(store, checkoutSessionAggregate, tenant, params.checkout_id, 'checkout session');
  return { store, session };
};

export const handler = serveReading(operation, read, async ({ body }, { tenant, now, store: fresh }, { store, session }) => {
  if (isOver(session)) throw new ApiError('state_conflict', { message: `This checkout session is ${session.status}.` });
  const deps = await flowDeps(store);
  const paymentId = await attemptOf(deps, tenant, session, body.method, fresh);
  await decidePayment(deps, tenant, now, paymentId, { outcome: body.outcome, failureReason: null, method: body.method, notify: true });
  const { record } = await found(store, checkoutSessionAggregate, tenant, session.id, 'checkout session');
  return viewCheckoutSession(record, tenant);
});
