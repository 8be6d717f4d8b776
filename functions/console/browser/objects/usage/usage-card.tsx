import { sliceUnitOf } from '../../../../../shared/domain/subscription/usage/slices.ts';
import { fullDayText, money, monthText } from '../../app/format.ts';
import { Await, Card, useRead } from '../../app/parts.tsx';
import type { ScreenProps } from '../lists.tsx';
import type { RowOf } from '../rows.ts';
import { DataTable } from '../table.tsx';

/** The usage of a metered subscription by day or, in a longer period, by month, with the amount that it will cost, and its maximum. */
export const UsageCard = ({
  row,
  screenProps: { calls, route, onSignedOut },
}: {
  readonly row: RowOf['subscriptions'];
  readonly screenProps: ScreenProps;
}) => {
  const unit = sliceUnitOf({ start: row.current_period_start, end: row.current_period_end });
  const dateText = unit === 'day' ? fullDayText : monthText;
  const read = useRead(() => calls.usage(route.mode, row.id, unit), `usage ${row.id} ${row.current_period_start}`, onSignedOut);
  return (
    <Card title="Usage in this period">
      <Await read={read}>
        {(usage) => (
          <>
            {usage.breakdown === undefined ? (
              <p>More than 10,000 entries: see the total.</p>
            ) : (
              <DataTable
                label={`Usage by ${unit}`}
                rows={usage.breakdown}
                keyOf={(each) => `${each.starts_at} ${each.meter_id}`}
                columns={[
                  { title: unit === 'day' ? 'Day' : 'Month', cell: (each) => dateText(each.starts_at) },
                  { title: 'Quantity', isNumber: true, cell: (each) => each.quantity },
                  { title: 'Amount', isNumber: true, cell: (each) => money(each.amount_cents ?? 0, usage.currency) },
                ]}
              />
            )}
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
