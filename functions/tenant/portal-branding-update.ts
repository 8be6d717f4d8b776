import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { PortalBranding } from '../../shared/api/objects/portal-branding.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { viewPortalBranding } from '../../shared/domain/account/record.ts';
import { updateBranding } from '../../shared/domain/account/update-branding.ts';
import { OFFERED_PLANS_MAX } from '../../shared/domain/limits.ts';
import { accountOf } from '../../shared/flows/accounts/create.ts';
import { knownPrices } from '../../shared/flows/subscriptions/portal-plans.ts';

const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

const priceIds = v.pipe(
  v.array(fields.reference),
  v.maxLength(OFFERED_PLANS_MAX, `must have at most ${OFFERED_PLANS_MAX} entries.`),
  v.check((ids) => new Set(ids).size === ids.length, 'must name each price once.'),
);

const body = v.strictObject({
  display_name: clearable(fields.text(1, 255)),
  logo_url: clearable(fields.secureUrl),
  icon_url: clearable(fields.secureUrl),
  primary_color: clearable(fields.color),
  background_color: clearable(fields.color),
  support_email: clearable(fields.email),
  support_url: clearable(fields.secureUrl),
  privacy_url: clearable(fields.secureUrl),
  terms_url: clearable(fields.secureUrl),
  plans: v.optional(v.union([v.picklist(['same_product', 'all']), priceIds])),
});

export const operation = defineOperation({
  id: 'tenant.portal_branding_update',
  method: 'POST',
  path: '/v1/tenant/portal_branding',
  summary: "Update the account's portal branding",
  description:
    'Takes a live key. Fields left out keep their values; `null` clears one. `plans` is what customers may change to in the portal: the prices of the same product (`same_product`, as long as nothing else is said), `all`, or those with the given ids, of either mode.',
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  params: {},
  query: null,
  body,
  response: PortalBranding,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ body: given }, { tenant, store, run }) =>
  run({
    load: async () => {
      const ids = Array.isArray(given.plans) ? given.plans : [];
      const [account, knownPriceIds] = await Promise.all([accountOf(store, tenant), knownPrices(store, tenant, ids)]);
      return { account, knownPriceIds };
    },
    nowOf: () => null,
    decide: (state, context) =>
      updateBranding(
        {
          displayName: given.display_name,
          logoUrl: given.logo_url,
          iconUrl: given.icon_url,
          primaryColor: given.primary_color,
          backgroundColor: given.background_color,
          supportEmail: given.support_email,
          supportUrl: given.support_url,
          privacyUrl: given.privacy_url,
          termsUrl: given.terms_url,
          plans: given.plans,
        },
        state,
        context,
      ),
    answer: (account) => viewPortalBranding(account),
  }),
);
