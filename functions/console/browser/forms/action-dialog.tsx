import { useRef, useState } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { Calls } from '../app/calls.ts';
import { currencyOf } from '../app/format.ts';
import type { Action } from '../objects/actions.ts';
import type { Row } from '../objects/rows.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

/** Shows a secret, or a link with a secret, that cannot be retrieved again. */
const OneTimeSecret = ({ title, text, close }: { readonly title: string; readonly text: string; readonly close: () => void }) => (
  <>
    <p>{title}. It is shown this once.</p>
    <output class="once">{text}</output>
    <div class="row">
      <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </button>
      <button type="button" class="quiet" onClick={close}>
        Close
      </button>
    </div>
  </>
);

interface DialogProps {
  readonly action: Action;
  /** The object that is changed; `null`: a new object is created. */
  readonly row: Row | null;
  readonly mode: Mode;
  readonly calls: Calls;
  readonly signedOut: () => void;
  /** Called with the response after the action succeeded and the dialog closed. */
  readonly done: (response: Row) => void;
  /** Called if the dialog was closed without the action. */
  readonly close: () => void;
}

export const ActionDialog = ({ action, row, mode, calls, signedOut, done, close: canceled }: DialogProps) => {
  const lastResponse = useRef<Row | null>(null);
  const [responseWithSecret, setResponseWithSecret] = useState<Row | null>(null);
  /** The preview of the costs, and the JSON of the request body whose costs it shows; `null`: no preview yet, or a field has changed. */
  const [cost, setCost] = useState<{ readonly bodyJson: string; readonly text: string } | null>(null);
  const { fixed, oneTimeValue, effect, preview } = action;
  const fields = (action.fields ?? []).filter(({ onlyMode = mode }) => onlyMode === mode);
  const hasSecret = (response: Row): boolean => oneTimeValue !== undefined && response[oneTimeValue.name] !== null;
  const send = async (body: Row): Promise<void> => {
    const bodyJson = JSON.stringify(body);
    if (preview !== undefined && cost?.bodyJson !== bodyJson) {
      return setCost({ bodyJson, text: preview.textOf(await calls.post(mode, preview.path(row ?? {}), body)) });
    }
    const path = action.path(row ?? {});
    const response =
      action.method === 'DELETE' ? await calls.remove(mode, path) : await calls.post(mode, path, { ...body, ...fixed?.(row ?? {}) });
    lastResponse.current = response;
    if (hasSecret(response)) setResponseWithSecret(response);
  };
  return (
    <Dialog title={action.title} mode={mode} closed={() => (lastResponse.current === null ? canceled() : done(lastResponse.current))}>
      {({ close, hold }) =>
        responseWithSecret !== null && oneTimeValue !== undefined ? (
          <OneTimeSecret title={oneTimeValue.title} text={String(responseWithSecret[oneTimeValue.name])} close={close} />
        ) : (
          <>
            {effect === undefined ? null : <p>{typeof effect === 'function' ? effect(row ?? {}) : effect}</p>}
            <p class="soft">In {mode} mode.</p>
            {preview === undefined ? null : <p role="status">{cost?.text}</p>}
            <Form
              {...{ fields, signedOut }}
              before={action.edits ? row : null}
              currency={row === null ? null : currencyOf(row)}
              label={preview !== undefined && cost === null ? 'Show what it costs' : action.title}
              cancel={close}
              onChange={() => setCost(null)}
              send={async (body) => {
                await hold(() => send(body));
                if (lastResponse.current !== null && !hasSecret(lastResponse.current)) close();
              }}
            />
          </>
        )
      }
    </Dialog>
  );
};
