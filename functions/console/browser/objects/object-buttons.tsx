import { useState } from 'preact/hooks';
import { allowed } from '../app/calls.ts';
import { problemText } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import type { Action } from './actions.ts';
import type { ScreenProps } from './lists.tsx';
import { OBJECT_ACTIONS } from './object-actions.ts';
import type { Row } from './rows.ts';

/** The buttons of an object's page. */

/** The button that downloads the object's PDF document. */
const Download = ({ calls, route, screen, row }: ScreenProps & { readonly row: Row }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> =>
    saveFile(await calls.file(route.mode, `${screen.path}/${route.id}/pdf`), `${String(row['number'])}.pdf`);
  return (
    <>
      <button type="button" class="quiet" onClick={() => void save().catch((error: unknown) => setProblem(problemText(error)))}>
        Download PDF
      </button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </>
  );
};

interface ButtonsProps {
  readonly screenProps: ScreenProps;
  readonly row: Row;
  /** The object was deleted, so only its id is known. */
  readonly isDeleted: boolean;
  readonly done: (action: Action) => void;
}

/** The actions that the member's role and the object's state allow. */
export const Buttons = ({ screenProps, row, isDeleted, done }: ButtonsProps) => {
  const { calls, route, screen, session, signedOut } = screenProps;
  const [open, setOpen] = useState<Action | null>(null);
  const isApplicable = ({ when, appliesToDeleted }: Action): boolean => (isDeleted ? appliesToDeleted === true : (when?.(row) ?? true));
  const actions = (OBJECT_ACTIONS[route.screen] ?? []).filter((action) => allowed(session, action.scope) && isApplicable(action));
  return (
    <div class="row actions">
      {actions.map((action) => (
        <button key={action.title} type="button" class="quiet" onClick={() => setOpen(action)}>
          {action.title}
        </button>
      ))}
      {screen.hasDocument && !isDeleted ? <Download {...screenProps} row={row} /> : null}
      {open === null ? null : (
        <ActionDialog
          {...{ row, calls, signedOut }}
          action={open}
          mode={route.mode}
          close={() => setOpen(null)}
          done={() => {
            setOpen(null);
            done(open);
          }}
        />
      )}
    </div>
  );
};
