import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { processPaymentWebhook, RUN_WAIT_SECONDS } from '../../shared/flows/payments/provider-webhook.ts';
import { chargeReauthorized } from '../../shared/flows/subscriptions/reauthorize.ts';
import type { QueuePort } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { queue } from '../../shared/runtime/services.ts';
import { stepDeps } from '../schedules/deps.ts';

/** A message about a payment that changed at the provider, with its id here and there. */
interface ProviderNotice extends Tenant {
  readonly paymentId: string;
  readonly providerPaymentId: string;
}

/**
 * Fetches and applies the status of the payments. Retries the message if the provider does not respond. For a charge of a
 * running billing run it sends a new delayed message instead, which does not count towards the dead-letter queue.
 */
export const processNotices = (event: SQSEvent, deps: FlowDeps, later: QueuePort): Promise<SQSBatchResponse> =>
  eachMessage<ProviderNotice>(event, async (notice) => {
    const { accountId, mode, paymentId, providerPaymentId } = notice;
    const outcome = await processPaymentWebhook(deps, { accountId, mode }, paymentId, providerPaymentId);
    if (outcome === 'worked') await chargeReauthorized(deps, { accountId, mode }, paymentId);
    if (outcome === 'with_its_run') await later.send('provider-webhook', { ...notice }, RUN_WAIT_SECONDS);
    if (outcome === 'unavailable') throw new Error('the provider did not answer');
  });

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => processNotices(event, await stepDeps(), await queue());
