import { useEffect, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { hasScope, type Page } from '../app/calls.ts';
import { upperFirst } from '../app/first-letter.ts';
import { countText } from '../app/format.ts';
import { Await, Card, DateTime, Empty, Facts, useAttempts, useRead } from '../app/parts.tsx';
import { hrefOf } from '../app/route.ts';
import { showToast } from '../app/toast.tsx';
import { Dialog } from '../forms/dialog.tsx';
import { IdLink, Pager, type ScreenProps } from './lists.tsx';
import type { Delivery } from './rows.ts';
import { sentenceOf } from './sentences.ts';
import { StatusBadge } from './status.tsx';
import { DataTable } from './table.tsx';

/** The deliveries of a webhook endpoint: attempts, the sent body, the receiver's responses, and redelivery. */

const PAGE_SIZE = '10';
/** While a delivery waits for its next attempt, the list is read again after this time. */
const REFRESH_MS = 10_000;

const outcomeOf = (delivery: Delivery): string => {
  if (delivery.last_response_code !== null) return `HTTP ${delivery.last_response_code}`;
  const { last_error: error } = delivery;
  return error === null ? 'No attempt yet' : upperFirst(error);
};

/** An event type with possible line breaks before dots and after underscores. */
const EventType = ({ type }: { readonly type: string }) => (
  <>{type.split(/(?=\.)|(?<=_)/).map((part, index) => (index === 0 ? part : [<wbr key={part} />, part]))}</>
);

/** The sent body as indented JSON. */
const readableBody = (body: string | null): string =>
  body === null ? 'The event is no longer stored.' : JSON.stringify(JSON.parse(body), null, 2);

/** The headers and body that were sent or, before the first attempt, that the first attempt will send. */
const SentRequest = ({ screenProps: { calls, route, onSignedOut }, delivery }: Pick<DetailProps, 'screenProps' | 'delivery'>) => {
  const path = `webhook_endpoints/${delivery.endpoint_id}/deliveries/${delivery.id}/request` as const;
  const read = useRead(() => calls.object(route.mode, path), path, onSignedOut);
  return (
    <Await read={read}>
      {({ method, url, headers, body }) => (
        <>
          <h3>{delivery.attempt_count === 0 ? 'Headers of the first attempt' : 'Sent headers'}</h3>
          <div class="json">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that are wider than the page are scrolled by the keyboard too */}
            <pre tabIndex={0}>
              {[`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
            </pre>
          </div>
          <p class="soft">
            Each attempt also has <code>webhook-timestamp</code>, <code>webhook-signature</code> and <code>Service-Signature</code>, which
            are computed when it is sent.
          </p>
          <h3>{delivery.attempt_count === 0 ? 'Body' : 'Sent body'}</h3>
          <div class="json">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that are wider than the page are scrolled by the keyboard too */}
            <pre tabIndex={0}>{readableBody(body)}</pre>
          </div>
        </>
      )}
    </Await>
  );
};

interface DetailProps {
  readonly delivery: Delivery;
  readonly screenProps: ScreenProps;
  /** `null`: the delivery cannot be sent again. */
  readonly redeliver: (() => void) | null;
  readonly onClosed: () => void;
}

const Detail = ({ delivery, screenProps, redeliver, onClosed }: DetailProps) => (
  <Dialog title={sentenceOf(delivery.event_type, {})} class="wide" startsAtTitle={true} onClosed={onClosed}>
    {({ close }) => (
      <>
        <Facts
          facts={[
            ['Status', <StatusBadge row={delivery} />],
            ['Event', delivery.test === true ? 'Test event' : <IdLink text={delivery.event_id} mode={screenProps.route.mode} />],
            ['Attempts', delivery.attempt_count],
            ['Next attempt', delivery.next_attempt_at === null ? null : <DateTime seconds={delivery.next_attempt_at} />],
            ['Last result', outcomeOf(delivery)],
          ]}
        />
        <SentRequest {...{ screenProps, delivery }} />
        {delivery.last_response_body_excerpt === null || delivery.last_response_body_excerpt === '' ? null : (
          <>
            <h3>Response body</h3>
            <div class="json answer">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the box is scrolled by the keyboard too */}
              <pre tabIndex={0}>{delivery.last_response_body_excerpt}</pre>
            </div>
          </>
        )}
        {redeliver === null ? null : <p class="soft">Redeliver makes the next attempt now.</p>}
        <div class="row end">
          <button type="button" class="quiet" onClick={close}>
            Close
          </button>
          {redeliver === null ? null : (
            <button
              type="button"
              onClick={() => {
                close();
                redeliver();
              }}
            >
              Redeliver
            </button>
          )}
        </div>
      </>
    )}
  </Dialog>
);

interface TableProps {
  readonly page: Page<Delivery>;
  readonly screenProps: ScreenProps;
  readonly redeliver: (delivery: Delivery) => void;
}

const DeliveryTable = ({ page, screenProps, redeliver }: TableProps) => {
  const [open, setOpen] = useState<Delivery | null>(null);
  const { route, session } = screenProps;
  const mayRedeliver = ({ status }: Delivery): boolean => status !== 'delivered' && hasScope(session, 'webhook_endpoints:write');
  if (page.data.length === 0) {
    return (
      <Empty title="No deliveries yet" text="Deliveries appear here when an event of a selected type happens. They are kept for 30 days." />
    );
  }
  return (
    <>
      <DataTable<Delivery>
        label="Deliveries"
        rows={page.data}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Event', cell: ({ event_type: type, test }) => <EventType type={test === true ? `${type} (test)` : type} /> },
          {
            title: 'Status',
            cell: (row) => (
              <>
                <StatusBadge row={row} />
                <span class="soft">{countText(row.attempt_count, 'attempt')}</span>
              </>
            ),
          },
          { title: 'Result', cell: outcomeOf },
          { title: 'Next attempt', isTime: true, cell: ({ next_attempt_at: at }) => (at === null ? null : <DateTime seconds={at} />) },
          {
            title: '',
            cell: (row) => (
              <div class="row">
                <button type="button" class="quiet" aria-label={`Details of ${row.event_type}`} onClick={() => setOpen(row)}>
                  Details
                </button>
                {mayRedeliver(row) ? (
                  <button type="button" class="quiet" aria-label={`Redeliver ${row.event_type}`} onClick={() => redeliver(row)}>
                    Redeliver
                  </button>
                ) : null}
              </div>
            ),
          },
        ]}
      />
      <Pager route={route} page={page} />
      {open === null ? null : (
        <Detail
          delivery={open}
          screenProps={screenProps}
          redeliver={mayRedeliver(open) ? () => redeliver(open) : null}
          onClosed={() => setOpen(null)}
        />
      )}
    </>
  );
};

export const Deliveries = (screenProps: ScreenProps) => {
  const { calls, route, onSignedOut } = screenProps;
  const [version, setVersion] = useState(0);
  const { problem, attempt } = useAttempts(onSignedOut);
  const path = `webhook_endpoints/${encodeURIComponent(route.id ?? '')}/deliveries` as const;
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(route.after === null ? {} : { starting_after: route.after }) });
  const read = useRead(() => calls.page(route.mode, path, query), `deliveries ${version} ${hrefOf(route)}`, onSignedOut);
  const readAgain = (): void => setVersion((previous) => previous + 1);
  const isWaiting = read.kind === 'read' && !read.isStale && read.value.data.some(({ status }) => status === 'pending');
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(readAgain, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, version]);
  const redeliver = ({ id }: Delivery): Promise<boolean> =>
    attempt(async () => {
      await calls.post(route.mode, `${path}/${id}/redeliver`, {});
      showToast('Delivery queued.');
      readAgain();
    });
  const sendTestEvent = (): Promise<boolean> =>
    attempt(async () => {
      await calls.post(route.mode, `webhook_endpoints/${encodeURIComponent(route.id ?? '')}/send_test_event`, {});
      showToast('Test event queued.');
      readAgain();
    });
  return (
    <Card
      title="Deliveries"
      action={
        <div class="row">
          {hasScope(screenProps.session, 'webhook_endpoints:write') ? (
            <button type="button" class="quiet" onClick={() => void sendTestEvent()}>
              Send test event
            </button>
          ) : null}
          <button type="button" class="quiet" onClick={readAgain}>
            Refresh
          </button>
        </div>
      }
    >
      {problem === null ? null : <ProblemBox text={problem} />}
      <Await read={read}>{(page) => <DeliveryTable {...{ page, screenProps }} redeliver={(delivery) => void redeliver(delivery)} />}</Await>
    </Card>
  );
};
