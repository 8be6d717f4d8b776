import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type ProviderCredential, providerCredentialAggregate } from './record.ts';

/** Result of checking an API key at the provider. `no_response`: the provider did not respond. */
export type KeyCheck =
  | {
      readonly kind: 'accepted';
      readonly provider: string;
      readonly profileId: string;
      readonly ciphertext: string;
      readonly fingerprint: string;
    }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'no_response' };

export interface ConnectState {
  readonly credential: Stored<ProviderCredential> | null;
  readonly check: KeyCheck;
}

/**
 * Stores an API key that the provider accepts; it replaces the former key. No change if it is already the stored key. Refuses a key that
 * the provider rejects (`param: api_key`, `reason: credential_rejected`), and any key while the provider does not respond (502).
 */
export const connectProvider = (
  _command: null,
  { credential, check }: ConnectState,
  ctx: DecisionContext,
): Decision<ProviderCredential> | Refusal => {
  if (check.kind === 'rejected') {
    return new Refusal('parameter_invalid', 'The payment provider does not accept this key.', {
      param: 'api_key',
      reason: 'credential_rejected',
    });
  }
  if (check.kind === 'no_response') {
    return new Refusal('provider_unavailable', 'The payment provider did not respond, so the key was not saved. Try again.', {
      reason: 'outcome_unknown',
    });
  }
  const { provider: kind, profileId, ciphertext, fingerprint } = check;
  const before = credential?.record ?? null;
  if (before !== null && before.fingerprint === fingerprint && before.profileId === profileId) return unchanged(before);
  const after: ProviderCredential = {
    id: ctx.tenant.accountId,
    created: before?.created ?? ctx.now,
    kind,
    ciphertext,
    fingerprint,
    profileId,
  };
  return {
    changes: [change(providerCredentialAggregate, credential, after)],
    events: [],
    audit: {
      action: 'provider_credential.updated',
      resourceType: 'provider_credential',
      resourceId: after.id,
      metadata: { fingerprint, profile_id: profileId, previous_profile_id: before?.profileId ?? null },
    },
    result: after,
  };
};
