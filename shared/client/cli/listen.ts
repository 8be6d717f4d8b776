import { createHmac, randomBytes } from 'node:crypto';
import { connectionErrorOf } from '../errors.ts';
import type { Billing } from '../index.ts';
import type { WebhookEvent } from '../types.ts';

/** Result of forwarding an event. */
export interface ForwardResult {
  readonly event: WebhookEvent;
  /** The receiver's HTTP status, or the error message. */
  readonly outcome: number | string;
}

export interface ListenOptions {
  readonly forwardTo: string;
  readonly types?: readonly string[];
  readonly startingAfter?: string;
  readonly signal?: AbortSignal;
  readonly secret: string;
  readonly report: (forwarded: ForwardResult) => void;
}

const RECEIVER_TIMEOUT_MS = 10_000;

/** Creates a signing secret in the format of webhook endpoints. */
export const newSecret = (): string => `svcwhsec_${randomBytes(24).toString('base64url')}`;

/** Returns the headers of a webhook delivery, signed with `secret`. */
const headersOf = (event: WebhookEvent, body: string, secret: string): Record<string, string> => {
  const timestamp = Math.floor(Date.now() / 1000);
  const hmacOf = (prefix: string) => createHmac('sha256', secret).update(`${prefix}.`).update(body);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Service-Webhooks/1.0',
    'service-signature': `t=${timestamp},v1=${hmacOf(String(timestamp)).digest('hex')}`,
    'service-event-id': event.id,
    'service-event-type': event.type,
    'service-delivery-attempt': '1',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmacOf(`${event.id}.${timestamp}`).digest('base64')}`,
  };
};

const post = async (event: WebhookEvent, { forwardTo, secret }: ListenOptions): Promise<number | string> => {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers: headersOf(event, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RECEIVER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? connectionErrorOf(forwardTo, error).message : String(error);
  }
};

/**
 * Forwards events to a local receiver, sequentially and in order, in the format of the service's webhooks. Failed attempts are
 * reported and not retried.
 */
export const listen = async (billing: Billing, options: ListenOptions): Promise<void> => {
  const { types, startingAfter, signal, report } = options;
  const events = billing.events.stream({
    ...(types === undefined ? {} : { types }),
    ...(startingAfter === undefined ? {} : { startingAfter }),
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const event of events) report({ event, outcome: await post(event, options) });
};
