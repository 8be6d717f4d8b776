import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { collectPayment } from '../../shared/flows/collect.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { stepDeps } from '../schedules/deps.ts';

/** The provider says that a payment changed: which of ours, and what it calls it. */
export interface ProviderNotice extends Tenant {
  readonly paymentId: string;
  readonly providerPaymentId: string;
}

/** Looks at payments that the provider called about. A provider that does not answer is asked again later. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const deps = await stepDeps();
  return eachMessage<ProviderNotice>(event, async ({ accountId, mode, paymentId, providerPaymentId }) => {
    const collected = await collectPayment(deps, { accountId, mode }, paymentId, providerPaymentId);
    if (collected === 'unavailable') throw new Error('the provider did not answer');
  });
};
