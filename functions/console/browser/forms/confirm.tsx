import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props<T> {
  /** The action, also the label of the button. */
  readonly title: string;
  /** The description of the consequences. */
  readonly children: ComponentChildren;
  readonly confirm: () => Promise<T>;
  readonly onSignedOut: () => void;
  /** Called with the response after the action succeeded and the dialog closed. */
  readonly done: (response: T) => void;
  /** Called if the dialog was closed without the action. */
  readonly close: () => void;
}

/** Asks for confirmation of a destructive action. Shows errors in the dialog. */
export const ConfirmDialog = <T,>({ title, children, confirm, onSignedOut, done, close: canceled }: Props<T>) => {
  const response = useRef<{ readonly value: T } | null>(null);
  return (
    <Dialog title={title} onClosed={() => (response.current === null ? canceled() : done(response.current.value))}>
      {({ close, hold }) => (
        <>
          {children}
          <Form
            fields={[]}
            before={null}
            label={title}
            isDestructive={true}
            send={async () => {
              response.current = { value: await hold(confirm) };
              close();
            }}
            onSignedOut={onSignedOut}
            cancel={close}
          />
        </>
      )}
    </Dialog>
  );
};
