import { useState } from 'preact/hooks';
import { goToWithMessage } from '../app/flash-message.ts';
import { currencyOf } from '../app/format.ts';
import { Await, type Read, useRead } from '../app/parts.tsx';
import { hrefOf, routeTo } from '../app/route.ts';
import { expanding, expandingOne, SCREENS, screenAt } from '../app/screens.ts';
import type { Action } from './actions.ts';
import { Advancing } from './advancing.tsx';
import { namingText } from './columns.ts';
import { Deliveries } from './deliveries.tsx';
import { History } from './history.tsx';
import { Rows, type Shows, Status } from './lists.tsx';
import { Buttons } from './object-buttons.tsx';
import { isTestClock, type Row } from './rows.ts';
import { AsJson, Fields } from './values.tsx';

/** One object: what it is, what can be done to it, what belongs to it and who changed it. */

const RELATED_SIZE = '5';

const RelatedList = ({ shows, name, by }: { readonly shows: Shows; readonly name: string; readonly by: string }) => {
  const { calls, route, signedOut } = shows;
  const screen = screenAt(name, route.mode);
  const all = routeTo(route.mode, name, { [by]: route.id ?? '' });
  const query = new URLSearchParams({ ...all.filters, limit: RELATED_SIZE, ...(screen === undefined ? {} : expanding(screen)) });
  const read = useRead(() => calls.page(route.mode, screen?.path ?? name, query), hrefOf(all), signedOut);
  if (screen === undefined) return null;
  // Whose they are is reported by the page.
  const columns = screen.columns.filter(({ name: shown, to }) => ![shown, to].some((field) => field === by || field === 'customer_id'));
  return (
    <section>
      <h2>{screen.title}</h2>
      <Await read={read}>
        {({ data, has_more: hasMore }) => (
          <>
            <Rows {...{ data, screen, columns }} mode={route.mode} />
            {hasMore ? (
              <p>
                <a href={hrefOf(all)}>All of them</a>
              </p>
            ) : null}
          </>
        )}
      </Await>
    </section>
  );
};

/** What it is called: its id until it is read. */
const Heading = ({ shows: { route, screen }, read }: { readonly shows: Shows; readonly read: Read<Row> }) => (
  <div class="title named">
    <h1>{read.kind === 'read' ? namingText(screen.columns[0], read.value) : route.id}</h1>
    {read.kind === 'read' && typeof read.value['status'] === 'string' ? <Status value={read.value['status']} /> : null}
  </div>
);

export const ObjectPage = (shows: Shows) => {
  const { calls, route, screen, signedOut } = shows;
  const [version, setVersion] = useState(0);
  const [reported, setReported] = useState<string | null>(null);
  const path = `${screen.path}/${encodeURIComponent(route.id ?? '')}?${new URLSearchParams(expandingOne(screen))}`.replace(/\?$/, '');
  const read = useRead(() => calls.object(route.mode, path), `${version} ${hrefOf(route)}`, signedOut);
  const readAgain = (): void => setVersion((before) => before + 1);
  const done = ({ title, method, removes }: Action): void => {
    const word = `Done: ${title.toLowerCase()}.`;
    if (method === 'DELETE' || removes) {
      goToWithMessage(routeTo(route.mode, route.screen), word);
      return;
    }
    setReported(word);
    readAgain();
  };
  return (
    <>
      <p>
        <a href={hrefOf(routeTo(route.mode, route.screen))}>{screen.title}</a>
      </p>
      <Heading {...{ shows, read }} />
      <p role="status">{reported}</p>
      <Await read={read}>
        {(row) => (
          <>
            {isTestClock(row) && row.status === 'advancing' ? <Advancing {...shows} row={row} settled={readAgain} /> : null}
            <Buttons {...{ shows, row, done }} isDeleted={false} />
            <Fields row={row} currency={currencyOf(row)} mode={route.mode} />
            <AsJson row={row} />
            {(screen.related ?? []).map(({ screen: name, by }) => (
              <RelatedList key={`${name} ${version}`} {...{ shows, name, by }} />
            ))}
            {screen === SCREENS['webhook_endpoints'] ? <Deliveries {...shows} /> : null}
            {screen === SCREENS['audit_logs'] || screen === SCREENS['events'] ? null : <History {...shows} row={row} version={version} />}
          </>
        )}
      </Await>
      {read.kind === 'failed' && read.isMissing ? <Buttons {...{ shows, done }} row={{ id: route.id }} isDeleted={true} /> : null}
    </>
  );
};
