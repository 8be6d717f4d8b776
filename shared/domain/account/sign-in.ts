import type { Stored } from '../aggregate.ts';
import { audited, type Decision } from '../decision.ts';
import { firstSignInChange } from './members.ts';
import type { Account } from './record.ts';

/** Sign-in method of a member. `link`: mailed, or created by an operator. */
export type SignInMethod = { readonly kind: 'link' } | { readonly kind: 'passkey'; readonly passkeyId: string };

interface SignIn {
  readonly sessionId: string;
  readonly memberId: string;
  readonly by: SignInMethod;
}

/**
 * Records a member's sign-in to the console as an account-wide audit entry [AUD-07]. No event. The session is stored separately. After the
 * first sign-in, the member is no longer `isInvited`. `account`: `null` if the member had signed in before.
 */
export const recordSignIn = ({ sessionId, memberId, by }: SignIn, account: Stored<Account> | null): Decision<null> => {
  const accountChange = account === null ? null : firstSignInChange(account, memberId);
  return {
    changes: accountChange === null ? [] : [accountChange],
    events: [],
    audit: {
      ...audited('console_session', 'opened', sessionId),
      metadata: { signed_in_by: by.kind, ...(by.kind === 'passkey' ? { passkey_id: by.passkeyId } : {}) },
      accountWide: true,
    },
    result: null,
  };
};
