import type * as v from 'valibot';
import type { UsageSummary } from '../../../../../shared/api/objects/usage/usage-record.ts';
import { type SliceUnit, sliceUnitOf } from '../../../../../shared/domain/subscription/usage/slices.ts';
import { money, monthText, quantityText, shortMoney, shortUtcDayText, utcDayText } from '../../app/format.ts';
import { lazyScreen } from '../../app/lazy-screen.tsx';
import { Await, Card, useRead } from '../../app/parts.tsx';
import type { Names } from '../column.ts';
import { ObjectLink } from '../links.tsx';
import type { ScreenProps } from '../lists.tsx';
import { readNamesByIds } from '../names.ts';
import type { RowOf } from '../rows.ts';
import { DataTable } from '../table.tsx';
import { metersOf, type UsageRow, usageSeries } from './usage-series.ts';

const chart = lazyScreen(async () => (await import('../../metrics/charts.tsx')).Bars);

interface Loaded {
  readonly usage: v.InferOutput<typeof UsageSummary>;
  /** Names of the meters, if there are several. */
  readonly names: Names;
}

const RECORDS = 'Usage records';

/** The name of a meter, or of the usage records. */
const sourceText = ({ names, usage }: Loaded, meterId: string | null): string =>
  meterId === null ? RECORDS : (names.get(meterId) ?? usage.breakdown?.find((row) => row.meter_id === meterId)?.event_name ?? meterId);

/** A bar for each day or month of the period, in the color of its meter. Shows nothing if all amounts are 0, as in a trial. */
const Chart = ({ loaded, unit }: { readonly loaded: Loaded; readonly unit: SliceUnit }) => {
  const { usage } = loaded;
  const { starts, series } = usageSeries(usage);
  if (series.every(({ amounts }) => amounts.every((cents) => cents === 0))) return null;
  return (
    <div class="body">
      <chart.Screen
        title={`Amount by ${unit}`}
        periods={starts.map(unit === 'day' ? shortUtcDayText : monthText)}
        series={series.map(({ meterId, amounts }) => ({ name: sourceText(loaded, meterId), amounts }))}
        formatAmount={(cents) => money(cents, usage.currency)}
        formatShortAmount={(cents) => shortMoney(cents, usage.currency)}
        isListed={true}
      />
    </div>
  );
};

interface RowsProps {
  readonly loaded: Loaded;
  readonly rows: readonly UsageRow[];
  readonly unit: SliceUnit;
  readonly onSignedOut: () => void;
}

/** The days or months with usage; with the meter of each row if there are several meters. */
const Rows = ({ loaded, rows, unit, onSignedOut }: RowsProps) => {
  const meter = {
    title: 'Meter',
    cell: ({ meter_id: id }: UsageRow) =>
      id === null ? RECORDS : <ObjectLink id={id} name={sourceText(loaded, id)} onSignedOut={onSignedOut} />,
  };
  return (
    <DataTable
      label={`Usage by ${unit}`}
      rows={rows}
      keyOf={(each) => `${each.starts_at} ${each.meter_id}`}
      columns={[
        {
          title: unit === 'day' ? 'Day (UTC)' : 'Month (UTC)',
          cell: (each) => (unit === 'day' ? utcDayText : monthText)(each.starts_at),
        },
        ...(metersOf(rows).length > 1 ? [meter] : []),
        { title: 'Quantity', isNumber: true, cell: (each) => quantityText(each.quantity) },
        { title: 'Amount', isNumber: true, cell: (each) => money(each.amount_cents ?? 0, loaded.usage.currency) },
      ]}
    />
  );
};

const Breakdown = ({ rows, ...props }: Omit<RowsProps, 'rows'> & { readonly rows: readonly UsageRow[] | undefined }) => {
  if (rows === undefined) return <p class="body soft">There are too many entries to list them by date: see the total.</p>;
  if (rows.length === 0) return <p class="body soft">No usage in this period yet.</p>;
  return (
    <>
      <Chart {...props} />
      <Rows {...props} rows={rows} />
    </>
  );
};

/** The usage of a metered subscription by day or (in long periods) by month, its amount so far, and the spending cap. */
export const UsageCard = ({
  row,
  screenProps: { calls, route, onSignedOut },
}: {
  readonly row: RowOf['subscriptions'];
  readonly screenProps: ScreenProps;
}) => {
  const unit = sliceUnitOf({ start: row.current_period_start, end: row.current_period_end });
  const load = async (): Promise<Loaded> => {
    const usage = await calls.usage(route.mode, row.id, unit);
    const meters = metersOf(usage.breakdown ?? []);
    const named = meters.length > 1 ? meters.filter((id) => id !== null) : [];
    return { usage, names: await readNamesByIds({ calls, mode: route.mode }, named) };
  };
  const read = useRead(load, `usage ${row.id} ${row.current_period_start}`, onSignedOut);
  return (
    <Card title="Usage in this period">
      <Await read={read}>
        {(loaded) => (
          <>
            <Breakdown {...{ loaded, unit, onSignedOut }} rows={loaded.usage.breakdown} />
            <dl class="sums-right">
              {row.max_amount_cents == null ? null : (
                <div>
                  <dt>Spending cap</dt>
                  <dd>{money(row.max_amount_cents, loaded.usage.currency)}</dd>
                </div>
              )}
              <div class="total">
                <dt>So far</dt>
                <dd>{money(loaded.usage.amount_cents, loaded.usage.currency)}</dd>
              </div>
            </dl>
          </>
        )}
      </Await>
    </Card>
  );
};
