import { useApi } from '../app/api.ts';
import { monthText, percentText } from '../app/format.ts';
import { Await, Card, Empty, useRead } from '../app/parts.tsx';
import { DataTable } from '../objects/table.tsx';

/** Retention: of the subscriptions that started in a month, the percentage that have not ended some months later. */

const MONTHS_SHOWN = 12;

interface Cohort {
  readonly month: string;
  readonly subscriptions: number;
  /** How many of the subscriptions had not ended by the end of `month`, of the month after it, and so on. */
  readonly retained: readonly number[];
}

export const Cohorts = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const { calls, mode } = useApi();
  const read = useRead(() => calls.object(mode, 'reports/cohorts'), `cohorts ${mode}`, onSignedOut);
  return (
    <Card title="Retention by start month">
      <Await read={read}>
        {({ data }) => {
          const cohorts = data.filter(({ subscriptions }) => subscriptions > 0);
          if (cohorts.length === 0)
            return <Empty title="No subscriptions yet" text="Each month in which subscriptions start is a row here." />;
          const columns = Array.from({ length: Math.min(MONTHS_SHOWN, cohorts[0]?.retained.length ?? 0) }, (_none, months) => ({
            title: months === 0 ? 'Same month' : `+${months}`,
            isNumber: true,
            cell: ({ retained, subscriptions }: Cohort) => {
              const retainedCount = retained[months];
              return retainedCount === undefined ? null : percentText(Math.round((100 * retainedCount) / subscriptions));
            },
          }));
          return (
            <DataTable<Cohort>
              label="Retention by start month"
              isMatrix
              rows={cohorts}
              keyOf={({ month }) => month}
              columns={[
                { title: 'Month', cell: ({ month }) => monthText(Date.parse(month) / 1000) },
                { title: 'Started', isNumber: true, cell: ({ subscriptions }) => subscriptions },
                ...columns,
              ]}
            />
          );
        }}
      </Await>
    </Card>
  );
};
