import { paymentOfWebhookUrl } from '../../shared/flows/deps.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import { queue } from '../../shared/runtime/services.ts';
import { type SendWebhook, webhookBody } from '../../shared/sandbox/handle.ts';

const DEADLINE_MS = 5_000;

/**
 * Sends the webhook of a payment. The URL needs no check of outgoing addresses, because the service set it when it created the payment.
 * Failures are ignored: the outcome is also found when the buyer returns, and by polling.
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
 * Sends the provider webhook directly to the queue of received webhooks. A billing run causes hundreds of webhooks, so an HTTP request for
 * each would be expensive.
 */
export const queueSandboxWebhook: SendWebhook = async (webhookUrl, id, delaySeconds) => {
  const payment = paymentOfWebhookUrl(webhookUrl);
  if (payment === null) return;
  try {
    await (await queue()).send('provider-webhook', { ...payment, providerPaymentId: id }, delaySeconds);
  } catch (error) {
    // The charge is stored. A lost webhook only delays the outcome of the charge, which polling finds.
    logError(error, { callBack: id });
  }
};

/** Sends no webhook: for callers that process the outcome themselves. */
export const sendNoWebhook: SendWebhook = async () => undefined;
