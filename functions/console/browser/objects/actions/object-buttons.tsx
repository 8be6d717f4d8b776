import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../../shared/pages/browser/parts.tsx';
import { hasScope } from '../../app/calls.ts';
import { Icon } from '../../app/icons.tsx';
import { Menu } from '../../app/menu.tsx';
import { useAttempts } from '../../app/parts.tsx';
import { saveFile } from '../../app/save-file.ts';
import { ActionDialog } from '../../forms/action-dialog.tsx';
import type { ScreenProps } from '../lists.tsx';
import type { Row } from '../rows.ts';
import type { Action } from './actions.ts';
import { OBJECT_ACTIONS } from './object-actions.ts';
import type { Refundable } from './refund.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** The buttons of an object's page: one primary action, the PDF document, and a menu with the other actions. */

/** Buttons that open and download the object's PDF document. */
const PdfButtons = ({ calls, route, screen, row, onSignedOut }: ScreenProps & { readonly row: Row }) => {
  const { problem, attempt } = useAttempts(onSignedOut);
  const fileName = `${String(row['number'])}.pdf`;
  const fetchFile = (): Promise<Blob> => calls.file(route.mode, `${screen.path}/${route.id}/pdf`);
  const view = async (): Promise<void> => {
    // Opens the tab before the request, because browsers block windows that are opened after a request.
    const tab = open('', '_blank');
    try {
      const file = await fetchFile();
      if (tab === null) saveFile(file, fileName);
      else tab.location.href = URL.createObjectURL(file);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => void attempt(view)}>
        View PDF
      </button>
      <button type="button" class="quiet" onClick={() => void attempt(async () => saveFile(await fetchFile(), fileName))}>
        Download PDF
      </button>
      {problem === null ? null : <ProblemBox text={problem} />}
    </>
  );
};

interface ButtonsProps {
  readonly screenProps: ScreenProps;
  readonly row: Row;
  /** The object was deleted, so only its id is known. */
  readonly isDeleted: boolean;
  readonly done: (action: Action, response: Row, row: Row) => void;
}

/** The actions that the member's role and the object's state allow. */
export const ObjectButtons = ({ screenProps, row, isDeleted, done }: ButtonsProps) => {
  const { calls, route, screen, session, onSignedOut } = screenProps;
  const [open, setOpen] = useState<Action | null>(null);
  const isApplicable = ({ when, appliesToDeleted }: Action): boolean => (isDeleted ? appliesToDeleted === true : (when?.(row) ?? true));
  const actions = (OBJECT_ACTIONS[route.screen] ?? []).filter((action) => hasScope(session, action.scope) && isApplicable(action));
  const primary = actions.find(({ isDestructive }) => isDestructive !== true);
  const others = actions.filter((action) => action !== primary);
  // For the refund dialog, which opens only for objects that can be refunded.
  const refundable = row as unknown as Refundable;
  const dialog = open === null ? null : { row, onSignedOut, action: open, close: () => setOpen(null) };
  const finish = (action: Action, response: Row): void => {
    setOpen(null);
    done(action, response, row);
  };
  return (
    <div class="row actions">
      {screen.hasDocument && !isDeleted ? <PdfButtons {...screenProps} row={row} /> : null}
      {primary === undefined ? null : (
        <button type="button" onClick={() => setOpen(primary)}>
          {primary.title}
        </button>
      )}
      {others.length === 0 ? null : (
        <Menu
          buttonClass="quiet icon"
          button={
            <>
              <Icon name="more" />
              <span class="unseen">More actions</span>
            </>
          }
        >
          {others.map((action) => (
            <li key={action.title}>
              <button type="button" class={action.isDestructive ? 'danger' : undefined} onClick={() => setOpen(action)}>
                {action.title}
              </button>
            </li>
          ))}
        </Menu>
      )}
      {dialog === null ? null : dialog.action.isRefund ? (
        <RefundDialog {...dialog} row={refundable} done={(response) => finish(dialog.action, response)} />
      ) : (
        <ActionDialog {...dialog} {...{ calls }} mode={route.mode} done={(response) => finish(dialog.action, response)} />
      )}
    </div>
  );
};
