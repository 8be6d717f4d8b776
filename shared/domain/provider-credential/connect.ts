import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type ProviderCredential, providerCredentialAggregate } from './record.ts';

/** The provider's outcome for a key. `no_response`: it gave none. */
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
 * Keeps a key that the provider knows, in place of the former one. The key in use changes nothing. Refuses one that the provider
 * rejects (`param: api_key`, `reason: credential_rejected`), and any while the provider does not answer (502).
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
    return new Refusal('provider_unavailable', 'The payment provider did not answer, so the key was not kept. Try again.', {
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
