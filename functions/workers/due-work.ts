import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processDueWork } from '../../shared/flows/due/sweep.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { sweepDeps } from '../schedules/deps.ts';

/** Does what the sweep found due and has no separate worker: expiries, payments to poll, operations and advances that broke off. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const deps = await sweepDeps();
  return eachMessage<unknown>(event, (message) => processDueWork(deps, message));
};
