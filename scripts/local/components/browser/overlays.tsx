import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../../../functions/console/browser/app/icons.tsx';
import { Menu } from '../../../../functions/console/browser/app/menu.tsx';
import { Navigation } from '../../../../functions/console/browser/app/navigation.tsx';
import { routeTo } from '../../../../functions/console/browser/app/route.ts';
import { showToast, Toasts } from '../../../../functions/console/browser/app/toast.tsx';
import { ActionDialog } from '../../../../functions/console/browser/forms/action-dialog.tsx';
import { ConfirmDialog } from '../../../../functions/console/browser/forms/confirm.tsx';
import { type Action, requiredField } from '../../../../functions/console/browser/objects/actions/actions.ts';
import { calls, LONG_NAME } from './answers.ts';
import type { ComponentSample } from './specimen.ts';

/** Components that open above the page. */

const items = (
  <>
    <li>
      <a href="#action-menu">Download PDF</a>
    </li>
    <li>
      <button type="button">Void invoice</button>
    </li>
    <li class="apart">
      <button type="button" class="danger">
        {LONG_NAME}
      </button>
    </li>
  </>
);

const menu = (
  <Menu
    button={
      <>
        <Icon name="more" />
        <span class="unseen">More actions</span>
      </>
    }
  >
    {items}
  </Menu>
);

export const ACTION_MENU: ComponentSample = {
  name: 'action-menu',
  title: 'ActionMenu',
  specimens: [
    { name: 'closed', content: <div class="row actions">{menu}</div> },
    { name: 'open', content: <div class="row actions">{menu}</div>, shows: '.menu-list', isTall: true },
  ],
};

interface OpenableProps {
  readonly children: (close: () => void) => ComponentChildren;
}

const Openable = ({ children }: OpenableProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
};

const nothing = (): void => undefined;

const cancelSubscription = (
  <Openable>
    {(close) => (
      <ConfirmDialog title="Cancel subscription" confirm={async () => undefined} onSignedOut={nothing} done={close} close={close}>
        <p>Ends on 4 Dec 2026. You can undo this until then.</p>
      </ConfirmDialog>
    )}
  </Openable>
);

const DELETE: Action = {
  title: 'Delete customer',
  scope: 'customers:write',
  path: () => 'customers',
  effect: 'Deletes the personal data of the customer. This cannot be undone.',
  isDestructive: true,
  confirmName: () => 'Birgit Lang',
  done: 'Customer deleted.',
};

const EDIT: Action = {
  title: 'Edit customer',
  scope: 'customers:write',
  path: () => 'customers',
  fields: [requiredField('name', 'Name', 'text', { initial: LONG_NAME }), requiredField('email', 'Email', 'email')],
  submit: 'Save',
  done: 'Saved.',
};

const dialog = (action: Action) => (
  <Openable>
    {(close) => <ActionDialog {...{ action, calls }} row={{}} mode="test" onSignedOut={nothing} done={close} close={close} />}
  </Openable>
);

export const CONFIRM_DIALOG: ComponentSample = {
  name: 'confirm-dialog',
  title: 'ConfirmDialog',
  specimens: [
    { name: 'destructive', content: cancelSubscription, shows: 'dialog' },
    { name: 'irreversible, blocked until the name is typed', content: dialog(DELETE), shows: 'dialog' },
    { name: 'with fields', content: dialog(EDIT), shows: 'dialog' },
  ],
};

const Drawer = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Open
      </button>
      <Navigation route={routeTo('test', 'invoices')} isOpen={isOpen} close={() => setOpen(false)} />
    </>
  );
};

export const DRAWER: ComponentSample = {
  name: 'drawer',
  title: 'Drawer (a sidebar on wide screens)',
  specimens: [{ name: 'navigation', content: <Drawer />, shows: '.side' }],
};

const ToastSample = () => (
  <>
    <button
      type="button"
      class="quiet"
      onClick={() => {
        showToast('Refunded €29.16 to Birgit Lang.');
        showToast(`Refunded €29.16 to ${LONG_NAME}.`);
      }}
    >
      Open
    </button>
    <Toasts />
  </>
);

export const TOAST: ComponentSample = {
  name: 'toast',
  title: 'Toast',
  specimens: [{ name: 'short and long text', content: <ToastSample />, shows: '.toast' }],
};
