import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { allowed, type Page } from '../app/calls.ts';
import { Await, Time, useAttempts, useRead } from '../app/parts.tsx';
import { hrefOf } from '../app/route.ts';
import { Link, Pager, type ScreenProps, Status } from './lists.tsx';
import type { Delivery } from './rows.ts';

/** The deliveries of a webhook endpoint, with the receiver's responses and a button to redeliver. */

const PAGE_SIZE = '10';

const outcomeOf = (delivery: Delivery): string => String(delivery.last_response_code ?? delivery.last_error ?? '–');

/** The receiver's response; its body is shown when the member expands it. */
const ResponseCell = ({ row }: { readonly row: Delivery }) => {
  const excerpt = row.last_response_body_excerpt ?? '';
  if (excerpt === '') return <>{outcomeOf(row)}</>;
  return (
    <details class="json answer">
      <summary>{outcomeOf(row)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the box is scrolled by the keyboard too */}
      <pre tabIndex={0}>{excerpt}</pre>
    </details>
  );
};

const DeliveryTable = ({
  page,
  screenProps,
  redeliver,
}: {
  readonly page: Page<Delivery>;
  readonly screenProps: ScreenProps;
  readonly redeliver: (id: string) => void;
}) => {
  const { route, session } = screenProps;
  if (page.data.length === 0) return <p>Nothing was sent there yet.</p>;
  return (
    <>
      <section class="table rows" aria-label="Deliveries">
        <table>
          <thead>
            <tr>
              {['Event', 'Status', 'Tries', 'Answer', 'Created', ''].map((title) => (
                <th key={title} scope="col" class={title === 'Tries' ? 'number' : undefined}>
                  {title === '' ? <span class="unseen">Send again</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.data.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.event_type}
                  <span class="soft">
                    <Link text={row.event_id} mode={route.mode} isOwn={false} />
                  </span>
                </th>
                <td data-title="Status">
                  <Status value={row.status} />
                </td>
                <td class="number" data-title="Tries">
                  {row.attempt_count}
                </td>
                <td data-title="Answer">
                  <ResponseCell row={row} />
                </td>
                <td class="when" data-title="Created">
                  <Time seconds={row.created} />
                </td>
                <td>
                  {row.status !== 'delivered' && allowed(session, 'webhook_endpoints:write') ? (
                    <button type="button" class="quiet small" aria-label={`Send ${row.event_type} again`} onClick={() => redeliver(row.id)}>
                      Send again
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager route={route} page={page} />
    </>
  );
};

export const Deliveries = (screenProps: ScreenProps) => {
  const { calls, route, signedOut } = screenProps;
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState<string | null>(null);
  const { problem, attempt } = useAttempts(signedOut);
  const path = `webhook_endpoints/${encodeURIComponent(route.id ?? '')}/deliveries` as const;
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(route.after === null ? {} : { starting_after: route.after }) });
  const read = useRead(() => calls.page(route.mode, path, query), `deliveries ${version} ${hrefOf(route)}`, signedOut);
  const readAgain = (): void => setVersion((previous) => previous + 1);
  const redeliver = (id: string): Promise<boolean> =>
    attempt(async () => {
      await calls.post(route.mode, `${path}/${id}/redeliver`, {});
      setMessage('It is sent again.');
      readAgain();
    });
  return (
    <section>
      <h2>Deliveries</h2>
      {problem === null ? null : <ProblemBox text={problem} />}
      <p role="status">{message}</p>
      <p>
        <button type="button" class="quiet small" onClick={readAgain}>
          Read again
        </button>
      </p>
      <Await read={read}>{(page) => <DeliveryTable {...{ page, screenProps }} redeliver={(id) => void redeliver(id)} />}</Await>
    </section>
  );
};
