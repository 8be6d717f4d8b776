import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import type { Calls, Passkey } from './calls.ts';
import { problemText, Shown, Time, useAttempts, useRead } from './parts.tsx';
import { canUsePasskeys, isGivenUp, makePasskey } from './webauthn.ts';

/** The passkeys of whoever looks at them. */

interface Props {
  readonly calls: Calls;
  readonly signedOut: () => void;
}

const NAME_MAX_LENGTH = 64;

/** What the browser or the service refused; nothing where the member gave up. */
const refusalText = (error: unknown): string | null => {
  if (isGivenUp(error)) return null;
  const isThere = error instanceof Error && error.name === 'InvalidStateError';
  return isThere ? 'This device has a passkey for you already.' : problemText(error);
};

const Own = ({ first, calls, signedOut }: Props & { readonly first: readonly Passkey[] }) => {
  const [passkeys, setPasskeys] = useState(first);
  const [name, setName] = useState('');
  const { problem, attempt } = useAttempts(signedOut, refusalText);
  const act = (work: () => Promise<readonly Passkey[]>): Promise<boolean> =>
    attempt(async () => {
      setPasskeys(await work());
      setName('');
    });
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      {passkeys.length === 0 ? <p>You have none. With one you sign in without a mail.</p> : null}
      <ul class="list">
        {passkeys.map(({ id, name: called, created }) => (
          <li key={id}>
            <div>
              <strong>{called}</strong>
              <span class="soft">
                since <Time seconds={created} />
              </span>
            </div>
            <div class="row">
              <button
                type="button"
                class="quiet"
                aria-label={`Remove the passkey ${called}`}
                onClick={() => void act(() => calls.removePasskey(id))}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <form
          class="add"
          onSubmit={(event) => {
            event.preventDefault();
            void act(() => makePasskey(calls, name.trim()));
          }}
        >
          <div class="field">
            <label for="passkey-name">Name of the passkey</label>
            <input
              id="passkey-name"
              required
              maxLength={NAME_MAX_LENGTH}
              autocomplete="off"
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </div>
          <button type="submit">Add a passkey</button>
        </form>
      ) : (
        <p>This browser makes no passkeys at this address.</p>
      )}
    </>
  );
};

export const Passkeys = (props: Props) => {
  const read = useRead(props.calls.passkeys, 'passkeys', props.signedOut);
  return (
    <section aria-label="Your passkeys">
      <h2>Your passkeys</h2>
      <Shown read={read}>{(first) => <Own {...props} first={first} />}</Shown>
    </section>
  );
};
