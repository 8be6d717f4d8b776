import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { workDue } from '../../shared/flows/due.ts';
import { eachMessage } from '../../shared/flows/messages.ts';
import { sweepParts } from '../schedules/runtime.ts';

/** Does what the sweep found due and has no worker of its own: expiries, payments to ask after, operations and advances that broke off. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const parts = await sweepParts();
  return eachMessage<unknown>(event, (message) => workDue(parts, message));
};
