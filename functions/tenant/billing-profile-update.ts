import { BillingProfile, BillingProfileParams, withdrawalSettingFrom } from '../../shared/api/objects/billing-profile.ts';
import { sellerEInvoicingOf } from '../../shared/api/objects/e-invoicing.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { type Account, sendsCustomerEmails, viewBillingProfile } from '../../shared/domain/account/record.ts';
import { hasSameSalesTax, withTenantRepricing } from '../../shared/domain/account/repricing.ts';
import { updateBillingProfile } from '../../shared/domain/account/update-billing-profile.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { startTenantRepricing } from '../../shared/flows/subscriptions/reprice.ts';

export const operation = defineOperation({
  id: 'tenant.billing_profile_update',
  method: 'POST',
  path: '/v1/tenant/billing_profile',
  summary: "Update the account's billing profile",
  description: doc(
    'Omitted fields keep their values; `null` clears `registration_number`, `phone`, `invoice_footer` and `e_invoicing`, and resets `dunning_schedule`. Once set, ' +
      '`vat_id` cannot be changed or cleared; without a `vat_id`, invoices never use reverse charge. Existing invoices do not change. ' +
      'If the IBAN changes, the owners receive an email. For requests with an IBAN, the console requires a sign-in within the last 15 minutes.',
  ),
  events: ['subscription.updated'],
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  uses: ['mail'],
  params: {},
  body: BillingProfileParams,
  response: BillingProfile,
  sensitive: ({ body }) => typeof body.e_invoicing?.iban === 'string',
  errors: ['vat_id_locked'],
});

/** Whether the change affects what subscriptions store: their tax, and whether customers get emails. */
const changesSubscriptions = (before: Account, after: Account): boolean =>
  !hasSameSalesTax(before, after) || sendsCustomerEmails(before) !== sendsCustomerEmails(after);

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
            ...camelKeys(input),
            address: input.address && fields.addressOf(input.address),
            eInvoicing: input.e_invoicing && sellerEInvoicingOf(input.e_invoicing),
            withdrawal: input.withdrawal && withdrawalSettingFrom(input.withdrawal),
          },
          state,
          context,
        ),
        { changesSubscriptions: (account) => changesSubscriptions(state.account.record, account), modes: MODES },
        context,
      ),
    answer: ({ changed }) => viewBillingProfile(changed),
    afterCommit: async ({ needsRepricing }) => {
      if (needsRepricing) await startTenantRepricing(store, tenant.accountId, MODES);
    },
  }),
);
