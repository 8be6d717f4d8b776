/** How far things are counted; a count of this many means so many or more. */
export const ATTENTION_COUNT_MAX = 100;

/** What blocks it, in the mode of anyone who asks; the last two are the account's. */
export interface AttentionFacts {
  readonly failingEndpoints: number;
  readonly disabledEndpoints: number;
  /** Counted up to `ATTENTION_COUNT_MAX`, as are the next three. */
  readonly pastDueSubscriptions: number;
  readonly billingHolds: number;
  readonly overpayments: number;
  /** Ended subscriptions with credit left. */
  readonly creditsLeft: number;
  /** Charged tax only because the account has no VAT number. */
  readonly customersWithoutReverseCharge: number;
  /** More payments from one IP address were refused within an hour than buyers make, during the last day. */
  readonly cardTestingSuspected: boolean;
  /** The live mode has a provider account. */
  readonly providerConnected: boolean;
  readonly billingProfileComplete: boolean;
}

export interface AttentionItem {
  readonly key: string;
  /** `bad`: something fails now. `warn`: something will, or money waits. `info`: worth knowing. */
  readonly severity: 'bad' | 'warn' | 'info';
  readonly title: string;
  readonly body: string;
  /** What to do about it, and where: a path of this API. */
  readonly cta: string;
  readonly href: string;
  readonly count: number | null;
}

/** `1 webhook endpoint`, `3 webhook endpoints`, `100 or more webhook endpoints`. */
const numbered = (count: number, noun: string): string => {
  if (count === 1) return `1 ${noun}`;
  return `${count}${count >= ATTENTION_COUNT_MAX ? ' or more' : ''} ${noun}s`;
};

type Text = Omit<AttentionItem, 'count'>;

const counted = (count: number, text: Text): readonly AttentionItem[] => (count === 0 ? [] : [{ ...text, count }]);
const unless = (fine: boolean, text: Text): readonly AttentionItem[] => (fine ? [] : [{ ...text, count: null }]);

/** What the account should look at, the worst first; nothing when all is well. */
export const attentionOf = (facts: AttentionFacts): readonly AttentionItem[] => [
  ...counted(facts.billingHolds, {
    key: 'billing_on_hold',
    severity: 'bad',
    title: `${numbered(facts.billingHolds, 'subscription')} not renewed`,
    body: 'A renewal was held back because it would have billed a period a second time. Nothing was charged; ask the operator to look at it.',
    cta: 'List subscriptions',
    href: '/v1/subscriptions',
  }),
  ...counted(facts.overpayments, {
    key: 'overpayments_not_refunded',
    severity: 'bad',
    title: `${numbered(facts.overpayments, 'overpayment')} not returned`,
    body: 'A customer paid twice for the same thing. The refund is asked for again and again; see whether the payment provider has the balance for it.',
    cta: 'List payments',
    href: '/v1/payments',
  }),
  ...unless(!facts.cardTestingSuspected, {
    key: 'card_testing_suspected',
    severity: 'bad',
    title: 'Card testing suspected',
    body: 'During the last day, more than 30 payments from one IP address were refused within an hour. Somebody may be trying stolen cards: protect the page that opens your checkouts, for example by a CAPTCHA.',
    cta: 'List payments',
    href: '/v1/payments',
  }),
  ...counted(facts.failingEndpoints, {
    key: 'webhook_deliveries_failing',
    severity: 'bad',
    title: `${numbered(facts.failingEndpoints, 'webhook endpoint')} failing`,
    body: 'Among the latest deliveries are some that failed during the last day. Each is tried up to ten times; see last_error of the deliveries.',
    cta: 'List webhook endpoints',
    href: '/v1/webhook_endpoints',
  }),
  ...counted(facts.pastDueSubscriptions, {
    key: 'subscriptions_past_due',
    severity: 'warn',
    title: `${numbered(facts.pastDueSubscriptions, 'subscription')} past due`,
    body: 'Their renewal failed. It is tried again on schedule, or at once when the customer gives a new payment method.',
    cta: 'List past due subscriptions',
    href: '/v1/subscriptions?status=past_due',
  }),
  ...counted(facts.creditsLeft, {
    key: 'credit_left',
    severity: 'warn',
    title: `${numbered(facts.creditsLeft, 'canceled subscription')} with credit left`,
    body: 'These customers paid for service that they did not use. Refund the payments that the credit comes from; the refund window does not apply to it.',
    cta: 'List canceled subscriptions',
    href: '/v1/subscriptions?status=canceled',
  }),
  ...unless(facts.providerConnected, {
    key: 'payment_provider_not_connected',
    severity: 'warn',
    title: 'No payment provider connected in live mode',
    body: 'Live payments cannot be taken until the live API key of the payment provider is given.',
    cta: 'Connect the payment provider',
    href: '/v1/tenant/provider_credential',
  }),
  ...unless(facts.billingProfileComplete, {
    key: 'billing_profile_incomplete',
    severity: 'warn',
    title: 'Billing profile incomplete',
    body: 'Invoices need the legal name, the address with street and city, and the country of their seller.',
    cta: 'Complete the billing profile',
    href: '/v1/tenant/billing_profile',
  }),
  ...counted(facts.customersWithoutReverseCharge, {
    key: 'reverse_charge_without_vat_number',
    severity: 'warn',
    title: `${numbered(facts.customersWithoutReverseCharge, 'customer')} charged tax for want of a VAT number`,
    body: 'They have a valid VAT number of another EU country. This account has none, so they are charged normal tax instead of reverse charge.',
    cta: 'Add the VAT number',
    href: '/v1/tenant/billing_profile',
  }),
  ...counted(facts.disabledEndpoints, {
    key: 'webhook_endpoints_disabled',
    severity: 'info',
    title: `${numbered(facts.disabledEndpoints, 'webhook endpoint')} disabled`,
    body: 'Events that happen while an endpoint is disabled are not sent to it.',
    cta: 'List webhook endpoints',
    href: '/v1/webhook_endpoints',
  }),
];
