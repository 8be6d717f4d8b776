import * as v from 'valibot';
import { objectHead } from './common.ts';

/** The connection to the payment provider; does not contain the key. */
export const ProviderCredential = v.strictObject({
  ...objectHead('provider_credential'),
  connected: v.boolean(),
  fingerprint: v.string(),
  profile_id: v.string(),
});
