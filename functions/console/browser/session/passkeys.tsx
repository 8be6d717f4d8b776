import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls, Passkey } from '../app/calls.ts';
import { Await, DateTime, problemText, useRead, useSingleAttempt } from '../app/parts.tsx';
import { ConfirmDialog } from '../forms/confirm.tsx';
import { canUsePasskeys, createPasskey, isCanceledByUser } from './webauthn.ts';

interface Props {
  readonly calls: Calls;
  readonly onSignedOut: () => void;
}

const NAME_MAX_LENGTH = 64;

/** The error text; `null` if the member canceled the browser's dialog. */
const refusalText = (error: unknown): string | null => {
  if (isCanceledByUser(error)) return null;
  const isRegistered = error instanceof Error && error.name === 'InvalidStateError';
  return isRegistered ? 'This device already has a passkey for you.' : problemText(error);
};

interface AddProps {
  readonly isBusy: boolean;
  readonly add: (name: string) => Promise<boolean>;
}

const AddForm = ({ isBusy, add }: AddProps) => {
  const [name, setName] = useState('');
  return (
    <form
      class="add"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await add(name.trim())) setName('');
      }}
    >
      <div class="field">
        <label for="passkey-name">Passkey name</label>
        <input
          id="passkey-name"
          required
          maxLength={NAME_MAX_LENGTH}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <button type="submit" aria-disabled={isBusy}>
        Add passkey
      </button>
    </form>
  );
};

const Line = ({ passkey: { name, created }, remove }: { readonly passkey: Passkey; readonly remove: () => void }) => (
  <li>
    <div>
      <strong>{name}</strong>
      <span class="soft">
        Added <DateTime seconds={created} />
      </span>
    </div>
    <div class="row">
      <button type="button" class="quiet" aria-label={`Remove the passkey ${name}`} onClick={remove}>
        Remove
      </button>
    </div>
  </li>
);

const PasskeyList = ({ initial, calls, onSignedOut }: Props & { readonly initial: readonly Passkey[] }) => {
  const [passkeys, setPasskeys] = useState(initial);
  const [toRemove, setToRemove] = useState<Passkey | null>(null);
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut, refusalText);
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      {passkeys.length === 0 ? <p>No passkeys yet. With a passkey, you sign in without an email.</p> : null}
      <ul class="list">
        {passkeys.map((passkey) => (
          <Line key={passkey.id} passkey={passkey} remove={() => setToRemove(passkey)} />
        ))}
      </ul>
      {canUsePasskeys() ? (
        <AddForm isBusy={isBusy} add={(name) => attempt(async () => setPasskeys(await createPasskey(calls, name)))} />
      ) : (
        <p>Passkeys need HTTPS and a supported browser.</p>
      )}
      {toRemove === null ? null : (
        <ConfirmDialog
          title={`Remove the passkey ${toRemove.name}`}
          confirm={() => calls.removePasskey(toRemove.id)}
          onSignedOut={onSignedOut}
          done={(remaining) => {
            setPasskeys(remaining);
            setToRemove(null);
          }}
          close={() => setToRemove(null)}
        >
          <p>You can no longer sign in with it. Sessions that it opened continue until you sign out everywhere.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

export const Passkeys = (props: Props) => {
  const read = useRead(props.calls.passkeys, 'passkeys', props.onSignedOut);
  return (
    <>
      <div class="title">
        <h1>Passkeys</h1>
      </div>
      <section aria-label="Your passkeys">
        <Await read={read}>{(initial) => <PasskeyList {...props} initial={initial} />}</Await>
      </section>
    </>
  );
};
