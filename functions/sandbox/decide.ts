import { ApiError } from '../../shared/api/errors.ts';
import { found } from '../../shared/api/resources.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { SANDBOX } from '../../shared/domain/provider.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import { chargeReauthorized } from '../../shared/flows/subscriptions/reauthorize.ts';
import { type OutcomeChoice, settlePayment } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { sendNothing } from './webhook.ts';

export const providerUnavailable = (): ApiError =>
  new ApiError('provider_unavailable', { message: 'The sandbox provider gave no answer. Try again.' });

/** `notify: false`: the outcome is not worked, as when the provider's provider webhook is lost. */
type Choice = Omit<OutcomeChoice, 'holder'> & { readonly notify: boolean };

/**
 * Decides a payment at the sandbox provider and processes the outcome before it returns, with the code that the provider's
 * provider webhook runs; that call is left out, so that the two don't meet. 409 when the outcome does not fit the payment
 * any more; then, too, what the provider already knew has been processed.
 */
export const decidePayment = async (
  flow: FlowDeps,
  tenant: Tenant,
  now: number,
  paymentId: string,
  { notify, ...choice }: Choice,
): Promise<void> => {
  const { record } = await found(flow.store, paymentAggregate, tenant, paymentId, 'payment');
  const { provider, providerPaymentId } = record;
  if (provider !== SANDBOX) throw new ApiError('state_conflict', { message: 'This payment is not at the sandbox provider.' });
  if (providerPaymentId === null) throw new ApiError('state_conflict', { message: 'The provider does not have this payment.' });
  const deps = { store: dynamoSandboxStore(flow.store.table, tenant.accountId), now, sendWebhook: sendNothing };
  const buyer = await flow.store.get(customerAggregate, tenant, record.customerId);
  const settled = await settlePayment(deps, providerPaymentId, { ...choice, holder: buyer?.record.name ?? null });
  if (!settled.ok && settled.kind === 'not_found') {
    throw new ApiError('state_conflict', { message: 'This payment is not at the sandbox provider.' });
  }
  if (settled.ok && !notify) return;
  const collected = await syncPayment(flow, tenant, paymentId, providerPaymentId);
  if (collected === 'worked') await chargeReauthorized(flow, tenant, paymentId);
  if (!settled.ok) throw new ApiError('state_conflict', { message: settled.message });
  if (collected !== 'worked') throw providerUnavailable();
};
