import Stripe from 'stripe';
import type { Received } from '../support/receiver.ts';

/**
 * The id of the event that a call carries, once its signature was found right by a receiver that we did not write:
 * the scheme is the one that Stripe's library checks. Throws when it is wrong or its headers contradict the body.
 */
export const verifiedEventId = ({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): string => {
  const signature = headers['service-signature'];
  if (typeof signature !== 'string') throw new Error('a webhook came without Service-Signature');
  const event = Stripe.webhooks.constructEvent(body, signature, secret);
  if (headers['service-event-id'] !== event.id || headers['service-event-type'] !== event.type) {
    throw new Error(`the headers of the webhook for ${event.id} do not match its body`);
  }
  return event.id;
};
