import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { seeOther } from '../../shared/pages/layout.ts';
import { noPaymentPage, noPaymentResponse, outcomePageUrl, outcomeParams, outcomeResponse } from '../../shared/pages/sandbox-outcome.ts';
import { servePage } from '../../shared/pages/serve-page.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { settlePayment } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import type { PaymentOutcome } from '../../shared/sandbox/model.ts';
import { sendSandboxWebhook } from './webhook.ts';

export const operation = defineOperation({
  id: 'sandbox.outcome_decide',
  method: 'POST',
  path: '/sandbox/payments/{account_id}/{payment_id}/outcome-page',
  summary: 'Choose an outcome on the sandbox payment page',
  description: doc('Takes a form with the field `outcome`. Redirects (303) to the `redirectUrl` of the payment.'),
  auth: { kind: 'none' },
  profile: 'provider',
  table: { get: ['A#*#test#sandbox'], put: ['A#*#test#sandbox'] },
  params: outcomeParams,
  response: 'html',
});

/** Outcomes that a buyer can choose; chargebacks are made by the bank. */
const BUYER_OUTCOMES = ['paid', 'pending', 'failed', 'canceled', 'expired'] as const satisfies readonly PaymentOutcome[];
const BAD_REQUEST = 400;
const CONFLICT = 409;

// No CSRF protection needed: test mode, no cookies, and the URL cannot be guessed.
export const handler = servePage(operation, noPaymentPage, async ({ params }, { store, now, text }) => {
  const { account_id: accountId, payment_id: paymentId } = params;
  const sandbox = dynamoSandboxStore(store.table, accountId);
  const payment = await sandbox.get('payment', paymentId);
  if (payment === null) return noPaymentResponse();
  const actionUrl = outcomePageUrl(baseUrl(), accountId, paymentId);

  const choice = new URLSearchParams(text).get('outcome');
  const outcome = BUYER_OUTCOMES.find((each) => each === choice);
  if (outcome === undefined) return outcomeResponse(BAD_REQUEST, payment.value, actionUrl);
  const deps = { store: sandbox, now, sendWebhook: sendSandboxWebhook };
  const settlement = await settlePayment(deps, paymentId, { outcome, failureReason: null, method: null, holder: null });
  if (!settlement.ok) return outcomeResponse(CONFLICT, payment.value, actionUrl);
  const { redirectUrl } = settlement.value;
  return redirectUrl === null ? outcomeResponse(200, settlement.value, actionUrl) : seeOther(redirectUrl);
});
