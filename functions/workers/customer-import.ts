import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { continueImport } from '../../shared/flows/customers/import.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, ids, openTable, storeOf } from '../../shared/runtime/services.ts';

/** With less time than this until the function's timeout, no further chunk is started; the sweep continues the import. */
const MARGIN_MS = 60_000;

/** Continues the customer imports that the messages name. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = { store: storeOf(openTable()), ids, nowMs: clock.nowMs, baseUrl: baseUrl() };
  return eachMessage<unknown>(event, (message) => continueImport(deps, message, () => context.getRemainingTimeInMillis() > MARGIN_MS));
};
