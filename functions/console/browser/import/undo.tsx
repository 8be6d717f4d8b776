import type { Calls } from '../app/calls.ts';
import { ConfirmDialog } from '../forms/confirm.tsx';
import type { Import } from './api-types.ts';

interface Props {
  readonly importJob: Import;
  readonly calls: Calls;
  readonly signedOut: () => void;
  readonly done: (updatedImport: Import) => void;
  readonly close: () => void;
}

export const UndoDialog = ({ importJob, calls, ...rest }: Props) => (
  <ConfirmDialog title="Undo this import" mode="test" confirm={() => calls.imports.undo(importJob.id)} {...rest}>
    <p>
      The customers that came by it are deleted, and their checkout links end. If a payment was begun with one of them, nothing is undone.
    </p>
  </ConfirmDialog>
);
