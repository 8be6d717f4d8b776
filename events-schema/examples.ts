import { EVENT_TYPES, type EventType } from '../shared/domain/event-types.ts';
import type { JsonObject } from '../shared/domain/tenant.ts';
import { checkoutSessionExamples } from './samples/checkout-session.ts';
import { couponExamples } from './samples/coupon.ts';
import { creditNoteExamples } from './samples/credit-note.ts';
import { customerExamples } from './samples/customer.ts';
import { disputeExamples } from './samples/dispute.ts';
import { dunningNoticeExamples } from './samples/dunning-notice.ts';
import { type Example, id } from './samples/example.ts';
import { invoiceExamples } from './samples/invoice.ts';
import { oneShotPaymentExamples } from './samples/one-shot-payment.ts';
import { paymentExamples } from './samples/payment.ts';
import { priceExamples } from './samples/price.ts';
import { productExamples } from './samples/product.ts';
import { refundExamples } from './samples/refund.ts';
import { subscriptionExamples } from './samples/subscription.ts';
import { upcomingInvoiceExamples } from './samples/upcoming-invoice.ts';
import { webhookEndpointExamples } from './samples/webhook-endpoint.ts';

const EXAMPLES: Readonly<Record<EventType, Example>> = {
  ...checkoutSessionExamples,
  ...subscriptionExamples,
  ...invoiceExamples,
  ...upcomingInvoiceExamples,
  ...paymentExamples,
  ...refundExamples,
  ...disputeExamples,
  ...creditNoteExamples,
  ...oneShotPaymentExamples,
  ...customerExamples,
  ...productExamples,
  ...priceExamples,
  ...couponExamples,
  ...webhookEndpointExamples,
  ...dunningNoticeExamples,
};

/** Returns the object and the former values in the example of an event type. */
export const exampleOf = (type: EventType) => {
  const { data, previous_attributes } = EXAMPLES[type].valid;
  return { data: data as JsonObject, previous_attributes: previous_attributes as JsonObject | null };
};

/** Returns the examples of all event types by name, such as `coupon.created.valid`. */
export const eventExamples = (): ReadonlyMap<string, object> =>
  new Map(
    EVENT_TYPES.flatMap((type, index) =>
      (['valid', 'invalid'] as const).map((kind) => [`${type}.${kind}`, { id: id('evt', index), ...EXAMPLES[type][kind] }] as const),
    ),
  );
