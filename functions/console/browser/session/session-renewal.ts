import { useMemo, useRef, useState } from 'preact/hooks';
import { callsOf, type RenewalReason, type Session } from '../app/calls.ts';
import { fetchCurrentSession } from './current-session.ts';

/** A session that has expired or whose sign-in is too old for an operation. The page keeps its state until the session is renewed. */
export interface LostSession {
  readonly reason: RenewalReason;
  /** The browser's current session if it belongs to a member other than the page's; otherwise `null`. */
  readonly other: Session | null;
  /** Resolves when the page's member has signed in again, or when the sign-in dialog is closed. */
  readonly wait: Promise<void>;
}

const isSameMember = (one: Session, other: Session): boolean => one.account.id === other.account.id && one.member.id === other.member.id;

/**
 * Renews the session of a page. The returned `calls` wait while `lostSession` is not `null`. `enter` shows the console for a new session.
 */
export const useSessionRenewal = (session: Session, enter: (session: Session) => void) => {
  const [lostSession, setLostSession] = useState<LostSession | null>(null);
  const latestSession = useRef(session);
  /** The renewal for which calls of the page wait; `null`: none. `end` resolves `wait`. */
  const pendingRenewal = useRef<{ readonly wait: Promise<void>; readonly end: () => void } | null>(null);
  const ongoingRefresh = useRef<Promise<void> | null>(null);
  /** The CSRF token of a session whose sign-in is too old for an operation; `null`: none. */
  const tooOldToken = useRef<string | null>(null);

  const onSignedIn = (newSession: Session): void => {
    enter(newSession);
    if (!isSameMember(newSession, session)) return;
    latestSession.current = newSession;
    tooOldToken.current = null;
    pendingRenewal.current?.end();
    pendingRenewal.current = null;
  };

  /** Fetches the current session, which may have been opened in another tab. If it is not usable, waits until `pendingRenewal` ends. */
  const refreshSession = async (): Promise<void> => {
    const fetched = await fetchCurrentSession().catch(() => null);
    const isSame = fetched !== null && isSameMember(fetched, session);
    if (isSame && fetched.csrf_token !== tooOldToken.current) return onSignedIn(fetched);
    let end = (): void => undefined;
    const wait = pendingRenewal.current?.wait ?? new Promise<void>((done) => (end = done));
    pendingRenewal.current ??= { wait, end };
    setLostSession({ reason: isSame ? 'not_recent' : 'expired', other: isSame ? null : fetched, wait });
    return wait;
  };

  /** Renews the session that a failed call used. Returns whether there is another session now, with which the call can be repeated. */
  const renew = async ({ csrf_token: usedToken }: Session, reason: RenewalReason): Promise<boolean> => {
    if (usedToken === latestSession.current.csrf_token) {
      if (reason === 'not_recent') tooOldToken.current = usedToken;
      ongoingRefresh.current ??= refreshSession().finally(() => {
        ongoingRefresh.current = null;
      });
      await ongoingRefresh.current;
    }
    return usedToken !== latestSession.current.csrf_token;
  };

  const calls = useMemo(() => callsOf({ session: () => latestSession.current, renew }), []);
  /** Called when the sign-in dialog is closed: waiting calls are repeated if the member has signed in, and fail otherwise. */
  const onClose = (): void => {
    const canceledRenewal = pendingRenewal.current;
    tooOldToken.current = null;
    pendingRenewal.current = null;
    setLostSession(null);
    canceledRenewal?.end();
  };
  return { calls, lostSession, refreshSession, onSignedIn, onClose };
};
