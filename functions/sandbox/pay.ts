import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import type { RequestContext } from '../../shared/api/serve/handler.ts';
import { type Payable, type PayableKind, stageOf } from '../../shared/domain/payable/record.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { beginSandboxPayment } from '../../shared/flows/checkout/begin.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { decidePayment, providerUnavailable } from './decide.ts';

export const PAY_DESCRIPTION =
  'Starts the payment attempt or resumes the pending one, sets the outcome of the attempt at the sandbox provider and responds after the ' +
  'outcome was processed. A pending attempt at a connected provider account is first canceled there. Apart from that, no request goes to ' +
  'the connected provider.';

/** Request body: the payment method and the outcome. */
export const payBody = <const Methods extends readonly string[]>(methods: Methods) =>
  v.strictObject({
    method: described(
      v.optional(v.picklist(methods), 'creditcard'),
      doc('Payment method that the buyer chooses, if the session or one-off payment has no `payment_method`. Default: `creditcard`.'),
    ),
    outcome: described(
      v.optional(v.picklist(['paid', 'pending', 'failed', 'canceled', 'expired']), 'paid'),
      doc('Outcome of the payment; `pending`: none yet. Default: `paid`.'),
    ),
  });

interface PayChoice {
  readonly method: string;
  readonly outcome: 'paid' | 'pending' | 'failed' | 'canceled' | 'expired';
}

/**
 * Loads the checkout session or one-off payment. The returned store caches reads, because each step of the payment reads the same records;
 * writes fail if a record has changed since.
 */
export const readPayable = async <R extends Payable>(
  kind: PayableKind<R>,
  id: string,
  { tenant, store: { table } }: RequestContext,
): Promise<{ readonly store: Store; readonly payable: R }> => {
  const store = storeOf(withReadCache(table));
  const { record: payable } = await fetchRecord(store, kind.aggregate, tenant, id, kind.noun);
  return { store, payable };
};

/** Pays as the buyer would: starts the attempt, then sets its outcome at the sandbox. Returns the updated record. */
export const payAsBuyer = async <R extends Payable>(
  kind: PayableKind<R>,
  { store, payable }: { readonly store: Store; readonly payable: R },
  { method, outcome }: PayChoice,
  { tenant, now, store: uncachedStore }: RequestContext,
): Promise<R> => {
  const stage = stageOf(payable);
  if (stage === 'paid' || stage === 'ended') {
    throw new ApiError('state_conflict', { message: `This ${kind.noun} is ${payable.status}.` });
  }
  const deps = await flowDeps(store);
  const paymentId = await startOrResumeAttempt(deps, kind, payable, method, { tenant, uncachedStore });
  await decidePayment(deps, tenant, now, paymentId, { outcome, failureReason: null, method, notify: true });
  return (await fetchRecord(store, kind.aggregate, tenant, payable.id, kind.noun)).record;
};

/** Returns the id of the pending sandbox payment that the buyer confirmed in an embedded checkout, or `null` if there is none. */
const findConfirmedPaymentId = async (deps: FlowDeps, tenant: Tenant, { attempt, uiMode }: Payable): Promise<string | null> => {
  if (uiMode !== 'embedded' || attempt === null || attempt.withdrawn) return null;
  const { record } = await fetchRecord(deps.store, paymentAggregate, tenant, attempt.paymentId, 'payment');
  const isPending = record.status === 'pending' && record.provider === SANDBOX && record.providerPaymentId !== null;
  return isPending ? record.id : null;
};

/** Returns the id of the payment to pay: the confirmed or pending payment, or a new payment, started as a buyer would start it. */
const startOrResumeAttempt = async <R extends Payable>(
  deps: FlowDeps,
  kind: PayableKind<R>,
  payable: R,
  method: string,
  { tenant, uncachedStore }: Pick<RequestContext, 'tenant'> & { readonly uncachedStore: Store },
): Promise<string> => {
  const confirmedPaymentId = await findConfirmedPaymentId(deps, tenant, payable);
  if (confirmedPaymentId !== null) return confirmedPaymentId;
  if (stageOf(payable) === 'open') {
    const started = await beginSandboxPayment(deps, tenant, payable.id, payable.paymentMethod ?? method, uncachedStore);
    if (started.kind === 'unavailable') throw providerUnavailable();
    if (started.kind === 'refused') throw ApiError.from(started.refusal);
  }
  const { record } = await fetchRecord(deps.store, kind.aggregate, tenant, payable.id, kind.noun);
  if (record.attempt === null) throw new Error(`${payable.id} has no attempt.`);
  return record.attempt.paymentId;
};
