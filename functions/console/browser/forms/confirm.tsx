import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props<T> {
  /** The action, also the label of the button. */
  readonly title: string;
  /** `null`: the action applies to both modes. */
  readonly mode: Mode | null;
  /** The description of the consequences. */
  readonly children: ComponentChildren;
  readonly confirm: () => Promise<T>;
  readonly signedOut: () => void;
  /** Called with the response after the action succeeded and the dialog closed. */
  readonly done: (response: T) => void;
  /** Called if the dialog was closed without the action. */
  readonly close: () => void;
}

/** Asks for confirmation of an irreversible action. Shows errors in the dialog. */
export const ConfirmDialog = <T,>({ title, mode, children, confirm, signedOut, done, close: canceled }: Props<T>) => {
  const response = useRef<{ readonly value: T } | null>(null);
  return (
    <Dialog title={title} mode={mode ?? ''} closed={() => (response.current === null ? canceled() : done(response.current.value))}>
      {({ close, hold }) => (
        <>
          {children}
          {mode === null ? null : <p class="soft">In {mode} mode.</p>}
          <Form
            fields={[]}
            before={null}
            label={title}
            send={async () => {
              response.current = { value: await hold(confirm) };
              close();
            }}
            signedOut={signedOut}
            cancel={close}
          />
        </>
      )}
    </Dialog>
  );
};
