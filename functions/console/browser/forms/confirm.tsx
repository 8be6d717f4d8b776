import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props<T> {
  /** What is about to be done; on the button as well. */
  readonly title: string;
  /** `null`: it concerns both. */
  readonly mode: Mode | null;
  /** What comes of it. */
  readonly children: ComponentChildren;
  readonly confirm: () => Promise<T>;
  readonly signedOut: () => void;
  /** It was done, this was answered, and the dialog is closed. */
  readonly done: (answer: T) => void;
  /** It was closed, and nothing was done. */
  readonly close: () => void;
}

/** Asks before something is done that cannot be taken back. What is refused is reported in the dialog. */
export const ConfirmDialog = <T,>({ title, mode, children, confirm, signedOut, done, close: left }: Props<T>) => {
  const answer = useRef<{ readonly value: T } | null>(null);
  return (
    <Dialog title={title} mode={mode ?? ''} closed={() => (answer.current === null ? left() : done(answer.current.value))}>
      {({ close, hold }) => (
        <>
          {children}
          {mode === null ? null : <p class="soft">In {mode} mode.</p>}
          <Form
            fields={[]}
            before={null}
            label={title}
            send={async () => {
              answer.current = { value: await hold(confirm) };
              close();
            }}
            signedOut={signedOut}
            giveUp={close}
          />
        </>
      )}
    </Dialog>
  );
};
