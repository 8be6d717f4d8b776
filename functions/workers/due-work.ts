import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processDueWork } from '../../shared/flows/due/sweep.ts';
import { checkUsage, parseUsageCheck } from '../../shared/flows/subscriptions/usage-check.ts';
import { awsBus } from '../../shared/ports/aws-bus.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { dueWorkDeps } from '../schedules/deps.ts';

let bus: BusPort | undefined;

const openBus = (): BusPort => {
  bus ??= awsBus();
  return bus;
};

/**
 * Processes the due work that has no separate worker: expiries, payments to poll, interrupted operations and clock advances. Also makes the
 * checks of usage limits, whose messages come from the bus.
 */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const deps = await dueWorkDeps();
  return eachMessage<unknown>(event, (message) => {
    const check = parseUsageCheck(message);
    return check === null ? processDueWork(deps, message) : checkUsage({ ...deps, bus: openBus() }, check);
  });
};
