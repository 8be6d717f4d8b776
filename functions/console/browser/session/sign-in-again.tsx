import { useEffect, useState } from 'preact/hooks';
import type { Lapse, Session } from '../app/calls.ts';
import { Dialog, type InDialog } from '../forms/dialog.tsx';
import type { Lost } from './session-renewal.ts';
import { WaysIn } from './sign-in.tsx';

interface Props {
  /** The page's. */
  readonly session: Session;
  readonly lost: Lost;
  readonly look: () => Promise<void>;
  readonly enter: (session: Session) => void;
  /** The page continues. */
  readonly closed: () => void;
}

const nameOf = ({ member, account }: Session): string => `${member.email} (${account.name})`;

const SAYS: Readonly<Record<Lapse, string>> = {
  over: 'and this page goes on with everything that is typed in it.',
  not_recent: 'and this page goes on. This can only be done within 15 minutes of signing in.',
};

const Inside = ({ session, lost: { lapse, other, wait }, look, enter, close, hold }: Omit<Props, 'closed'> & InDialog) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    // Without a session nothing else can be done; a recent one may be given up.
    void (lapse === 'over' ? hold(() => wait) : wait).then(close);
    // The link is opened in another tab, from which the member comes back.
    const lookAgain = (): void => void look();
    addEventListener('focus', lookAgain);
    return () => removeEventListener('focus', lookAgain);
  }, []);
  return (
    <>
      <p>
        Sign in again as {nameOf(session)}, {SAYS[lapse]}
      </p>
      <WaysIn {...{ enter, sentTo, setSentTo }} first={session.member.email} />
      {other === null ? null : (
        <>
          <p>This browser is signed in as {nameOf(other)} by now.</p>
          <button type="button" class="quiet" onClick={() => enter(other)}>
            Leave this page, and go on as {other.member.email}
          </button>
        </>
      )}
      {lapse === 'over' ? null : (
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      )}
    </>
  );
};

const TITLES: Readonly<Record<Lapse, string>> = { over: 'You are not signed in any more', not_recent: 'Sign in again' };

/** Above a page whose session is over or too old for what was asked, until its member is signed in again or somebody else takes its place. */
export const SignInAgain = ({ closed, ...inside }: Props) => (
  <Dialog key={inside.lost.lapse} title={TITLES[inside.lost.lapse]} mode="" closed={closed}>
    {(dialog) => <Inside {...inside} {...dialog} />}
  </Dialog>
);
