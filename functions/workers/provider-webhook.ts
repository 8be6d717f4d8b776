import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { processPaymentWebhook, RUN_WAIT_SECONDS } from '../../shared/flows/payments/provider-webhook.ts';
import { chargeReauthorized } from '../../shared/flows/subscriptions/reauthorize.ts';
import type { QueuePort } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { queue } from '../../shared/runtime/services.ts';
import { stepDeps } from '../schedules/deps.ts';

/** The provider says that a payment changed: which of ours, and what it calls it. */
interface ProviderNotice extends Tenant {
  readonly paymentId: string;
  readonly providerPaymentId: string;
}

/**
 * Looks at payments that the provider called about. A provider that does not answer is asked again later. A charge whose run is
 * at work is looked at later too, for a new message: nothing has failed, so it does not count towards the dead letters.
 */
export const workNotices = (event: SQSEvent, deps: FlowDeps, later: QueuePort): Promise<SQSBatchResponse> =>
  eachMessage<ProviderNotice>(event, async (notice) => {
    const { accountId, mode, paymentId, providerPaymentId } = notice;
    const noticed = await processPaymentWebhook(deps, { accountId, mode }, paymentId, providerPaymentId);
    if (noticed === 'worked') await chargeReauthorized(deps, { accountId, mode }, paymentId);
    if (noticed === 'with_its_run') await later.send('provider-webhook', { ...notice }, RUN_WAIT_SECONDS);
    if (noticed === 'unavailable') throw new Error('the provider did not answer');
  });

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => workNotices(event, await stepDeps(), await queue());
