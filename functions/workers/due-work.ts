import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processDueWork } from '../../shared/flows/due/sweep.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { dueWorkDeps } from '../schedules/deps.ts';

/** Processes the due work that has no separate worker: expiries, payments to poll, interrupted operations and clock advances. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const deps = await dueWorkDeps();
  return eachMessage<unknown>(event, (message) => processDueWork(deps, message));
};
