import { Refusal } from '../refusal.ts';

/** As long as a member who has just signed in takes for what they came to do. */
const RECENT_SIGN_IN_MINUTES = 15;

const NOT_RECENT = new Refusal(
  'insufficient_scope',
  `You signed in more than ${RECENT_SIGN_IN_MINUTES} minutes ago. Sign in again to do this.`,
  {
    reason: 'sign_in_not_recent',
  },
);

/** Why a member who signed in then may not do what takes a recent sign-in; `null`: they may. Both in Unix seconds. */
export const signInTooOld = (signedInAt: number, now: number): Refusal | null =>
  now - signedInAt > RECENT_SIGN_IN_MINUTES * 60 ? NOT_RECENT : null;
