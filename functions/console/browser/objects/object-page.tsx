import { useState } from 'preact/hooks';
import { goToWithMessage } from '../app/flash-message.ts';
import { currencyOf } from '../app/format.ts';
import { Await, type Read, useRead } from '../app/parts.tsx';
import { hrefOf, routeTo } from '../app/route.ts';
import { SCREENS } from '../app/screen-lists.ts';
import { expandOf, expandOneOf, screenAt } from '../app/screens.ts';
import type { Action } from './actions.ts';
import { Advancing } from './advancing.tsx';
import { namingText } from './columns.ts';
import { Deliveries } from './deliveries.tsx';
import { History } from './history.tsx';
import { Rows, type ScreenProps, Status } from './lists.tsx';
import { Buttons } from './object-buttons.tsx';
import { isTestClock, type Row } from './rows.ts';
import { AsJson, Fields } from './values.tsx';

/** The page of an object: its fields, actions, related objects and history. */

const RELATED_SIZE = '5';

const RelatedList = ({ screenProps, name, by }: { readonly screenProps: ScreenProps; readonly name: string; readonly by: string }) => {
  const { calls, route, signedOut } = screenProps;
  const screen = screenAt(name, route.mode);
  const listRoute = routeTo(route.mode, name, { [by]: route.id ?? '' });
  const query = new URLSearchParams({ ...listRoute.filters, limit: RELATED_SIZE, ...(screen === undefined ? {} : expandOf(screen)) });
  const read = useRead(() => calls.page(route.mode, screen?.path ?? name, query), hrefOf(listRoute), signedOut);
  if (screen === undefined) return null;
  // Omits the column of this page's object, and the column of the customer: each would show the same in every row.
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
                <a href={hrefOf(listRoute)}>All of them</a>
              </p>
            ) : null}
          </>
        )}
      </Await>
    </section>
  );
};

/** The name of the object (its id until the object is loaded) and its status. */
const Heading = ({ screenProps: { route, screen }, read }: { readonly screenProps: ScreenProps; readonly read: Read<Row> }) => (
  <div class="title named">
    <h1>{read.kind === 'read' ? namingText(screen.columns[0], read.value) : route.id}</h1>
    {read.kind === 'read' && typeof read.value['status'] === 'string' ? <Status value={read.value['status']} /> : null}
  </div>
);

export const ObjectPage = (screenProps: ScreenProps) => {
  const { calls, route, screen, signedOut } = screenProps;
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState<string | null>(null);
  const path = `${screen.path}/${encodeURIComponent(route.id ?? '')}?${new URLSearchParams(expandOneOf(screen))}`.replace(/\?$/, '');
  const read = useRead(() => calls.object(route.mode, path), `${version} ${hrefOf(route)}`, signedOut);
  const readAgain = (): void => setVersion((previous) => previous + 1);
  const done = ({ title, method, removes }: Action): void => {
    const confirmation = `Done: ${title.toLowerCase()}.`;
    if (method === 'DELETE' || removes) {
      goToWithMessage(routeTo(route.mode, route.screen), confirmation);
      return;
    }
    setMessage(confirmation);
    readAgain();
  };
  return (
    <>
      <p>
        <a href={hrefOf(routeTo(route.mode, route.screen))}>{screen.title}</a>
      </p>
      <Heading {...{ screenProps, read }} />
      <p role="status">{message}</p>
      <Await read={read}>
        {(row) => (
          <>
            {isTestClock(row) && row.status === 'advancing' ? <Advancing {...screenProps} row={row} settled={readAgain} /> : null}
            <Buttons {...{ screenProps, row, done }} isDeleted={false} />
            <Fields row={row} currency={currencyOf(row)} mode={route.mode} />
            <AsJson row={row} />
            {(screen.related ?? []).map(({ screen: name, by }) => (
              <RelatedList key={`${name} ${version}`} {...{ screenProps, name, by }} />
            ))}
            {screen === SCREENS['webhook_endpoints'] ? <Deliveries {...screenProps} /> : null}
            {screen === SCREENS['audit_logs'] || screen === SCREENS['events'] ? null : <History {...screenProps} {...{ row, version }} />}
          </>
        )}
      </Await>
      {read.kind === 'failed' && read.isMissing ? <Buttons {...{ screenProps, done }} row={{ id: route.id }} isDeleted={true} /> : null}
    </>
  );
};
