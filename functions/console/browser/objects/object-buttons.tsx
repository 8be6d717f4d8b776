import { useState } from 'preact/hooks';
import { allowed } from '../app/calls.ts';
import { problemText } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import type { Action } from './actions.ts';
import type { Shows } from './lists.tsx';
import { OBJECT_ACTIONS } from './object-actions.ts';
import type { Row } from './rows.ts';

/** The buttons of an object's page. */

/** Fetches a document and has the browser keep it as a file. */
const Download = ({ calls, route, screen, row }: Shows & { readonly row: Row }) => {
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
  readonly shows: Shows;
  readonly row: Row;
  /** Nothing but its id is known. */
  readonly isDeleted: boolean;
  readonly done: (action: Action) => void;
}

/** What the member can do to an object as it is. */
export const Buttons = ({ shows, row, isDeleted, done }: ButtonsProps) => {
  const { calls, route, screen, session, signedOut } = shows;
  const [open, setOpen] = useState<Action | null>(null);
  const fits = ({ when, ofDeleted }: Action): boolean => (isDeleted ? ofDeleted === true : (when?.(row) ?? true));
  const offered = (OBJECT_ACTIONS[route.screen] ?? []).filter((action) => allowed(session, action.scope) && fits(action));
  return (
    <div class="row actions">
      {offered.map((action) => (
        <button key={action.title} type="button" class="quiet" onClick={() => setOpen(action)}>
          {action.title}
        </button>
      ))}
      {screen.hasDocument && !isDeleted ? <Download {...shows} row={row} /> : null}
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
