/** A field of this API that another API calls differently. */
interface Counterpart {
  readonly field: string;
  /** What the error message says instead of suggesting the field. */
  readonly sentence?: string;
}

/**
 * Of several counterparts, the first one whose `field` the operation has is used. The fields here are no equivalents: they only select the
 * sentence. The operation that cancels a subscription has `withdraw`, and the one that updates a subscription has `price_id`.
 */
const CANCELED_AT_END: readonly Counterpart[] = [
  { field: 'withdraw', sentence: 'A subscription is canceled at the end of its period.' },
  { field: 'price_id', sentence: 'Cancel with POST /v1/subscriptions/{subscription_id}/cancel.' },
];
const COUPON: readonly Counterpart[] = [{ field: 'coupon_code' }];
const INVOICE: readonly Counterpart[] = [{ field: 'payment_id', sentence: 'Send the `payment_id` of the invoice.' }];
const PAYMENT: readonly Counterpart[] = [{ field: 'payment_id' }];
const PRICE: readonly Counterpart[] = [{ field: 'price_id' }];

/** Fields and parameters of Stripe that resemble no name of this API, each with its counterparts. */
const COUNTERPARTS = new Map<string, readonly Counterpart[]>(
  Object.entries({
    at_period_end: CANCELED_AT_END,
    cancel_at_period_end: CANCELED_AT_END,
    charge: PAYMENT,
    coupon: COUPON,
    discounts: COUPON,
    promotion_code: COUPON,
    ending_before: [{ field: 'starting_after', sentence: 'Lists are read forward only, with `starting_after`.' }],
    invoice: INVOICE,
    invoice_id: INVOICE,
    items: PRICE,
    line_items: PRICE,
    payment_intent: PAYMENT,
    payment_method_types: [{ field: 'payment_methods' }, { field: 'payment_method' }],
    preferred_locales: [{ field: 'language' }],
    quantity: [{ field: 'price_id', sentence: 'A subscription has no quantity: sell seats as prices or as metered usage.' }],
    recurring: [{ field: 'interval' }],
    tax_id: [{ field: 'vat_number' }],
    trial_period_days: [{ field: 'trial_days_override' }, { field: 'trial_days' }],
    unit_amount: [{ field: 'unit_amount_cents' }, { field: 'amount_cents' }],
  }),
);

/** The counterpart of a name of another API among the known fields; `null`: none. */
export const counterpartOf = (name: string, known: readonly string[]): Counterpart | null =>
  COUNTERPARTS.get(name)?.find(({ field }) => known.includes(field)) ?? null;
