import * as v from 'valibot';
import { PAYMENT_METHODS } from '../../domain/payment/methods.ts';
import { described, doc, named } from '../schemas/described.ts';

/**
 * A text with one of `values`; later versions can add values [VER-04]. The documentation and the clients list `values`; the compiler checks
 * that `values` contains all values of responses. Without `values`: a text of an open list, such as codes of the payment provider.
 */
export const openEnum = <const Value extends string = string>(values?: readonly Value[]): v.GenericSchema<Value> =>
  // The cast lists the values for the compiler; the schema accepts every text, as clients must.
  (values === undefined
    ? v.string()
    : v.pipe(v.string(), v.metadata({ 'x-extensible-enum': values }))) as unknown as v.GenericSchema<Value>;

/** The name of a payment method. */
export const methodName = openEnum(PAYMENT_METHODS);

/** Length of a billing period. */
export const billingInterval = openEnum(['month', 'year']);

export const discountDuration = openEnum(['once', 'repeating', 'forever']);

export const usageType = openEnum(['licensed', 'metered']);

export const paymentStatus = openEnum(['pending', 'succeeded', 'failed', 'canceled']);

/** Statuses of a checkout session. */
export const CHECKOUT_STATUSES = ['open', 'processing', 'completed', 'expired'] as const;

export const taxBehavior = openEnum(['inclusive', 'exclusive']);

export const timestamp = v.pipe(v.number(), v.integer());
export const cents = v.pipe(v.number(), v.integer());
export const count = v.pipe(v.number(), v.integer());

/** The name of an object's type. */
export const objectName = <const Name extends string>(name: Name) => described(v.literal(name), doc('Type of the object.'));

export const livemode = described(v.boolean(), doc('True in live mode, false in test mode.'));

export const currency = described(v.string(), doc('Currency of the amounts: ISO 4217 code in upper case, such as `EUR`.'));

export const customerId = described(v.string(), doc('Id of the customer. Starts with `cus_`.'));

/** Fields of every object. `idText`: description of the id. */
export const objectHead = <const Name extends string>(name: Name, idText: string | undefined) => ({
  id: described(v.string(), idText),
  object: objectName(name),
  created: described(
    timestamp,
    doc('Unix time in seconds (UTC) when the object was created. For a customer on a test clock: the time of the clock.'),
  ),
  livemode,
});

export const metadata = described(
  v.record(v.string(), v.string()),
  doc('Your own data, as keys with string values; `{}` if none was set. The service stores it and does not use it.'),
);

export const address = named(
  v.strictObject({
    line1: described(v.nullable(v.string()), doc('Street and house number; `null` if unknown.')),
    line2: described(v.nullable(v.string()), doc('Second line of the address, such as an apartment; `null` if there is none.')),
    postal_code: described(v.nullable(v.string()), doc('Postal code; `null` if unknown.')),
    city: described(v.nullable(v.string()), doc('City or town; `null` if unknown.')),
  }),
  'Address',
);

/** Fields of a card; `null` for other payment methods. */
export const cardFields = {
  brand: described(v.nullable(v.string()), doc('Brand of the card, such as `Visa`; `null` if the payment method is not a card.')),
  last4: described(v.nullable(v.string()), doc('Last four digits of the card number; `null` if the payment method is not a card.')),
  exp_month: described(v.nullable(count), doc('Month in which the card expires, 1 to 12; `null` if the payment method is not a card.')),
  exp_year: described(v.nullable(count), doc('Year in which the card expires, such as 2031; `null` if the payment method is not a card.')),
};

export const paymentMethod = named(
  v.strictObject({
    type: described(methodName, doc('Payment method, such as `creditcard`, `directdebit`, `ideal` or `paypal`.')),
    ...cardFields,
  }),
  'PaymentMethod',
);

export const refundEligibility = v.strictObject({
  object: objectName('refund_eligibility'),
  amount_cents: described(cents, doc('Highest amount that can be refunded now, in cents; 0 if nothing can be refunded.')),
  currency,
  days_remaining: described(
    v.nullable(count),
    doc('Days until the refund window ends, rounded up; 0 once it has ended. `null` if the charge is not paid or refunds are disabled.'),
  ),
  eligible: described(v.boolean(), doc('True if the charge can be refunded now.')),
  reason: described(
    v.nullable(
      openEnum([
        'no_payment',
        'payment_not_succeeded',
        'already_refunded',
        'charge_disputed',
        'plan_change_pending',
        'renewal_processing',
        'refunds_disabled',
        'refund_window_passed',
      ]),
    ),
    doc(
      'Why the charge cannot be refunded: `no_payment`, `payment_not_succeeded`, `already_refunded`, `charge_disputed`, ' +
        '`plan_change_pending`, `renewal_processing`, `refunds_disabled` or `refund_window_passed`. `null` if it can be refunded.',
    ),
  ),
});

export const customerSummary = v.strictObject({
  id: customerId,
  object: objectName('customer.summary'),
  name: described(v.nullable(v.string()), doc('Name of the customer; `null` if unknown.')),
  email: described(v.nullable(v.string()), doc('Email address of the customer; `null` if unknown.')),
  country_code: described(
    v.nullable(v.string()),
    doc('Country of the customer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.'),
  ),
});

/** Where the buyer of a checkout session or one-off payment pays. */
export const buyerPage = {
  ui_mode: described(
    openEnum(['hosted', 'embedded']),
    doc('`hosted` (the buyer pays on a page of the service) or `embedded` (the buyer pays in the payment element on your page).'),
  ),
  url: described(v.nullable(v.string()), doc('URL of the hosted page to which to redirect the buyer; `null` if `ui_mode` is `embedded`.')),
};
