import { Card } from '../../app/parts.tsx';
import type { PageParts } from '../pages/page-parts.ts';
import type { RowOf } from '../rows.ts';
import { DataTable } from '../table.tsx';
import { aggregationText } from './meter-texts.ts';

export const METER_PAGE: PageParts<RowOf['meters']> = {
  Main: ({ row }) => (
    <Card title="Filters">
      {row.filters.length === 0 ? (
        <p class="body soft">None: the meter counts every event with the name {row.event_name}.</p>
      ) : (
        <DataTable
          label="Filters"
          rows={row.filters}
          keyOf={({ key }) => key}
          columns={[
            { title: 'Property', cell: ({ key }) => key },
            { title: 'Values', cell: ({ values }) => values.join(', ') },
          ]}
        />
      )}
    </Card>
  ),
  facts: (row) => [
    ['Event name', <code class="id">{row.event_name}</code>],
    ['Quantity', aggregationText(row)],
    ['Aggregation', row.aggregation],
    ['Value', row.value_key === null ? null : `Property ${row.value_key} of the event`],
  ],
};
