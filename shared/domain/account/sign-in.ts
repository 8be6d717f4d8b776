import { audited, type Decision } from '../decision.ts';

/** By what a member proved to be one: a link that was mailed or made by an operator, or one of their passkeys. */
export type WayIn = { readonly kind: 'link' } | { readonly kind: 'passkey'; readonly passkeyId: string };

/** A member signs in to the console: an entry of the whole account [AUD-07], and no event. The session is kept next to the account. */
export const signIn = ({ sessionId, by }: { readonly sessionId: string; readonly by: WayIn }): Decision<null> => ({
  changes: [],
  events: [],
  audit: {
    ...audited('console_session', 'opened', sessionId),
    metadata: { signed_in_by: by.kind, ...(by.kind === 'passkey' ? { passkey_id: by.passkeyId } : {}) },
    accountWide: true,
  },
  result: null,
});
