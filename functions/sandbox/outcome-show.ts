import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { noPaymentPage, noPaymentResponse, outcomePageUrl, outcomeParams, outcomeResponse } from '../../shared/pages/sandbox-outcome.ts';
import { servePage } from '../../shared/pages/serve-page.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';

export const operation = defineOperation({
  id: 'sandbox.outcome_show',
  method: 'GET',
  path: '/sandbox/payments/{account_id}/{payment_id}/outcome-page',
  summary: 'Show the sandbox payment page',
  auth: { kind: 'none' },
  profile: 'read',
  table: { get: ['A#*#test#sandbox'] },
  params: outcomeParams,
  query: v.looseObject({}),
  response: 'html',
});

export const handler = servePage(operation, noPaymentPage, async ({ params }, { store }) => {
  const { account_id: accountId, payment_id: paymentId } = params;
  const payment = await dynamoSandboxStore(store.table, accountId).get('payment', paymentId);
  return payment === null ? noPaymentResponse() : outcomeResponse(200, payment.value, outcomePageUrl(baseUrl(), accountId, paymentId));
});
