import { ApiError } from '../../shared/api/errors/errors.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import { chargeRenewalAfterReauthorization } from '../../shared/flows/subscriptions/reauthorize.ts';
import { type OutcomeChoice, settlePayment } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { sendNoWebhook } from './webhook.ts';

export const providerUnavailable = (): ApiError =>
  new ApiError('provider_unavailable', { message: 'The sandbox provider did not respond. Try again.' });

/** `notify: false`: the outcome is not processed, as if the provider's webhook was lost. */
type Choice = Omit<OutcomeChoice, 'holder'> & { readonly notify: boolean };

/**
 * Sets the outcome of a payment at the sandbox provider and applies the outcome to the payment. Sends no provider webhook, because that
 * would do the same work concurrently. If the outcome is not possible, applies the provider's current status and throws 409.
 */
export const decidePayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  now: number,
  paymentId: string,
  { notify, ...choice }: Choice,
): Promise<void> => {
  const { record } = await fetchRecord(deps.store, paymentAggregate, tenant, paymentId, 'payment');
  const { provider, providerPaymentId } = record;
  if (provider !== SANDBOX) throw new ApiError('state_conflict', { message: 'This payment is not at the sandbox provider.' });
  if (providerPaymentId === null)
    throw new ApiError('state_conflict', { message: 'This payment does not exist at the sandbox provider yet. Try again.' });
  const sandboxDeps = { store: dynamoSandboxStore(deps.store.table, tenant.accountId), now, sendWebhook: sendNoWebhook };
  const buyer = await deps.store.get(customerAggregate, tenant, record.customerId);
  const settlement = await settlePayment(sandboxDeps, providerPaymentId, { ...choice, holder: buyer?.record.name ?? null });
  if (!settlement.ok && settlement.kind === 'not_found') {
    throw new ApiError('state_conflict', { message: 'This payment is not at the sandbox provider.' });
  }
  if (settlement.ok && !notify) return;
  const syncResult = await syncPayment(deps, tenant, paymentId, providerPaymentId);
  if (syncResult === 'worked') await chargeRenewalAfterReauthorization(deps, tenant, paymentId);
  if (!settlement.ok) throw new ApiError('state_conflict', { message: settlement.message });
  if (syncResult !== 'worked') throw providerUnavailable();
};
