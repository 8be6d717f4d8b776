import { defineOperation } from '../../shared/api/operation.ts';
import { seeOther } from '../../shared/pages/layout.ts';
import { noOutcomeAnswer, noOutcomePage, outcomeAnswer, outcomePageUrl, outcomeParams } from '../../shared/pages/sandbox-outcome.ts';
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
  description: 'A form with the field `outcome`. Answers 303 to where the payment sends its buyer.',
  auth: { kind: 'none' },
  profile: 'provider',
  table: { get: ['A#*#test#sandbox'], put: ['A#*#test#sandbox'] },
  params: outcomeParams,
  query: null,
  body: null,
  response: 'html',
  errors: [],
});

/** What a buyer can bring about; charge-backs are the bank's and not on the page. */
const BUTTONS = ['paid', 'pending', 'failed', 'canceled', 'expired'] as const satisfies readonly PaymentOutcome[];
const NO_CHOICE = 400;
const DECIDED_ALREADY = 409;

// Test mode and an address that cannot be guessed, without cookies: there is nothing for a forged request to abuse.
export const handler = servePage(operation, noOutcomePage, async ({ params }, { store, now, text }) => {
  const { account_id: accountId, payment_id: paymentId } = params;
  const sandbox = dynamoSandboxStore(store.table, accountId);
  const before = await sandbox.get('payment', paymentId);
  if (before === null) return noOutcomeAnswer();
  const actionUrl = outcomePageUrl(baseUrl(), accountId, paymentId);

  const given = new URLSearchParams(text).get('outcome');
  const outcome = BUTTONS.find((button) => button === given);
  if (outcome === undefined) return outcomeAnswer(NO_CHOICE, before.value, actionUrl);
  const deps = { store: sandbox, now, sendWebhook: sendSandboxWebhook };
  const settled = await settlePayment(deps, paymentId, { outcome, failureReason: null, method: null, holder: null });
  if (!settled.ok) return outcomeAnswer(DECIDED_ALREADY, before.value, actionUrl);
  const { redirectUrl } = settled.value;
  return redirectUrl === null ? outcomeAnswer(200, settled.value, actionUrl) : seeOther(redirectUrl);
});
