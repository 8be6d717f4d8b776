import { useState } from 'preact/hooks';
import { EMAIL_MAX_LENGTH } from '../../../../shared/domain/limits.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { openSession, requestSignInLink, type Session } from '../app/calls.ts';
import { problemText } from '../app/parts.tsx';
import { storeReturnRoute } from './return-to.ts';
import { canUsePasskeys, isCanceledByUser, signInByPasskey } from './webauthn.ts';

/** Runs work, one at a time, and returns its error text. */
const useWork = (work: () => Promise<void>) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  };
  return { problem, isBusy, run: () => void run() };
};

interface SignInProps {
  readonly token: string;
  readonly enter: (session: Session) => void;
  readonly cancel: () => void;
}

/** Signs in with the token of an opened link. */
export const SignIn = ({ token, enter, cancel }: SignInProps) => {
  const { problem, isBusy, run } = useWork(async () => enter(await openSession(token)));
  return (
    <main class="signed-out">
      <h1>Sign in to the console</h1>
      {problem === null ? null : <ProblemBox text={problem} />}
      {/* A button, so that programs that only open links do not use the token up. */}
      <button type="button" aria-disabled={isBusy} aria-busy={isBusy} onClick={run}>
        Sign in
      </button>
      {problem === null ? null : (
        <button type="button" class="quiet" onClick={cancel}>
          Ask for another link
        </button>
      )}
    </main>
  );
};

interface SignInMethodsProps {
  readonly enter: (session: Session) => void;
  /** The address to which the link was sent; `null`: no link was requested. */
  readonly sentTo: string | null;
  readonly setSentTo: (email: string | null) => void;
  /** The initial value of the email field. */
  readonly initialEmail?: string;
}

const Sent = ({ sentTo, setSentTo }: { readonly sentTo: string } & Pick<SignInMethodsProps, 'setSentTo'>) => (
  <>
    <p role="status">If {sentTo} is a member here, a link is on its way. Open it in this browser within 15 minutes.</p>
    <button type="button" class="quiet" onClick={() => setSentTo(null)}>
      Use another address
    </button>
  </>
);

/** Requests a sign-in link, or signs in with a passkey. */
export const SignInMethods = ({ enter, sentTo, setSentTo, initialEmail = '' }: SignInMethodsProps) => {
  const [email, setEmail] = useState(initialEmail);
  const { problem, isBusy, run } = useWork(async () => {
    const { expires_at: expiresAt } = await requestSignInLink(email.trim());
    storeReturnRoute(location.hash, expiresAt);
    setSentTo(email.trim());
  });
  const passkey = useWork(async () => {
    await signInByPasskey().then(enter, (error: unknown) => {
      if (!isCanceledByUser(error)) throw error;
    });
  });
  if (sentTo !== null) return <Sent {...{ sentTo, setSentTo }} />;
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      {passkey.problem === null ? null : <ProblemBox text={passkey.problem} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div class="field">
          <label for="sign-in-email">E-mail</label>
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
          Send me a link
        </button>
      </form>
      {canUsePasskeys() ? (
        <button type="button" class="quiet" aria-disabled={passkey.isBusy} aria-busy={passkey.isBusy} onClick={passkey.run}>
          Use a passkey
        </button>
      ) : null}
    </>
  );
};

export const SignInPage = ({ enter }: Pick<SignInMethodsProps, 'enter'>) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <main class="signed-out">
      <h1>{sentTo === null ? 'You are not signed in' : 'Look at your mail'}</h1>
      <SignInMethods {...{ enter, sentTo, setSentTo }} />
    </main>
  );
};
