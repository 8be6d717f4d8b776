import { useState } from 'preact/hooks';
import { hasScope } from '../../app/calls.ts';
import { money } from '../../app/format.ts';
import { Await, Card, useRead } from '../../app/parts.tsx';
import { showToast } from '../../app/toast.tsx';
import { ActionDialog } from '../../forms/action-dialog.tsx';
import { type Action, doneText } from '../actions/actions.ts';
import { newUsageAlert } from '../actions/usage-actions.ts';
import type { ScreenProps } from '../lists.tsx';
import type { Row, UsageAlertRow } from '../rows.ts';
import { DataTable } from '../table.tsx';

const DELETE: Action = {
  title: 'Delete alert',
  scope: 'subscriptions:write',
  method: 'DELETE',
  path: (row) => `usage_alerts/${String(row['id'])}`,
  effect: 'The alert is no longer sent. You can create another one.',
  done: 'Alert deleted.',
  isDestructive: true,
};

interface Props {
  /** The subscription or customer whose alerts are shown. */
  readonly owner: { readonly name: 'subscription_id' | 'customer_id'; readonly id: string };
  /** Currency of the amounts; `null`: unknown, because the customer has no metered subscription. */
  readonly currency: string | null;
  readonly screenProps: ScreenProps;
}

/** The usage alerts of a subscription or customer, with buttons to create and delete them. */
export const UsageAlertsCard = ({ owner, currency, screenProps: { calls, route, session, onSignedOut } }: Props) => {
  const [version, setVersion] = useState(0);
  const [open, setOpen] = useState<{ readonly action: Action; readonly row: Row } | null>(null);
  const query = new URLSearchParams({ [owner.name]: owner.id, limit: '100' });
  const read = useRead(() => calls.page(route.mode, 'usage_alerts', query), `usage alerts ${owner.id} ${version}`, onSignedOut);
  const mayWrite = hasScope(session, DELETE.scope);
  const newAlert = { action: newUsageAlert(currency !== null), row: { [owner.name]: owner.id, currency } };
  const finish = (action: Action, response: Row, row: Row): void => {
    setOpen(null);
    setVersion((previous) => previous + 1);
    showToast(doneText(action, response, row));
  };
  const threshold = ({ quantity, amount_cents: cents }: UsageAlertRow): string => {
    if (cents === null) return `${quantity} units`;
    return currency === null ? String(cents) : money(cents, currency);
  };
  return (
    <Card
      title="Usage alerts"
      action={
        mayWrite ? (
          <button type="button" class="quiet" onClick={() => setOpen(newAlert)}>
            Create alert
          </button>
        ) : null
      }
    >
      <Await read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="body soft">No usage alerts yet.</p>
          ) : (
            <DataTable
              label="Usage alerts"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Threshold', cell: threshold },
                { title: 'Email to the customer', cell: (each) => (each.email_customer ? 'Yes' : 'No') },
                {
                  title: 'Actions',
                  isNumber: true,
                  cell: (each) =>
                    mayWrite ? (
                      <button
                        type="button"
                        class="quiet"
                        aria-label={`Delete the alert at ${threshold(each)}`}
                        onClick={() => setOpen({ action: DELETE, row: each })}
                      >
                        Delete
                      </button>
                    ) : null,
                },
              ]}
            />
          )
        }
      </Await>
      {open === null ? null : (
        <ActionDialog
          {...open}
          {...{ calls, onSignedOut }}
          mode={route.mode}
          close={() => setOpen(null)}
          done={(response) => finish(open.action, response, open.row)}
        />
      )}
    </Card>
  );
};
