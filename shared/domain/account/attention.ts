import type { MissingInAccount } from '../e-invoice/account-missing.ts';

/** Counting stops at this number: a count of 100 means "100 or more". */
export const ATTENTION_COUNT_MAX = 100;

/** Percentage of the EU threshold (`tax/threshold.ts`) from which there is a warning. */
const THRESHOLD_WARNING_PERCENT = 80;

/** Facts that decide the attention items. The last two are facts of the account; all others are facts of the caller's mode. */
export interface AttentionFacts {
  readonly failingEndpoints: number;
  readonly disabledEndpoints: number;
  /** Counted up to `ATTENTION_COUNT_MAX`, like the next four counts. */
  readonly pastDueSubscriptions: number;
  readonly billingHolds: number;
  readonly owedRefunds: number;
  /** Canceled subscriptions with credit left. */
  readonly creditsLeft: number;
  /** Customers who are charged tax only because the account has no VAT number. */
  readonly customersWithoutReverseCharge: number;
  /** In the tax mode `manual`: countries of recent buyers where VAT is usually due, but for which the account has no tax rate. */
  readonly untaxedCountries: readonly string[];
  /**
   * The sales of this year in percent of the EU threshold, or the sales of last year if these exceed the threshold and are higher. `null`:
   * the account is not in the tax mode `eu_home`.
   */
  readonly euThresholdPercent: number | null;
  /** Currencies of sales of this or the last year that should count towards the EU threshold, but are not part of `euThresholdPercent`. */
  readonly uncountedCurrencies: readonly string[];
  /** False if there are too many sales of this or the last year to sum, so that `euThresholdPercent` may be too low. */
  readonly isEuThresholdSummed: boolean;
  /** True for a seller in the EU who has prices, but has chosen neither a tax mode nor tax rates nor an exemption. */
  readonly taxNotSetUp: boolean;
  /** What the billing profile lacks for the e-invoices of recent invoices to businesses. */
  readonly eInvoices: MissingInAccount;
  /** True when, during the last day, too many payments from one IP address were refused within an hour. */
  readonly cardTestingSuspected: boolean;
  /** True when a provider account is connected in live mode. */
  readonly providerConnected: boolean;
  readonly billingProfileComplete: boolean;
}

/** Problems in the data of the caller's mode, with notes for their documentation; `null`: no note. */
export const PROBLEMS_OF_MODE = {
  billing_on_hold: null,
  overpayments_not_refunded: 'a customer paid twice or withdrew from a contract, and the payment provider does not have the refund yet',
  card_testing_suspected: 'too many refused payments from one IP address during the last day',
  webhook_deliveries_failing: 'among the ten latest deliveries of each endpoint; test events do not count',
  subscriptions_past_due: null,
  credit_left: 'canceled subscriptions with credit that was paid for and not used',
  reverse_charge_without_vat_number: 'customers with a valid VAT number who are charged tax because the account has no VAT number',
  eu_threshold_exceeded:
    'in the tax mode `eu_home`: sales to consumers in other member states of more than 10,000 EUR in this or the last year',
  eu_threshold_near: 'in the tax mode `eu_home`: sales of 8000 EUR or more in this year to consumers in other member states',
  eu_threshold_incomplete:
    'in the tax mode `eu_home`: sales to consumers in other member states in this or the last year are not counted, because they are too many or in other currencies',
  tax_rate_missing: 'in the tax mode `manual`: recent sales to countries for which there is no tax rate',
  e_invoices_incomplete: 'recent invoices to businesses whose e-invoices lack fields of the billing profile, which `body` names',
  tax_not_set_up: 'a seller in the EU with prices, in the tax mode `manual`, without a tax rate or a declared exemption',
  webhook_endpoints_disabled: null,
} as const;

/** Problems of the account, like `PROBLEMS_OF_MODE`. */
export const PROBLEMS_OF_ACCOUNT = {
  payment_provider_not_connected: 'in live mode',
  billing_profile_incomplete: null,
} as const;

export interface AttentionItem {
  readonly key: keyof typeof PROBLEMS_OF_MODE | keyof typeof PROBLEMS_OF_ACCOUNT;
  /** `bad`: something fails now. `warn`: something will fail, or money is outstanding. `info`: notice. */
  readonly severity: 'bad' | 'warn' | 'info';
  readonly title: string;
  readonly body: string;
  /** Label of the action; `href` is its API path. */
  readonly cta: string;
  readonly href: string;
  readonly count: number | null;
}

/** `1 webhook endpoint`, `3 webhook endpoints`, `100 or more webhook endpoints`. */
const countedNoun = (count: number, noun: string, plural = `${noun}s`): string => {
  if (count === 1) return `1 ${noun}`;
  return `${count}${count >= ATTENTION_COUNT_MAX ? ' or more' : ''} ${plural}`;
};

type ItemWithoutCount = Omit<AttentionItem, 'count'>;

const itemIfAny = (count: number, item: ItemWithoutCount): readonly AttentionItem[] => (count === 0 ? [] : [{ ...item, count }]);
const itemUnless = (isFine: boolean, item: ItemWithoutCount): readonly AttentionItem[] => (isFine ? [] : [{ ...item, count: null }]);

const AND = new Intl.ListFormat('en');

/** The item about the EU threshold, if at least 80 percent of the threshold is reached. */
const thresholdItem = (percent: number | null): readonly AttentionItem[] => {
  if (percent === null || percent < THRESHOLD_WARNING_PERCENT) return [];
  const isExceeded = percent > 100;
  return [
    {
      key: isExceeded ? 'eu_threshold_exceeded' : 'eu_threshold_near',
      severity: isExceeded ? 'bad' : 'warn',
      title: isExceeded ? 'EU threshold exceeded' : `${Math.floor(percent)} % of the EU threshold reached`,
      body: "For sales to consumers in other member states of more than 10,000 EUR in this or the last calendar year, the VAT of the buyer's country is due. Register for the One Stop Shop and set the tax mode to eu_oss.",
      cta: 'Change the tax mode',
      href: '/v1/tenant/billing_profile',
      count: null,
    },
  ];
};

/** The item about sales that are not counted towards the threshold: there are too many, or they are in other currencies. */
const incompleteThresholdItem = ({
  uncountedCurrencies: currencies,
  isEuThresholdSummed,
}: Pick<AttentionFacts, 'uncountedCurrencies' | 'isEuThresholdSummed'>): readonly AttentionItem[] => {
  if (!isEuThresholdSummed) {
    return [
      {
        key: 'eu_threshold_incomplete',
        severity: 'warn',
        title: 'Too many sales to compare with the EU threshold',
        body: 'The threshold of 10,000 EUR includes all sales to consumers in other member states. This or the last calendar year has too many of them to add up here. Add them up with the VAT report, which contains their net amounts by country.',
        cta: 'Retrieve the VAT report',
        href: '/v1/reports/vat',
        count: null,
      },
    ];
  }
  return itemUnless(currencies.length === 0, {
    key: 'eu_threshold_incomplete',
    severity: 'warn',
    title: `Sales in ${AND.format(currencies)} not counted towards the EU threshold`,
    body: `The threshold of 10,000 EUR includes all sales to consumers in other member states. The service has no exchange rates, so those of this and the last calendar year in ${AND.format(currencies)} are not counted. Convert them with the rates of the European Central Bank and add them yourself.`,
    cta: 'List invoices',
    href: '/v1/invoices',
  });
};

/** The item about e-invoices. Names each field without its prefix, with what to add. */
const eInvoicesItem = ({ documents, missing }: MissingInAccount): readonly AttentionItem[] => {
  const fields = missing.map(({ field, message }) => `\`${field.replace('billing_profile.', '')}\` (${message})`);
  return itemIfAny(documents, {
    key: 'e_invoices_incomplete',
    severity: 'warn',
    title: `${countedNoun(documents, 'e-invoice')} incomplete`,
    body: `The billing profile lacks ${AND.format(fields)}. Once it is complete, the files can be downloaded.`,
    cta: 'Complete the billing profile',
    href: '/v1/tenant/billing_profile',
  });
};

/** Returns the items that need the account's attention, most severe first; empty when there are none. */
export const attentionOf = (facts: AttentionFacts): readonly AttentionItem[] => [
  ...itemIfAny(facts.billingHolds, {
    key: 'billing_on_hold',
    severity: 'bad',
    title: `${countedNoun(facts.billingHolds, 'subscription')} not renewed`,
    body: 'A renewal was held back, for example because it would have billed a period a second time. Nothing was charged; ask the operator to look at it.',
    cta: 'List subscriptions',
    href: '/v1/subscriptions',
  }),
  ...itemIfAny(facts.owedRefunds, {
    key: 'overpayments_not_refunded',
    severity: 'bad',
    title: `${countedNoun(facts.owedRefunds, 'owed refund')} not made`,
    body: 'A customer paid twice for the same thing, or withdrew from a contract. The refund is retried automatically. Check that your balance at the payment provider covers it.',
    cta: 'List payments',
    href: '/v1/payments',
  }),
  ...itemUnless(!facts.cardTestingSuspected, {
    key: 'card_testing_suspected',
    severity: 'bad',
    title: 'Card testing suspected',
    body: 'During the last day, more than 30 payments from one IP address were refused within an hour. Somebody may be trying stolen cards: protect the page that opens your checkouts, for example by a CAPTCHA.',
    cta: 'List payments',
    href: '/v1/payments',
  }),
  ...itemIfAny(facts.failingEndpoints, {
    key: 'webhook_deliveries_failing',
    severity: 'bad',
    title: `${countedNoun(facts.failingEndpoints, 'webhook endpoint')} failing`,
    body: 'Among the latest deliveries are some that failed during the last day. Each is tried up to ten times; see last_error of the deliveries.',
    cta: 'List webhook endpoints',
    href: '/v1/webhook_endpoints',
  }),
  ...thresholdItem(facts.euThresholdPercent),
  ...itemIfAny(facts.pastDueSubscriptions, {
    key: 'subscriptions_past_due',
    severity: 'warn',
    title: `${countedNoun(facts.pastDueSubscriptions, 'subscription')} past due`,
    body: 'Their renewal failed. It is tried again on schedule unless the bank refused it for good, and at once when the customer gives a new payment method.',
    cta: 'List past due subscriptions',
    href: '/v1/subscriptions?status=past_due',
  }),
  ...itemIfAny(facts.creditsLeft, {
    key: 'credit_left',
    severity: 'warn',
    title: `${countedNoun(facts.creditsLeft, 'canceled subscription')} with credit left`,
    body: 'These customers paid for service that they did not use. Refund the payments that the credit comes from; the refund window does not apply to it.',
    cta: 'List canceled subscriptions',
    href: '/v1/subscriptions?status=canceled',
  }),
  ...itemUnless(facts.providerConnected, {
    key: 'payment_provider_not_connected',
    severity: 'warn',
    title: 'No payment provider connected in live mode',
    body: 'Live payments cannot be taken until the live API key of the payment provider is given.',
    cta: 'Connect the payment provider',
    href: '/v1/tenant/provider_credential',
  }),
  ...itemUnless(facts.billingProfileComplete, {
    key: 'billing_profile_incomplete',
    severity: 'warn',
    title: 'Billing profile incomplete',
    body: 'Invoices need the legal name, the address with street and city, and the country of their seller.',
    cta: 'Complete the billing profile',
    href: '/v1/tenant/billing_profile',
  }),
  ...itemIfAny(facts.customersWithoutReverseCharge, {
    key: 'reverse_charge_without_vat_number',
    severity: 'warn',
    title: `${countedNoun(facts.customersWithoutReverseCharge, 'customer')} charged tax because your VAT number is missing`,
    body: 'They have a valid VAT number of another EU country. This account has none, so they are charged normal tax instead of reverse charge.',
    cta: 'Add the VAT number',
    href: '/v1/tenant/billing_profile',
  }),
  ...incompleteThresholdItem(facts),
  ...itemIfAny(facts.untaxedCountries.length, {
    key: 'tax_rate_missing',
    severity: 'warn',
    title: `${countedNoun(facts.untaxedCountries.length, 'country', 'countries')} without a tax rate`,
    body: `Recent sales to ${facts.untaxedCountries.join(', ')} were not taxed. Create a tax rate, or use a tax mode that has the rates of the EU.`,
    cta: 'Create a tax rate',
    href: '/v1/tax_rates',
  }),
  ...eInvoicesItem(facts.eInvoices),
  // Left out if there are untaxed sales: their item says the same, and more.
  ...itemUnless(!facts.taxNotSetUp || facts.untaxedCountries.length > 0, {
    key: 'tax_not_set_up',
    severity: 'info',
    title: 'Tax not set up',
    body: 'No VAT is charged: the tax mode is manual, and there is no tax rate. Choose a tax mode that has the rates of the EU, create tax rates, or declare why your sales are exempt.',
    cta: 'Choose a tax mode',
    href: '/v1/tenant/billing_profile',
  }),
  ...itemIfAny(facts.disabledEndpoints, {
    key: 'webhook_endpoints_disabled',
    severity: 'info',
    title: `${countedNoun(facts.disabledEndpoints, 'webhook endpoint')} disabled`,
    body: 'Events that happen while an endpoint is disabled are not sent to it.',
    cta: 'List webhook endpoints',
    href: '/v1/webhook_endpoints',
  }),
];
