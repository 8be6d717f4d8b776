import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EMAIL_MAX_LENGTH } from '../../../../shared/domain/limits.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { openSession, requestSignInLink, type Session } from '../app/calls.ts';
import { problemText, useSingleAttempt } from '../app/parts.tsx';
import { storeReturnRoute } from './return-to.ts';
import { canUsePasskeys, isCanceledByUser, signInByPasskey } from './webauthn.ts';

interface SignInProps {
  readonly token: string;
  /** Called with the session after the sign-in. */
  readonly enter: (session: Session) => void;
  readonly cancel: () => void;
}

/** The page of a visitor who is not signed in: a card in the middle. */
const SignInCard = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <main class="signed-out">
    <div class="sign-in-card">
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);

/** Signs in with the token of an opened link. */
export const SignInLinkPage = ({ token, enter, cancel }: SignInProps) => {
  const { problem, isBusy, attempt } = useSingleAttempt(null);
  return (
    <SignInCard title="Sign in to the console">
      {problem === null ? null : <ProblemBox text={problem} />}
      {/* A button, because mail scanners open links, and opening must not use up the token. */}
      <button
        type="button"
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void attempt(async () => enter(await openSession(token)))}
      >
        Sign in
      </button>
      {problem === null ? null : (
        <button type="button" class="quiet" onClick={cancel}>
          Request another link
        </button>
      )}
    </SignInCard>
  );
};

interface SignInMethodsProps {
  /** Called with the session after the sign-in. */
  readonly enter: (session: Session) => void;
  /** The email address to which the link was sent; `null`: no link was requested. */
  readonly sentTo: string | null;
  readonly setSentTo: (email: string | null) => void;
  /** The initial value of the email field. */
  readonly initialEmail?: string;
}

interface SentProps extends Pick<SignInMethodsProps, 'setSentTo'> {
  readonly sentTo: string;
  /** True if the address is known to be a member's. False on the sign-in page, which reveals no members to those who request a link. */
  readonly isKnown: boolean;
}

const Sent = ({ sentTo, setSentTo, isKnown }: SentProps) => {
  const text = useRef<HTMLParagraphElement>(null);
  // Moves the focus to the text, because the button that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p role="status" ref={text} tabIndex={-1}>
        {isKnown ? `We sent a sign-in link to ${sentTo}.` : `If ${sentTo} is a member, we sent a sign-in link.`} Open it in this browser
        within 15 minutes.
      </p>
      <button type="button" class="quiet" onClick={() => setSentTo(null)}>
        {isKnown ? 'Send another link' : 'Use another address'}
      </button>
    </>
  );
};

/** Requests a sign-in link, or signs in with a passkey. */
export const SignInMethods = ({ enter, sentTo, setSentTo, initialEmail = '' }: SignInMethodsProps) => {
  const [email, setEmail] = useState(initialEmail);
  const { problem, isBusy, attempt } = useSingleAttempt(null);
  const passkey = useSingleAttempt(null, (error) => (isCanceledByUser(error) ? null : problemText(error)));
  const requestLink = async (): Promise<void> => {
    const { expires_at: expiresAt } = await requestSignInLink(email.trim());
    storeReturnRoute(location.hash, expiresAt);
    setSentTo(email.trim());
  };
  const signIn = async (): Promise<void> => enter(await signInByPasskey());
  if (sentTo !== null) return <Sent {...{ sentTo, setSentTo }} isKnown={sentTo === initialEmail} />;
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      {passkey.problem === null ? null : <ProblemBox text={passkey.problem} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(requestLink);
        }}
      >
        <div class="field">
          <label for="sign-in-email">Email</label>
          <input
            id="sign-in-email"
            type="email"
            required
            maxLength={EMAIL_MAX_LENGTH}
            autocomplete="username"
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </div>
        <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          Email me a link
        </button>
      </form>
      {canUsePasskeys() ? (
        <button
          type="button"
          class="quiet"
          aria-disabled={passkey.isBusy}
          aria-busy={passkey.isBusy}
          onClick={() => void passkey.attempt(signIn)}
        >
          Sign in with a passkey
        </button>
      ) : null}
    </>
  );
};

export const SignInPage = ({ enter }: Pick<SignInMethodsProps, 'enter'>) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <SignInCard title={sentTo === null ? 'Sign in' : 'Check your inbox'}>
      <SignInMethods {...{ enter, sentTo, setSentTo }} />
    </SignInCard>
  );
};
