import { audited, type Decision } from '../decision.ts';

/** Sign-in method of a member. `link`: mailed, or created by an operator. */
export type SignInMethod = { readonly kind: 'link' } | { readonly kind: 'passkey'; readonly passkeyId: string };

/** Records a member's sign-in to the console as an account-wide audit entry [AUD-07]. No event. The session is stored separately. */
export const recordSignIn = ({ sessionId, by }: { readonly sessionId: string; readonly by: SignInMethod }): Decision<null> => ({
  changes: [],
  events: [],
  audit: {
    ...audited('console_session', 'opened', sessionId),
    metadata: { signed_in_by: by.kind, ...(by.kind === 'passkey' ? { passkey_id: by.passkeyId } : {}) },
    accountWide: true,
  },
  result: null,
});
