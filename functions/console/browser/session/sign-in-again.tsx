import { useEffect, useState } from 'preact/hooks';
import type { RenewalReason, Session } from '../app/calls.ts';
import { Dialog, type DialogControls } from '../forms/dialog.tsx';
import type { LostSession } from './session-renewal.ts';
import { SignInMethods } from './sign-in.tsx';

interface Props {
  /** The session of the page. */
  readonly session: Session;
  readonly lostSession: LostSession;
  readonly refreshSession: () => Promise<void>;
  /** Called with the session after the sign-in. */
  readonly enter: (session: Session) => void;
  /** Called when the dialog was closed. */
  readonly closed: () => void;
}

const nameOf = ({ member, account }: Session): string => `${member.email} (${account.name})`;

const CONSEQUENCES: Readonly<Record<RenewalReason, string>> = {
  expired: 'to continue. What you entered on this page is kept.',
  not_recent: 'to continue. This action needs a sign-in within the last 15 minutes.',
};

const Content = ({
  session,
  lostSession: { reason, other, wait },
  refreshSession,
  enter,
  close,
  hold,
}: Omit<Props, 'closed'> & DialogControls) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    // Without a session, the dialog stays until the member signs in. If only the sign-in is too old, the member can cancel the dialog.
    void (reason === 'expired' ? hold(() => wait) : wait).then(close);
    // The sign-in link opens in another tab, so the session is fetched when this tab gets the focus.
    const onFocus = (): void => void refreshSession();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  return (
    <>
      <p>
        Sign in again as {nameOf(session)} {CONSEQUENCES[reason]}
      </p>
      <SignInMethods {...{ enter, sentTo, setSentTo }} initialEmail={session.member.email} />
      {other === null ? null : (
        <>
          <p>This browser is now signed in as {nameOf(other)}.</p>
          <button type="button" class="quiet" onClick={() => enter(other)}>
            Leave this page and continue as {other.member.email}
          </button>
        </>
      )}
      {reason === 'expired' ? null : (
        <div class="row end">
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      )}
    </>
  );
};

const TITLES: Readonly<Record<RenewalReason, string>> = { expired: 'Your session expired', not_recent: 'Sign in again' };

/**
 * A dialog on a page whose session has expired or whose sign-in is too old for an operation. The dialog closes when the page's member signs
 * in again. After an expiry, the only alternative is to leave the page and continue as another member who has signed in with this browser.
 */
export const SignInAgain = ({ closed, ...content }: Props) => (
  <Dialog key={content.lostSession.reason} title={TITLES[content.lostSession.reason]} onClosed={closed}>
    {(dialog) => <Content {...content} {...dialog} />}
  </Dialog>
);
