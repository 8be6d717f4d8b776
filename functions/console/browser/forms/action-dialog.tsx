import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { Calls } from '../app/calls.ts';
import { COPY_REFUSED, copyText, selectContent } from '../app/copy.ts';
import { lowerFirst } from '../app/first-letter.ts';
import { currencyOf } from '../app/format.ts';
import { showToast } from '../app/toast.tsx';
import { type Action, doneText } from '../objects/actions/actions.ts';
import type { Row } from '../objects/rows.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface CopyableValueProps {
  /** What the value is, for example "Payment link". */
  readonly title: string;
  readonly text: string;
  readonly note: string;
  readonly close: () => void;
}

/** Shows a link to copy, or a secret that cannot be retrieved again. Closes once it is copied. */
const CopyableValue = ({ title, text, note, close }: CopyableValueProps) => {
  const [isRefused, setRefused] = useState(false);
  const value = useRef<HTMLOutputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setRefused(!isCopied);
    if (isCopied) {
      showToast(`${title} copied.`);
      close();
    } else if (value.current !== null) selectContent(value.current);
  };
  return (
    <>
      <p>{note}</p>
      <output class="once" ref={value}>
        {text}
      </output>
      {isRefused ? (
        <p class="problem" role="alert">
          {COPY_REFUSED}
        </p>
      ) : null}
      <div class="row end">
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
        <button type="button" ref={button} onClick={() => void copy()}>
          Copy
        </button>
      </div>
    </>
  );
};

/** The note that says what to do with a copyable value. */
const noteOf = ({ title, isSecret }: NonNullable<Action['copyableField']>): string => {
  const name = lowerFirst(title);
  return isSecret ? `Copy the ${name} now: it is not shown again.` : `Copy the ${name} and share it.`;
};

interface ConfirmNameProps {
  /** What the member types to confirm. */
  readonly name: string;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
}

/** The field in which the member types the name of an object before an irreversible action. */
const ConfirmName = ({ name, typed, setTyped }: ConfirmNameProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Type “{name}” to confirm</label>
      <input id={id} autocomplete="off" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
    </div>
  );
};

interface DialogProps {
  readonly action: Action;
  /** The object that is changed; `null`: a new object is created. */
  readonly row: Row | null;
  readonly mode: Mode;
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  /** Called when the action succeeded and the dialog stays open, because it shows a value to copy. */
  readonly sent?: () => void;
  /** Called with the response after the action succeeded and the dialog closed. */
  readonly done: (response: Row) => void;
  /** Called if the dialog was closed without the action. */
  readonly close: () => void;
}

export const ActionDialog = ({ action, row, mode, calls, onSignedOut, sent, done, close: canceled }: DialogProps) => {
  const lastResponse = useRef<Row | null>(null);
  const [responseToCopy, setResponseToCopy] = useState<Row | null>(null);
  const [typedName, setTypedName] = useState('');
  /** The preview of the costs, and the JSON of the request body whose costs it shows; `null`: no preview yet, or a field has changed. */
  const [cost, setCost] = useState<{ readonly bodyJson: string; readonly text: string } | null>(null);
  const { fixed, copyableField, effect, preview, confirmName } = action;
  const name = confirmName === undefined || row === null ? null : confirmName(row);
  const initial = row === null ? {} : (action.initial?.(row) ?? {});
  const fields = (action.fields ?? [])
    .filter(({ onlyMode = mode }) => onlyMode === mode)
    .map((each) => (initial[each.name] === undefined ? each : { ...each, initial: initial[each.name] ?? '' }));
  const hasCopyableValue = (response: Row): boolean => copyableField !== undefined && response[copyableField.name] !== null;
  const send = async (body: Row): Promise<void> => {
    const bodyJson = JSON.stringify(body);
    if (preview !== undefined && cost?.bodyJson !== bodyJson) {
      return setCost({ bodyJson, text: preview.textOf(await calls.post(mode, preview.path(row ?? {}), body)) });
    }
    const path = action.path(row ?? {});
    const response =
      action.method === 'DELETE' ? await calls.remove(mode, path) : await calls.post(mode, path, { ...body, ...fixed?.(row ?? {}) });
    lastResponse.current = response;
    if (!hasCopyableValue(response)) return;
    setResponseToCopy(response);
    sent?.();
  };
  const title = responseToCopy === null ? action.title : doneText(action, responseToCopy, row ?? responseToCopy).replace(/\.$/, '');
  return (
    <Dialog title={title} onClosed={() => (lastResponse.current === null ? canceled() : done(lastResponse.current))}>
      {({ close, hold }) =>
        responseToCopy !== null && copyableField !== undefined ? (
          <CopyableValue
            title={copyableField.title}
            text={String(responseToCopy[copyableField.name])}
            note={noteOf(copyableField)}
            close={close}
          />
        ) : (
          <>
            {effect === undefined ? null : <p>{typeof effect === 'function' ? effect(row ?? {}) : effect}</p>}
            {mode === 'live' ? null : <p class="soft">Test mode: no real money moves.</p>}
            {preview === undefined ? null : <p role="status">{cost?.text}</p>}
            {name === null ? null : <ConfirmName name={name} typed={typedName} setTyped={setTypedName} />}
            <Form
              {...{ fields, onSignedOut }}
              before={action.edits ? row : null}
              currency={row === null ? null : currencyOf(row)}
              implied={initial}
              label={preview !== undefined && cost === null ? 'Preview' : (action.submit ?? action.title)}
              cancelLabel={action.cancelLabel ?? 'Cancel'}
              isDestructive={action.isDestructive === true}
              isBlocked={name !== null && typedName.trim() !== name}
              cancel={close}
              onChange={() => setCost(null)}
              send={async (body) => {
                await hold(() => send(body));
                if (lastResponse.current !== null && !hasCopyableValue(lastResponse.current)) close();
              }}
            />
          </>
        )
      }
    </Dialog>
  );
};
