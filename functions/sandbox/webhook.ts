import { paymentOfWebhookUrl } from '../../shared/flows/deps.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import { queue } from '../../shared/runtime/services.ts';
import { type SendWebhook, webhookBody } from '../../shared/sandbox/handle.ts';

const DEADLINE_MS = 5_000;

/**
 * Calls the payer's webhook. The address was given by the service itself when it made the payment; no tenant can set
 * one. Failures are ignored: anyone who returns from paying, and anyone who polls, finds the outcome as well.
 */
export const sendSandboxWebhook: SendWebhook = async (webhookUrl, id) => {
  await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: webhookBody(id),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
};

/**
 * Puts the provider webhook straight into the queue of those that were received: a run makes hundreds, and each by HTTP costs more than the
 * charge.
 */
export const queueSandboxWebhook: SendWebhook = async (webhookUrl, id, delaySeconds) => {
  const payment = paymentOfWebhookUrl(webhookUrl);
  if (payment === null) return;
  try {
    await (await queue()).send('provider-webhook', { ...payment, providerPaymentId: id }, delaySeconds);
  } catch (error) {
    // The charge is, and is answered: a provider webhook may be lost.
    logError(error, { callBack: id });
  }
};

/** For callers that work the outcome themselves, so that it is not worked twice at once. */
export const sendNothing: SendWebhook = async () => undefined;
