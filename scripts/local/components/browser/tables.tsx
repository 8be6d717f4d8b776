import { useState } from 'preact/hooks';
import { money } from '../../../../functions/console/browser/app/format.ts';
import { Await, DateTime, Empty } from '../../../../functions/console/browser/app/parts.tsx';
import { routeTo } from '../../../../functions/console/browser/app/route.ts';
import { SCREENS } from '../../../../functions/console/browser/app/screen-lists.ts';
import type { Screen } from '../../../../functions/console/browser/app/screen-types.ts';
import { FilterBar } from '../../../../functions/console/browser/objects/filter-bar.tsx';
import { StatusBadge } from '../../../../functions/console/browser/objects/status.tsx';
import { DataTable, SkeletonTable, type TableColumn } from '../../../../functions/console/browser/objects/table.tsx';
import { LONG_NAME, NOW } from './answers.ts';
import type { ComponentSample } from './specimen.ts';

/** Tables and the filters above them. */

interface Row {
  readonly number: string;
  readonly customer: string;
  readonly status: string;
  readonly cents: number;
}

const ROWS: readonly Row[] = [
  { number: 'INV-000042', customer: 'Birgit Lang', status: 'paid', cents: 5831 },
  { number: 'INV-000041', customer: 'Pieter Smit', status: 'open', cents: 124_900 },
  { number: 'INV-000040', customer: 'Ada Lovelace', status: 'uncollectible', cents: 900 },
];

const invoiceOf = ({ status, cents }: Row) => ({
  object: 'invoice',
  status,
  total_cents: cents,
  amount_credited_cents: 0,
  next_payment_attempt: null,
});

const COLUMNS: readonly TableColumn<Row>[] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Customer', cell: ({ customer }) => customer },
  { title: 'Status', cell: (row) => <StatusBadge row={invoiceOf(row)} /> },
  { title: 'Total', isNumber: true, cell: ({ cents }) => money(cents, 'EUR') },
  { title: 'Issued', isTime: true, cell: () => <DateTime seconds={NOW} /> },
];

const table = { columns: COLUMNS, rows: ROWS, keyOf: ({ number }: Row) => number };
const linkOf = (): string => '#data-table';

const Selectable = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['INV-000041']));
  const select = (keys: readonly string[], isSelected: boolean): void =>
    setSelected(new Set([...[...selected].filter((key) => !keys.includes(key)), ...(isSelected ? keys : [])]));
  return <DataTable {...table} label="Selected" linkOf={linkOf} selection={{ selected, select }} />;
};

const longRows = ROWS.map((row, index) => (index === 1 ? { ...row, customer: LONG_NAME, cents: 99_999_999_999 } : row));

export const DATA_TABLE: ComponentSample = {
  name: 'data-table',
  title: 'DataTable',
  specimens: [
    { name: 'rows', content: <DataTable {...table} label="Rows" linkOf={linkOf} /> },
    { name: 'selected', content: <Selectable /> },
    { name: 'long text', content: <DataTable {...table} label="Long text" rows={longRows} linkOf={linkOf} /> },
    { name: 'loading', content: <SkeletonTable columns={COLUMNS} /> },
    {
      name: 'loading again',
      content: (
        <Await read={{ kind: 'read', value: ROWS, isStale: true }}>
          {(rows) => <DataTable {...table} label="Loading again" rows={rows} linkOf={linkOf} />}
        </Await>
      ),
    },
    {
      name: 'empty',
      content: (
        <Empty
          title="No invoices yet"
          text="Invoices are issued when a customer is charged."
          action={<button type="button">Create invoice</button>}
        />
      ),
    },
    {
      name: 'error',
      content: <Await read={{ kind: 'failed', text: 'The service did not answer.', isMissing: false }}>{() => <p>Never shown.</p>}</Await>,
    },
  ],
};

/**
 * The event list without filter fields, so that the bar shows every filter as a chip. The cast is needed because `Screen` allows no
 * `undefined` for `hasDates`.
 */
const EVENTS = { ...SCREENS['events'], filters: [], hasDates: undefined } as unknown as Screen;

export const FILTER_BAR: ComponentSample = {
  name: 'filter-bar',
  title: 'FilterBar',
  specimens: [
    {
      name: 'filtered',
      content: (
        <FilterBar
          route={routeTo('test', 'invoices', { status: 'open', 'created[gte]': String(NOW - 86_400), 'created[lt]': String(NOW) })}
          screen={SCREENS['invoices'] as Screen} // The entry exists.
        />
      ),
    },
    {
      name: 'long text',
      content: (
        <FilterBar
          route={routeTo('test', 'events', { number: 'INV-000042', email: `buchhaltung@${'donaudampfschifffahrt'.repeat(3)}.example` })}
          screen={EVENTS}
        />
      ),
    },
  ],
};
