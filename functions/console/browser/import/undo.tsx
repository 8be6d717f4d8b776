import { useRef } from 'preact/hooks';
import type { Calls } from '../calls.ts';
import { Dialog } from '../dialog.tsx';
import { Form } from '../form.tsx';
import type { Import } from './objects.ts';

interface Props {
  readonly one: Import;
  readonly calls: Calls;
  readonly signedOut: () => void;
  readonly done: (undoing: Import) => void;
  readonly close: () => void;
}

/** Asks whether an import be undone. */
export const UndoDialog = ({ one, calls, signedOut, done, close: left }: Props) => {
  const undoing = useRef<Import | null>(null);
  return (
    <Dialog title="Undo this import" mode="test" closed={() => (undoing.current === null ? left() : done(undoing.current))}>
      {({ close, hold }) => (
        <>
          <p>
            The customers that came by it are deleted, and their checkout links end. If a payment was begun with one of them, nothing is
            undone.
          </p>
          <p class="soft">In test mode.</p>
          <Form
            fields={[]}
            before={null}
            label="Undo this import"
            send={async () => {
              undoing.current = await hold(() => calls.imports.undo(one.id));
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
