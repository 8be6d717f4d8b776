import * as v from 'valibot';
import { CheckoutSession } from '../shared/api/objects/checkout/checkout-session.ts';
import { OneShotPayment } from '../shared/api/objects/checkout/one-shot-payment.ts';
import { objectName } from '../shared/api/objects/common.ts';
import { Coupon } from '../shared/api/objects/coupon.ts';
import { CreditNote } from '../shared/api/objects/credit-note.ts';
import { Customer } from '../shared/api/objects/customer.ts';
import { Dispute } from '../shared/api/objects/dispute.ts';
import { Event } from '../shared/api/objects/event.ts';
import { Invoice } from '../shared/api/objects/invoice.ts';
import { Payment } from '../shared/api/objects/payment.ts';
import { Price } from '../shared/api/objects/price.ts';
import { Product } from '../shared/api/objects/product.ts';
import { Refund } from '../shared/api/objects/refund.ts';
import { Subscription } from '../shared/api/objects/subscription.ts';
import { WebhookEndpoint } from '../shared/api/objects/webhook-endpoint.ts';
import { described, doc } from '../shared/api/schemas/described.ts';
import type { EventType } from '../shared/domain/event-types.ts';
import { DunningNotice, UpcomingInvoice } from './objects.ts';

/** An event type. `description`: when the event is recorded; `schema`: the schema of the whole event, as webhooks send it. */
export interface CatalogueEntry {
  readonly description: string;
  readonly schema: v.GenericSchema;
}

/** Content of `previous_attributes`. `none`: always `null`. `former values`: those of the changed fields, or `null` if none changed. */
type PreviousAttributes = 'none' | 'former values';

const eventSchema = <Data extends v.GenericSchema>(type: EventType, data: Data, previousAttributes: v.GenericSchema) => {
  const { id, created, livemode } = Event.entries;
  return v.strictObject({
    id: described(v.pipe(v.string(), v.regex(/^evt_/)), v.getDescription(id)),
    object: objectName('event'),
    type: described(v.literal(type), doc('Type of the event.')),
    created,
    livemode,
    data: described(data, v.getDescription(Event.entries.data)),
    previous_attributes: described(previousAttributes, v.getDescription(Event.entries.previous_attributes)),
  });
};

type ObjectSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** Returns a function that creates the entries of the event types about one object. `fields`: the object's schema without pipes. */
const entriesOf =
  (data: v.GenericSchema, fields: ObjectSchema) =>
  (type: EventType, previous: PreviousAttributes, description: string): readonly [EventType, CatalogueEntry] => [
    type,
    { description, schema: eventSchema(type, data, previous === 'none' ? v.null() : v.nullable(v.partial(fields))) },
  ];

const entriesOfObject = (object: ObjectSchema) => entriesOf(object, object);

const checkout = entriesOfObject(CheckoutSession);
const subscription = entriesOfObject(Subscription);
const invoice = entriesOfObject(Invoice);
const payment = entriesOfObject(Payment);
const refund = entriesOfObject(Refund);
const dispute = entriesOfObject(Dispute);
const oneShot = entriesOfObject(OneShotPayment);
const customer = entriesOfObject(Customer);
const product = entriesOfObject(Product);
const price = entriesOfObject(Price);
const coupon = entriesOf(Coupon, Coupon.pipe[0]);
const endpoint = entriesOfObject(WebhookEndpoint);

const entries = [
  checkout('checkout.session.completed', 'former values', 'The payment of a checkout settled.'),
  checkout('checkout.session.expired', 'former values', 'The payment of a checkout failed permanently, or the session expired.'),
  subscription('subscription.created', 'none', 'A paid checkout opened a subscription.'),
  subscription('subscription.updated', 'former values', 'A subscription changed; precedes the specific event of the same change.'),
  subscription('subscription.paused', 'former values', 'Billing stopped.'),
  subscription('subscription.resumed', 'former values', 'Billing started again.'),
  subscription('subscription.reactivated', 'former values', 'A scheduled cancellation was withdrawn.'),
  subscription('subscription.plan_changed', 'former values', 'A subscription moved to another price.'),
  subscription('subscription.trial_started', 'none', 'A subscription started with a trial.'),
  subscription('subscription.trial_will_end', 'former values', 'A trial ends within three days.'),
  subscription('subscription.trial_ended', 'former values', 'A trial ended; recorded once per trial.'),
  subscription('subscription.past_due', 'former values', 'A renewal failed.'),
  subscription('subscription.canceled', 'former values', 'A subscription ended.'),
  subscription('subscription.payment_method_updated', 'former values', 'The customer authorised another payment method.'),
  subscription('subscription.coupon_applied', 'former values', 'A discount was added to a subscription.'),
  subscription('subscription.coupon_expired', 'former values', 'A discount ended. Not sent if a plan change ends it.'),
  invoice('invoice.created', 'none', 'A subscription charge, a one-off sale or the close of a metered period was invoiced.'),
  invoice('invoice.paid', 'former values', 'An invoice was paid.'),
  invoice('invoice.payment_failed', 'former values', 'The charge of a metered period failed.'),
  invoice('invoice.voided', 'former values', 'An invoice was voided: the customer does not owe it.'),
  invoice('invoice.marked_uncollectible', 'former values', 'The last attempt to collect an invoice failed.'),
  entriesOfObject(UpcomingInvoice)('invoice.upcoming', 'none', 'A renewal will be charged soon; contains the amount.'),
  payment('payment.succeeded', 'former values', 'A charge succeeded, verifications of a payment method included.'),
  payment('payment.failed', 'former values', 'A charge failed, verifications of a payment method included.'),
  refund('refund.created', 'none', 'A refund was requested; the money is not returned yet.'),
  refund('refund.succeeded', 'former values', 'A refund was paid out.'),
  refund('refund.failed', 'former values', 'A refund failed, maybe after it had succeeded.'),
  dispute('dispute.created', 'none', 'A charge was charged back.'),
  dispute('dispute.closed', 'former values', "A chargeback was reversed in the account's favour."),
  entriesOfObject(CreditNote)('credit_note.created', 'none', 'A credit note was issued.'),
  oneShot('one_shot_payment.succeeded', 'former values', 'A one-off payment succeeded.'),
  oneShot('one_shot_payment.failed', 'former values', 'A one-off payment failed.'),
  oneShot('one_shot_payment.refunded', 'former values', 'A one-off payment was refunded.'),
  customer('customer.created', 'none', 'A customer was created.'),
  customer('customer.updated', 'former values', 'A customer changed.'),
  customer('customer.deleted', 'former values', 'A customer was deleted or purged; contains its last state.'),
  product('product.created', 'none', 'A product was created.'),
  product('product.updated', 'former values', 'A product changed.'),
  product('product.archived', 'former values', 'A product was archived.'),
  price('price.created', 'none', 'A price was created.'),
  price('price.archived', 'former values', 'A price was archived.'),
  price('price.updated', 'former values', 'A price was made active again, or its refund window changed.'),
  coupon('coupon.created', 'none', 'A coupon was created.'),
  coupon('coupon.updated', 'former values', 'A coupon changed or was deactivated.'),
  endpoint('webhook_endpoint.created', 'none', 'A webhook endpoint was registered.'),
  endpoint('webhook_endpoint.updated', 'former values', 'A webhook endpoint changed.'),
  endpoint('webhook_endpoint.deleted', 'former values', 'A webhook endpoint was deleted; it does not receive this event itself.'),
  entriesOfObject(DunningNotice)('dunning.email_required', 'none', 'A renewal failed and the customer must be notified.'),
] as const;

/** Every event type that the service records. */
export const CATALOGUE: ReadonlyMap<EventType, CatalogueEntry> = new Map(entries);
