import { Refusal } from '../refusal.ts';

/** Maximum age of a sign-in for sensitive actions. */
const RECENT_SIGN_IN_MINUTES = 15;

const NOT_RECENT = new Refusal(
  'insufficient_scope',
  `You signed in more than ${RECENT_SIGN_IN_MINUTES} minutes ago. Sign in again to do this.`,
  { reason: 'sign_in_not_recent' },
);

/** Refuses an action that requires a recent sign-in; `null`: allowed. Times in Unix seconds. */
export const refuseOldSignIn = (signedInAt: number, now: number): Refusal | null =>
  now - signedInAt > RECENT_SIGN_IN_MINUTES * 60 ? NOT_RECENT : null;
