import type { Calls } from '../app/calls.ts';
import { ConfirmDialog } from '../forms/confirm.tsx';
import type { Import } from './api-types.ts';

interface Props {
  readonly importJob: Import;
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  readonly done: (updatedImport: Import) => void;
  readonly close: () => void;
}

export const UndoDialog = ({ importJob, calls, ...rest }: Props) => (
  <ConfirmDialog title="Undo import" confirm={() => calls.imports.undo(importJob.id)} {...rest}>
    <p>The imported customers are deleted, and their checkout links stop working. If one of them has a payment, nothing is undone.</p>
  </ConfirmDialog>
);
