import { fullDayText, money } from '../../app/format.ts';
import { Await, Card, useRead } from '../../app/parts.tsx';
import type { ScreenProps } from '../lists.tsx';
import type { RowOf } from '../rows.ts';
import { DataTable } from '../table.tsx';

/** The usage of a metered subscription by day, with the amount that it will cost, and its maximum. */
export const UsageCard = ({
  row,
  screenProps: { calls, route, onSignedOut },
}: {
  readonly row: RowOf['subscriptions'];
  readonly screenProps: ScreenProps;
}) => {
  const read = useRead(() => calls.usage(route.mode, row.id), `usage ${row.id} ${row.current_period_start}`, onSignedOut);
  return (
    <Card title="Usage in this period">
      <Await read={read}>
        {(usage) => (
          <>
            <DataTable
              label="Usage by day"
              rows={usage.breakdown ?? []}
              keyOf={(each) => `${each.starts_at} ${each.meter_id}`}
              columns={[
                { title: 'Day', cell: (each) => fullDayText(each.starts_at) },
                { title: 'Quantity', isNumber: true, cell: (each) => each.quantity },
                { title: 'Amount', isNumber: true, cell: (each) => money(each.amount_cents ?? 0, usage.currency) },
              ]}
            />
            <dl class="sums-right">
              {row.max_amount_cents == null ? null : (
                <div>
                  <dt>Maximum</dt>
                  <dd>{money(row.max_amount_cents, usage.currency)}</dd>
                </div>
              )}
              <div class="total">
                <dt>So far</dt>
                <dd>{money(usage.amount_cents, usage.currency)}</dd>
              </div>
            </dl>
          </>
        )}
      </Await>
    </Card>
  );
};
