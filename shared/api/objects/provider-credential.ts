import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { objectHead } from './common.ts';

/** The connection to the payment provider; does not contain the key. */
export const ProviderCredential = v.strictObject({
  ...objectHead('provider_credential', doc('Id of the account. Starts with `acct_`.')),
  connected: described(v.boolean(), doc('True if a payment provider account is connected in this mode.')),
  fingerprint: described(
    v.string(),
    doc('First 12 hexadecimal digits of the SHA-256 digest of the key of the provider, to recognize the key.'),
  ),
  profile_id: described(v.string(), doc('Id of the profile at the payment provider that the key belongs to.')),
});
