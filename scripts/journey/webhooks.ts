import Stripe from 'stripe';
import type { Received } from '../support/receiver.ts';

/**
 * Returns the event id of a webhook call after verifying its signature with Stripe's library, which supports the same scheme. Throws if
 * the signature is invalid or the headers do not match the body.
 */
export const verifiedEventId = ({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): string => {
  const signature = headers['service-signature'];
  if (typeof signature !== 'string') throw new Error('A webhook has no Service-Signature header.');
  const event = Stripe.webhooks.constructEvent(body, signature, secret);
  if (headers['service-event-id'] !== event.id || headers['service-event-type'] !== event.type) {
    throw new Error(`The headers of the webhook for ${event.id} do not match its body.`);
  }
  return event.id;
};
