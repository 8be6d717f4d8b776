import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { processPaymentWebhook, RUN_WAIT_SECONDS } from '../../shared/flows/payments/provider-webhook.ts';
import { chargeRenewalAfterReauthorization } from '../../shared/flows/subscriptions/reauthorize.ts';
import type { QueuePort } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { queue } from '../../shared/runtime/services.ts';
import { invocationDeps } from '../schedules/deps.ts';

/** A message about a payment that changed at the provider, with the payment's ids in this service and at the provider. */
interface ProviderWebhookMessage extends Tenant {
  readonly paymentId: string;
  readonly providerPaymentId: string;
}

/**
 * Fetches and applies the status of the payments. Retries the message if the provider does not respond. For a charge of a billing run in
 * progress (`billing_run_in_progress`), sends the message again with a delay instead, which does not count as a failed attempt.
 */
export const processProviderWebhooks = (event: SQSEvent, deps: FlowDeps, retryQueue: QueuePort): Promise<SQSBatchResponse> =>
  eachMessage<ProviderWebhookMessage>(event, async (message) => {
    const { accountId, mode, paymentId, providerPaymentId } = message;
    const outcome = await processPaymentWebhook(deps, { accountId, mode }, paymentId, providerPaymentId);
    // `worked`: the status was applied. A verification payment that succeeded leads to a charge of the subscription's failed renewal.
    if (outcome === 'worked') await chargeRenewalAfterReauthorization(deps, { accountId, mode }, paymentId);
    if (outcome === 'billing_run_in_progress') await retryQueue.send('provider-webhook', { ...message }, RUN_WAIT_SECONDS);
    if (outcome === 'unavailable') throw new Error('The provider did not respond.');
  });

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> =>
  processProviderWebhooks(event, await invocationDeps(), await queue());
