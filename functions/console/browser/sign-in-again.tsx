import { useEffect, useState } from 'preact/hooks';
import type { Session } from './calls.ts';
import { Dialog, type InDialog } from './dialog.tsx';
import type { Lost } from './lasting.ts';
import { WaysIn } from './sign-in.tsx';

interface Props {
  /** The page's. */
  readonly session: Session;
  readonly lost: Lost;
  readonly look: () => Promise<void>;
  readonly enter: (session: Session) => void;
  /** The page goes on. */
  readonly closed: () => void;
}

const nameOf = ({ member, account }: Session): string => `${member.email} (${account.name})`;

const Inside = ({ session, lost: { other, wait }, look, enter, close, hold }: Omit<Props, 'closed'> & InDialog) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    void hold(() => wait).then(close);
    // The link is opened in another tab, from which the member comes back.
    const lookAgain = (): void => void look();
    addEventListener('focus', lookAgain);
    return () => removeEventListener('focus', lookAgain);
  }, []);
  return (
    <>
      <p>Sign in again as {nameOf(session)}, and this page goes on with everything that is typed in it.</p>
      <WaysIn {...{ enter, sentTo, setSentTo }} first={session.member.email} />
      {other === null ? null : (
        <>
          <p>This browser is signed in as {nameOf(other)} by now.</p>
          <button type="button" class="quiet" onClick={() => enter(other)}>
            Leave this page, and go on as {other.member.email}
          </button>
        </>
      )}
    </>
  );
};

/** Above a page whose session is over, until its member is signed in again or somebody else takes its place. */
export const SignInAgain = ({ closed, ...inside }: Props) => (
  <Dialog title="You are not signed in any more" mode="" closed={closed}>
    {(dialog) => <Inside {...inside} {...dialog} />}
  </Dialog>
);
