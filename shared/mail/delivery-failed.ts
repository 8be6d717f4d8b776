import type { Mode } from '../domain/tenant.ts';
import { webhookEndpointAggregate } from '../domain/webhook-endpoint/record.ts';
import { deliveryStoreOf } from '../store/deliveries/delivery-store.ts';
import type { Composer } from './composed.ts';
import type { EmailTemplate } from './email-template.ts';

/** A webhook delivery that failed permanently. */
export interface FailedDelivery {
  readonly mode: Mode;
  readonly endpointId: string;
  readonly endpointUrl: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attemptCount: number;
  readonly lastError: string | null;
}

/** Notifies an owner of a permanently failed delivery, and explains how to repeat the delivery [MAIL-05]. */
export const deliveryFailedEmail = (failed: FailedDelivery): EmailTemplate => {
  const deliveriesPath = `/v1/webhook_endpoints/${failed.endpointId}/deliveries`;
  return {
    language: 'en',
    brand: null,
    notice: null,
    subject: `Webhook deliveries to ${new URL(failed.endpointUrl).host} are failing`,
    heading: 'A webhook could not be delivered',
    opening: `An event could not be delivered to your webhook endpoint. It failed ${failed.attemptCount} times and won’t be retried.`,
    facts: [
      ['Endpoint', failed.endpointUrl],
      ['Endpoint id', failed.endpointId],
      ['Mode', failed.mode],
      ['Event', failed.eventId],
      ['Event type', failed.eventType],
      ['Delivery', failed.deliveryId],
      ['Attempts', String(failed.attemptCount)],
      ['Last error', failed.lastError ?? 'unknown'],
    ],
    amounts: [],
    closing: [
      `You can still read the event with GET /v1/events/${failed.eventId}. Once the endpoint works again, redeliver it with POST ${deliveriesPath}/${failed.deliveryId}/redeliver.`,
      `You get at most one email per hour and endpoint. GET ${deliveriesPath} lists all deliveries, including others that failed.`,
    ],
    action: null,
    footer: [],
  };
};

const HOUR_MS = 3_600_000;

export const composeDeliveryFailed: Composer<'delivery_failed'> = async ({ store, tenant, nowMs }, { endpointId, deliveryId, to }) => {
  if (to === undefined) throw new Error('This order is replaced by one order per owner.');
  const [endpoint, stored] = await Promise.all([
    store.get(webhookEndpointAggregate, tenant, endpointId),
    deliveryStoreOf(store.table, nowMs).find(tenant, endpointId, deliveryId),
  ]);
  if (endpoint === null || stored === null) return 'subject_gone';
  const { eventId, eventType, attemptCount, lastError } = stored.delivery;
  const { url: endpointUrl } = endpoint.record;
  const failed = { mode: tenant.mode, endpointId, endpointUrl, deliveryId, eventId, eventType, attemptCount, lastError };
  return {
    audience: 'owner',
    customer: null,
    envelope: { to, senderName: null, replyTo: null },
    document: null,
    link: null,
    rateLimits: [{ name: `${endpointId}#${to}`, everyMs: HOUR_MS }],
    template: () => deliveryFailedEmail(failed),
  };
};
