import * as v from 'valibot';
import { objectHead } from './common.ts';

/** Never the key itself. */
export const ProviderCredential = v.strictObject({
  ...objectHead('provider_credential'),
  connected: v.boolean(),
  fingerprint: v.string(),
  profile_id: v.string(),
});
