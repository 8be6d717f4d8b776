import type * as v from 'valibot';
import type { RequestLog as RequestLogSchema } from '../../../../shared/api/objects/reports/request-log.ts';
import { useApi } from '../app/api.ts';
import { Await, CopyId, DateTime, Empty, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute, type Route } from '../app/route.ts';
import { FilterTabs } from './filter-bar.tsx';
import { Pager } from './lists.tsx';
import { readNamesByIds } from './names.ts';
import { DataTable } from './table.tsx';

/** The API requests of the last 30 days. */

type Entry = v.InferOutput<typeof RequestLogSchema>;

const PAGE_SIZE = '25';

const STATUS_FILTER = { kind: 'tabs', title: 'Status', name: 'status', options: { failed: 'Failed' } } as const;

/** The beginning and the end of an id: `req_85bd…d321`. */
const shortened = (id: string): string => `${id.slice(0, id.indexOf('_') + 5)}…${id.slice(-4)}`;

const Badge = ({ status }: { readonly status: number }) => (
  <span class={`badge ${status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}`}>{status}</span>
);

const Requests = ({ rows, onSignedOut }: { readonly rows: readonly Entry[]; readonly onSignedOut: () => void }) => {
  const api = useApi();
  const keyIds = [...new Set(rows.map(({ api_key_id: id }) => id))];
  // Rows are shown before the names of the keys are found.
  const read = useRead(() => readNamesByIds(api, keyIds), `${api.mode} ${keyIds.join(' ')}`, onSignedOut);
  const names = read.kind === 'read' ? read.value : new Map<string, string>();
  return (
    <DataTable<Entry>
      label="Requests"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Request', cell: ({ method, path }) => `${method} ${path}` },
        { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
        { title: 'Error', cell: ({ error_code: code }) => code },
        {
          title: 'API key',
          cell: ({ api_key_id: id }) => (
            <a href={hrefOf(objectRoute(api.mode, 'api_keys', id))} title={id}>
              {names.get(id) ?? shortened(id)}
            </a>
          ),
        },
        { title: 'Duration', isNumber: true, cell: ({ duration_ms: ms }) => `${ms} ms` },
        { title: 'Request ID', cell: ({ request_id: id }) => <CopyId id={id} label="Request ID" shown={shortened(id)} /> },
        { title: 'Date', isTime: true, cell: ({ created }) => <DateTime seconds={created} /> },
      ]}
    />
  );
};

export const RequestLog = ({ route, onSignedOut }: { readonly route: Route; readonly onSignedOut: () => void }) => {
  const { calls, mode } = useApi();
  const showsFailedOnly = route.filters['status'] === 'failed';
  const query = new URLSearchParams({
    limit: PAGE_SIZE,
    ...(showsFailedOnly ? { status: 'failed' } : {}),
    ...(route.after === null ? {} : { starting_after: route.after }),
  });
  const read = useRead(() => calls.page(mode, 'request_logs', query), hrefOf(route), onSignedOut);
  return (
    <>
      <h1>Request log</h1>
      <FilterTabs route={route} filter={STATUS_FILTER} />
      <Await read={read}>
        {(page) =>
          page.data.length === 0 ? (
            <Empty
              title={showsFailedOnly ? 'No failed requests' : 'No requests yet'}
              text="Shows the API requests of the last 30 days, without their bodies. A request appears some seconds after its response."
            />
          ) : (
            <>
              <Requests rows={page.data} onSignedOut={onSignedOut} />
              <Pager route={route} page={page} />
            </>
          )
        }
      </Await>
    </>
  );
};
