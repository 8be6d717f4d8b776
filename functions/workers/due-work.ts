import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type DueWork, workDue } from '../../shared/flows/due.ts';
import { eachMessage } from '../../shared/flows/messages.ts';
import { sweepParts } from '../schedules/runtime.ts';

/** Does what the sweep found due and no machine does: lapses, broken turns, broken advances. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const parts = await sweepParts();
  return eachMessage<DueWork>(event, (work) => workDue(parts, work));
};
