import { useEffect, useRef } from 'preact/hooks';
import { Form } from '../action-form.tsx';
import type { Calls } from '../calls.ts';
import type { Import } from './objects.ts';

interface Props {
  readonly one: Import;
  readonly calls: Calls;
  readonly signedOut: () => void;
  readonly done: (undoing: Import) => void;
  readonly close: () => void;
}

/** Asks whether an import be undone. */
export const UndoDialog = ({ one, calls, signedOut, done, close }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="test" aria-labelledby="undo-title" onClose={close}>
      <h2 id="undo-title">Undo this import</h2>
      <p>
        The customers that came by it are deleted, and their checkout links end. If a payment was begun with one of them, nothing is undone.
      </p>
      <p class="soft">In test mode.</p>
      <Form
        fields={[]}
        before={null}
        label="Undo this import"
        send={async () => done(await calls.imports.undo(one.id))}
        signedOut={signedOut}
        giveUp={close}
      />
    </dialog>
  );
};
