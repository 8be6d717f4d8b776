import * as v from 'valibot';
import { PortalBranding } from '../../shared/api/objects/portal-branding.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { updateBranding } from '../../shared/domain/account/update-branding.ts';
import { OFFERED_PLANS_MAX } from '../../shared/domain/limits.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { findExistingPriceIds } from '../../shared/flows/subscriptions/portal-plans.ts';
import { viewBranding } from '../../shared/pages/view-branding.ts';
import { logoRemoval } from '../../shared/store/core/logo-file.ts';

const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

const priceIds = v.pipe(
  v.array(fields.reference),
  v.maxLength(OFFERED_PLANS_MAX, `must have at most ${OFFERED_PLANS_MAX} entries.`),
  v.check((ids) => new Set(ids).size === ids.length, 'must contain each price only once.'),
);

const body = v.strictObject({
  display_name: described(clearable(fields.text(1, 255)), doc('Name shown on the pages; `null`: the name of the account.')),
  logo_url: described(
    clearable(fields.secureUrl),
    doc('https URL of the logo on the pages; `null`: none, and an uploaded logo is deleted.'),
  ),
  icon_url: described(clearable(fields.secureUrl), doc('https URL of the small icon of the pages; `null`: none.')),
  primary_color: described(clearable(fields.color), doc('Color of buttons and links, in the form `#rrggbb`; `null`: the default color.')),
  background_color: described(clearable(fields.color), doc('Color of the background, in the form `#rrggbb`; `null`: the default color.')),
  support_email: described(
    clearable(fields.email),
    doc('Email address for questions of customers; `null`: the email address of the account.'),
  ),
  support_url: described(clearable(fields.secureUrl), doc('https URL of your support page; `null`: none.')),
  privacy_url: described(clearable(fields.secureUrl), doc('https URL of your privacy policy; `null`: none.')),
  terms_url: described(clearable(fields.secureUrl), doc('https URL of your terms; `null`: none.')),
  withdrawal_url: described(clearable(fields.secureUrl), doc('https URL of your information about the right of withdrawal; `null`: none.')),
  plans: described(
    v.optional(v.union([v.picklist(['same_product', 'all']), priceIds])),
    doc('Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids.'),
  ),
});

export const operation = defineOperation({
  id: 'tenant.portal_branding_update',
  method: 'POST',
  path: '/v1/tenant/portal_branding',
  summary: "Update the account's portal branding",
  description: doc(
    'Omitted fields keep their values; `null` clears a field. `plans` defines the prices that customers can change ' +
      'to in the portal: the prices of the same product (`same_product`, the default), `all`, or a list of price ids from live or test mode.',
  ),
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  params: {},
  body,
  response: PortalBranding,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const offeredPriceIds = Array.isArray(input.plans) ? input.plans : [];
      const [account, knownPriceIds] = await Promise.all([
        fetchAccount(store, tenant),
        findExistingPriceIds(store, tenant, offeredPriceIds),
      ]);
      return { account, knownPriceIds };
    },
    nowOf: () => null,
    decide: (state, context) => updateBranding(camelKeys(input), state, context),
    extraWrites: () => (input.logo_url === null ? [logoRemoval(tenant.accountId)] : []),
    answer: (account) => viewBranding(account),
  }),
);
