import * as v from 'valibot';
import { described, doc } from '../../shared/api/described.ts';
import * as fields from '../../shared/api/fields.ts';
import { BillingProfile } from '../../shared/api/objects/billing-profile.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { viewBillingProfile } from '../../shared/domain/account/record.ts';
import { hasSameSalesTax, withTenantRepricing } from '../../shared/domain/account/repricing.ts';
import { updateBillingProfile } from '../../shared/domain/account/update-billing-profile.ts';
import { REFUND_WINDOW_MAX_DAYS } from '../../shared/domain/limits.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { repriceFirst } from '../../shared/flows/subscriptions/reprice.ts';

const phone = v.pipe(fields.text(4, 32), v.regex(/^\+?[0-9 ()./-]+$/, 'must be a telephone number.'));

const body = v.strictObject({
  legal_name: described(v.optional(fields.text(1, 255)), doc('Legal name of the seller on invoices.')),
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
  registration_number: described(v.optional(v.nullable(fields.text(1, 64))), doc('Number in the company register; `null` clears it.')),
  email: described(v.optional(fields.email), doc('Contact email address of the account, printed on invoices.')),
  phone: described(v.optional(v.nullable(phone)), doc('Telephone number on invoices; `null` clears it.')),
  tax_behavior: described(
    v.optional(v.picklist(['inclusive', 'exclusive'])),
    doc('`inclusive` (prices include tax) or `exclusive` (tax is added to prices).'),
  ),
  refund_window_days: described(
    v.optional(fields.integer(0, REFUND_WINDOW_MAX_DAYS)),
    doc('Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds.'),
  ),
  invoice_footer: described(
    v.optional(v.nullable(fields.text(1, 2000))),
    doc('Text at the foot of invoices and credit notes; `null` clears it.'),
  ),
});

export const operation = defineOperation({
  id: 'tenant.billing_profile_update',
  method: 'POST',
  path: '/v1/tenant/billing_profile',
  summary: "Update the account's billing profile",
  description: doc(
    'Omitted fields keep their values; `null` clears `registration_number`, `phone` and `invoice_footer`. Once set, ' +
      '`vat_id` cannot be changed or cleared; without a `vat_id`, invoices never use reverse charge. Existing invoices do not change.',
  ),
  events: ['subscription.updated'],
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  params: {},
  body,
  response: BillingProfile,
  errors: ['vat_id_locked'],
});

/** Both modes share the profile. */
const MODES = ['live', 'test'] as const;

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => ({ account: await fetchAccount(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) =>
      withTenantRepricing(
        updateBillingProfile(
          {
            legalName: input.legal_name,
            address: input.address === undefined ? undefined : fields.addressOf(input.address),
            countryCode: input.country_code,
            vatId: input.vat_id,
            registrationNumber: input.registration_number,
            email: input.email,
            phone: input.phone,
            taxBehavior: input.tax_behavior,
            refundWindowDays: input.refund_window_days,
            invoiceFooter: input.invoice_footer,
          },
          state,
          context,
        ),
        { changesTax: (account) => !hasSameSalesTax(state.account.record, account), modes: MODES },
        context,
      ),
    answer: ({ changed }) => viewBillingProfile(changed),
    afterCommit: async ({ reprices }) => {
      if (reprices) await repriceFirst(store, tenant.accountId, MODES);
    },
  }),
);
