import * as v from 'valibot';
import type { WithdrawalSetting } from '../../domain/account/record.ts';
import { REFUND_WINDOW_MAX_DAYS } from '../../domain/limits.ts';
import { DEFAULT_RETRY_DAYS, RETRIES_MAX, RETRY_DAY_MAX } from '../../domain/subscription/renewal/dunning.ts';
import { REGISTRATION_COUNTRIES, TAX_MODES } from '../../domain/tax/modes.ts';
import { day } from '../reports/day.ts';
import { described, doc } from '../schemas/described.ts';
import * as fields from '../schemas/fields.ts';
import { nestedObject } from '../schemas/object-schemas.ts';
import { address, count, objectHead, openEnum, taxBehavior } from './common.ts';
import { SellerEInvoicing, SellerEInvoicingParams } from './e-invoicing.ts';

const TAX_MODE = doc(
  '`manual` (only the tax rates of the account), `eu_home` (your VAT for all consumers in the EU, below the threshold of 10,000 EUR a year) or ' +
    "`eu_oss` (the VAT of the buyer's country). Tax rates of the account take precedence.",
);
const REGISTRATIONS = doc('VAT registrations outside the EU, one per country. Used in the modes `eu_home` and `eu_oss`.');
const REGISTERED = doc('Country of the registration: `CH`, `GB` or `NO`.');
const NUMBER = doc('VAT number in that country, printed on invoices to its buyers.');
const CUSTOMER_EMAILS = doc(
  'Whether customers get emails about their orders and subscriptions: order confirmation, changes, end of a trial, renewal of a yearly plan, ' +
    'SEPA debits, expiring cards, changes whose payment failed, and the end of a subscription after a hard decline.',
);
const FROM = doc('First day on which the VAT of that country is charged, as `yyyy-mm-dd` in UTC.');

const isAscending = (days: number[]): boolean => days.every((day, index) => index === 0 || day > Number(days[index - 1]));
const WITHDRAWAL = doc(
  'Whether consumers can withdraw from the contract in the portal within 14 days. Applies to subscriptions that are sold from now on.',
);
const ENABLED = doc('True: customers without a VAT number can withdraw, if you or they are in the EU.');
const PARTIAL_REFUND = doc(
  'True: the order page asks whether the service is to begin at once; customers who said yes get only the unused part of their payments back.',
);

export const BillingProfile = v.strictObject({
  ...objectHead('billing_profile', doc('Id of the account. Starts with `acct_`.')),
  livemode: described(v.boolean(), doc('Always true: both modes share the profile.')),
  legal_name: described(v.nullable(v.string()), doc('Legal name of the seller on invoices; `null` if none was set.')),
  address: described(v.nullable(address), doc('Address of the seller on invoices; `null` if none was set.')),
  country_code: described(
    v.nullable(v.string()),
    doc('Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if none was set.'),
  ),
  vat_id: described(
    v.nullable(v.string()),
    doc('VAT id of the account with its country prefix; `null` if none was set. It cannot be changed once set.'),
  ),
  registration_number: described(v.nullable(v.string()), doc('Number in the company register; `null` if none was set.')),
  email: described(v.string(), doc('Contact email address of the account, printed on invoices.')),
  phone: described(v.nullable(v.string()), doc('Telephone number on invoices; `null` if none was set.')),
  tax_behavior: described(taxBehavior, doc('`inclusive` (prices include tax) or `exclusive` (tax is added to prices).')),
  tax_mode: described(openEnum(TAX_MODES), TAX_MODE),
  registrations: described(
    v.array(
      v.strictObject({
        country: described(openEnum(REGISTRATION_COUNTRIES), REGISTERED),
        number: described(v.string(), NUMBER),
        from: described(v.string(), FROM),
      }),
    ),
    REGISTRATIONS,
  ),
  refund_window_days: described(
    count,
    doc('Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds.'),
  ),
  dunning_schedule: described(v.array(count), doc('Days after the first failure of a renewal on which it is retried.')),
  invoice_footer: described(v.nullable(v.string()), doc('Text at the foot of invoices and credit notes; `null` if none was set.')),
  e_invoicing: described(v.nullable(SellerEInvoicing), doc('Settings for e-invoices; `null` if none was set.')),
  withdrawal: described(
    v.optional(v.strictObject({ enabled: described(v.boolean(), ENABLED), partial_refund: described(v.boolean(), PARTIAL_REFUND) })),
    doc('Whether consumers can withdraw from the contract in the portal within 14 days; absent if it was never set, which means no.'),
  ),
  customer_emails: described(v.optional(v.boolean()), CUSTOMER_EMAILS),
});

/** The body of an update: omitted fields keep their values. */
export const BillingProfileParams = v.strictObject({
  legal_name: described(v.optional(fields.printed(1, 255)), doc('Legal name of the seller on invoices.')),
  address: described(v.optional(fields.address), doc('Address of the seller on invoices; omitted lines are cleared.')),
  country_code: described(
    v.optional(fields.countryCode),
    doc('Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
  ),
  // The domain checks the format, and refuses to clear the VAT id with an empty string.
  vat_id: described(
    v.optional(v.nullable(fields.text(0, 32))),
    doc('VAT id of the account with its country prefix. It cannot be changed or cleared once set.'),
  ),
  registration_number: described(v.optional(v.nullable(fields.printed(1, 64))), doc('Number in the company register; `null` clears it.')),
  email: described(v.optional(fields.email), doc('Contact email address of the account, printed on invoices.')),
  phone: described(v.optional(v.nullable(fields.phone)), doc('Telephone number on invoices; `null` clears it.')),
  tax_behavior: described(
    v.optional(v.picklist(['inclusive', 'exclusive'])),
    doc('`inclusive` (prices include tax) or `exclusive` (tax is added to prices).'),
  ),
  tax_mode: described(v.optional(v.picklist(TAX_MODES)), TAX_MODE),
  registrations: described(
    v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            country: described(v.picklist(REGISTRATION_COUNTRIES), REGISTERED),
            number: described(fields.text(4, 32), NUMBER),
            from: described(day, FROM),
          }),
        ),
        v.maxLength(REGISTRATION_COUNTRIES.length, 'must have at most one entry per country.'),
      ),
    ),
    doc('VAT registrations outside the EU, one per country; replaces all of them. Used in the modes `eu_home` and `eu_oss`.'),
  ),
  refund_window_days: described(
    v.optional(fields.integer(0, REFUND_WINDOW_MAX_DAYS)),
    doc('Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds.'),
  ),
  dunning_schedule: described(
    v.optional(
      v.nullable(
        v.pipe(
          v.array(fields.integer(1, RETRY_DAY_MAX)),
          v.minLength(1, 'must have at least one day.'),
          v.maxLength(RETRIES_MAX, `must have at most ${RETRIES_MAX} days.`),
          v.check(isAscending, 'must list its days in ascending order, each once.'),
        ),
      ),
    ),
    doc(
      `Days after the first failure of a renewal on which it is retried: 1 to ${RETRIES_MAX} numbers from 1 to ${RETRY_DAY_MAX}, ` +
        `in ascending order, for renewals charged from now on; \`null\` sets the default (${DEFAULT_RETRY_DAYS.join(', ')}). ` +
        'After the last retry the subscription is canceled.',
    ),
  ),
  invoice_footer: described(
    v.optional(v.nullable(fields.printed(1, 2000))),
    doc('Text at the foot of invoices and credit notes; `null` clears it.'),
  ),
  e_invoicing: described(
    v.optional(v.nullable(SellerEInvoicingParams)),
    doc('Settings for e-invoices, for documents that are issued from now on; omitted fields are cleared, `null` clears all.'),
  ),
  withdrawal: described(
    v.optional(
      nestedObject({
        enabled: described(v.boolean(), ENABLED),
        partial_refund: described(v.optional(v.boolean(), false), PARTIAL_REFUND),
      }),
    ),
    WITHDRAWAL,
  ),
  customer_emails: described(v.optional(v.boolean()), CUSTOMER_EMAILS),
});

/** Converts the withdrawal setting of a request body to the domain's field names. */
export const withdrawalSettingFrom = ({
  enabled,
  partial_refund: partialRefund,
}: NonNullable<v.InferOutput<typeof BillingProfileParams>['withdrawal']>): WithdrawalSetting => ({ enabled, partialRefund });
