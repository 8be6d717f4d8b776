import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { ProviderCredential } from '../../shared/api/objects/provider-credential.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { connectProvider } from '../../shared/domain/provider-credential/connect.ts';
import { providerCredentialAggregate, viewProviderCredential } from '../../shared/domain/provider-credential/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { checkKey } from '../../shared/flows/accounts/connect.ts';
import { providerBaseUrl } from '../../shared/platform/environment.ts';
import { describeKeys, PROVIDERS, providerKindOfKey } from '../../shared/provider/registry.ts';
import { cipher } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'tenant.provider_credential_connect',
  method: 'POST',
  path: '/v1/tenant/provider_credential',
  summary: 'Connect a payment provider account',
  description: doc(
    `Validates the provider's API key (${describeKeys()}, for the mode of the key that makes the call) and stores it encrypted, replacing an earlier key. The ` +
      'key is never returned. `provider` is required only if keys of several providers have the same format. Live payments require a live ' +
      'key; without a test key, test mode uses the sandbox. Existing payments stay at the provider account, or in the sandbox, where they ' +
      'were made. The owners receive an email, and the console requires a sign-in within the last 15 minutes.',
  ),
  auth: apiKey('tenant:write'),
  profile: 'provider',
  uses: ['provider-credential', 'mail'],
  params: {},
  body: v.strictObject({
    api_key: described(text(1, 255), doc('API key of the payment provider, for the mode (test or live) of the key that makes the call.')),
    provider: described(
      v.optional(v.picklist([...PROVIDERS.keys()])),
      doc('Payment provider of the key. Default: the one whose keys have this format.'),
    ),
  }),
  response: ProviderCredential,
  sensitive: () => true,
  errors: ['provider_unavailable'],
  reasons: ['credential_rejected', 'outcome_unknown'],
});

export const handler = serve(operation, async ({ body }, { tenant, store, run }) => {
  const kind = providerKindOfKey({ apiKey: body.api_key, provider: body.provider ?? null }, tenant.mode);
  if (kind instanceof Refusal) throw ApiError.from(kind);
  return run({
    load: async () => {
      const [credential, check] = await Promise.all([
        store.get(providerCredentialAggregate, tenant, tenant.accountId),
        checkKey(await cipher(), tenant, { kind, apiKey: body.api_key, providerBaseUrl: providerBaseUrl() }),
      ]);
      return { credential, check };
    },
    nowOf: () => null,
    decide: (state, context) => connectProvider(null, state, context),
    answer: (credential) => viewProviderCredential(credential, tenant),
  });
});
