import { useMemo, useRef, useState } from 'preact/hooks';
import { callsOf, currentSession, type Lapse, type Session } from '../app/calls.ts';

/** The session of a page is not good enough, and what was typed in it is still there. */
export interface Lost {
  readonly lapse: Lapse;
  /** The session that the browser has instead; `null`: none. */
  readonly other: Session | null;
  /** Until the page's own member is signed in again. */
  readonly wait: Promise<void>;
}

const isSameMember = (one: Session, other: Session): boolean => one.account.id === other.account.id && one.member.id === other.member.id;

/** Calls of a page that wait while its session is `lost`. `enter`: shows the console of anyone who is signed in. */
export const useSessionRenewal = (session: Session, enter: (session: Session) => void) => {
  const [lost, setLost] = useState<Lost | null>(null);
  const current = useRef(session);
  const waiting = useRef<{ readonly wait: Promise<void>; readonly end: () => void } | null>(null);
  const looking = useRef<Promise<void> | null>(null);
  /** Another session is wanted than this one, which is too old for something. */
  const tooOld = useRef<string | null>(null);

  const signedIn = (opened: Session): void => {
    enter(opened);
    if (!isSameMember(opened, session)) return;
    current.current = opened;
    tooOld.current = null;
    waiting.current?.end();
    waiting.current = null;
  };

  /** Looks who is signed in, perhaps in another tab; resolves once it is the page's own member. */
  const look = async (): Promise<void> => {
    const found = await currentSession().catch(() => null);
    const isOwn = found !== null && isSameMember(found, session);
    if (isOwn && found.csrf_token !== tooOld.current) return signedIn(found);
    let end = (): void => undefined;
    const wait = waiting.current?.wait ?? new Promise<void>((done) => (end = done));
    waiting.current ??= { wait, end };
    setLost({ lapse: isOwn ? 'not_recent' : 'over', other: isOwn ? null : found, wait });
    return wait;
  };

  const renewed = async ({ csrf_token: used }: Session, lapse: Lapse): Promise<boolean> => {
    if (used === current.current.csrf_token) {
      if (lapse === 'not_recent') tooOld.current = used;
      looking.current ??= look().finally(() => {
        looking.current = null;
      });
      await looking.current;
    }
    return used !== current.current.csrf_token;
  };

  const calls = useMemo(() => callsOf({ session: () => current.current, renewed }), []);
  /** The dialog was closed: the page continues, or what took a recent sign-in is not done. */
  const closed = (): void => {
    const given = waiting.current;
    tooOld.current = null;
    waiting.current = null;
    setLost(null);
    given?.end();
  };
  return { calls, lost, look, signedIn, closed };
};
