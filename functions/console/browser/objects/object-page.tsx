import { useState } from 'preact/hooks';
import { CallError } from '../../../../shared/pages/browser/calls.ts';
import { useObjectTitle } from '../app/document-title.ts';
import { upperFirst } from '../app/first-letter.ts';
import { currencyOf } from '../app/format.ts';
import { Icon } from '../app/icons.tsx';
import { Await, Card, CopyId, DateTime, Facts, useRead } from '../app/parts.tsx';
import { goTo, hrefOf, routeTo } from '../app/route.ts';
import { SCREENS } from '../app/screen-lists.ts';
import { expandOneOf } from '../app/screens.ts';
import { showToast } from '../app/toast.tsx';
import type { Action } from './actions/actions.ts';
import { doneText } from './actions/actions.ts';
import { ObjectButtons } from './actions/object-buttons.tsx';
import { Activity } from './activity.tsx';
import { Advancing } from './advancing.tsx';
import type { Names } from './column.ts';
import { objectNameText } from './columns.tsx';
import { Deliveries } from './deliveries.tsx';
import type { ScreenProps } from './lists.tsx';
import { readColumnNames, readNamesByIds } from './names.ts';
import { pageOf } from './pages/pages.tsx';
import { PendingRefund } from './pending-refund.tsx';
import { refundDeadlineOf } from './refund-deadline.ts';
import { RelatedList } from './related.tsx';
import { isRow, isTestClock, type Row } from './rows.ts';
import { StatusBadge } from './status.tsx';
import { AsJson, Fields } from './values.tsx';

/** The page of an object. At the top: name, status and actions. Below: content, related lists and activity, with details on the right. */

interface Loaded {
  /** The API response. */
  readonly response: Row;
  /**
   * The response and what its page needs of other objects: `payment` and `refundable_until` of an invoice, `payment` of a refund or
   * dispute, `price` of a payment link, `customer_name` of a payment.
   */
  readonly row: Row;
  /** The names for the heading of the page. */
  readonly names: Names;
}

/** Adds what the page needs of other objects (see `Loaded`): `null` for an object that does not exist or that the member may not read. */
const readRelatedValues = async ({ calls, route }: ScreenProps, row: Row): Promise<Row> => {
  if (row['object'] === 'payment') {
    const customerId = String(row['customer_id']);
    const names = await readNamesByIds({ calls, mode: route.mode }, [customerId]);
    return { ...row, customer_name: names.get(customerId) ?? null };
  }
  const readIfAllowed = (path: string): Promise<Row | null> =>
    calls.object(route.mode, path).catch((error: unknown) => {
      if (error instanceof CallError && [403, 404].includes(error.status)) return null;
      throw error;
    });
  if (row['object'] === 'payment_link') return { ...row, price: await readIfAllowed(`prices/${row['price_id']}`) };
  if (row['object'] === 'refund' || row['object'] === 'dispute')
    return { ...row, payment: await readIfAllowed(`payments/${row['payment_id']}`) };
  if (row['object'] !== 'invoice' || typeof row['payment_id'] !== 'string') return row;
  const payment = await readIfAllowed(`payments/${row['payment_id']}?expand=refund_eligibility`);
  return { ...row, payment, refundable_until: await refundDeadlineOf(row, payment, readIfAllowed) };
};

const readObject = async (screenProps: ScreenProps): Promise<Loaded> => {
  const { calls, route, screen } = screenProps;
  const query = new URLSearchParams(expandOneOf(screen)).toString();
  const path = `${screen.path}/${encodeURIComponent(route.id ?? '')}${query === '' ? '' : `?${query}`}`;
  const response = await calls.object(route.mode, path);
  const [row, names] = await Promise.all([
    readRelatedValues(screenProps, response),
    readColumnNames({ calls, mode: route.mode }, screen.columns.slice(0, 1), [response]),
  ]);
  return { response, row, names };
};

const Metadata = ({ metadata }: { readonly metadata: unknown }) =>
  !isRow(metadata) || Object.keys(metadata).length === 0 ? null : (
    <Card title="Metadata">
      <div class="body">
        <Facts facts={Object.entries(metadata).map(([name, value]) => [name, String(value)])} />
      </div>
    </Card>
  );

const Details = ({ screenProps, loaded: { response, row } }: { readonly screenProps: ScreenProps; readonly loaded: Loaded }) => {
  const facts = pageOf(screenProps.route.screen)?.facts(row, screenProps) ?? [];
  const { id, created } = response;
  return (
    <div class="aside">
      <Card title="Details">
        <div class="body">
          <Facts
            facts={[
              ...facts,
              ['Created', typeof created === 'number' ? <DateTime seconds={created} /> : null],
              ['ID', <CopyId id={String(id)} />],
            ]}
          />
        </div>
      </Card>
      <Metadata metadata={response['metadata']} />
      <Card title="Developers">
        <div class="body">
          <AsJson row={response} />
        </div>
      </Card>
    </div>
  );
};

/** The main column of the page if `pageOf` returns `undefined` for the screen: all fields of the object. */
const AllFields = ({ row, screenProps }: { readonly row: Row; readonly screenProps: ScreenProps }) => (
  <Card title={upperFirst(screenProps.screen.one)}>
    <div class="body">
      <Fields row={row} currency={currencyOf(row)} mode={screenProps.route.mode} />
    </div>
  </Card>
);

export const ObjectPage = (screenProps: ScreenProps) => {
  const { route, screen, session, onSignedOut } = screenProps;
  const [version, setVersion] = useState(0);
  const read = useRead(() => readObject(screenProps), `${version} ${hrefOf({ ...route, after: null })}`, onSignedOut);
  /** The id of the refund that was requested on this page and is not decided yet; `null`: none. */
  const [refundId, setRefundId] = useState<string | null>(null);
  const readAgain = (): void => setVersion((previous) => previous + 1);
  const done = (action: Action, response: Row, row: Row): void => {
    showToast(doneText(action, response, row));
    if (action.method === 'DELETE' || action.removes) goTo(routeTo(route.mode, route.screen));
    else readAgain();
    if (action.isRefund && response['status'] === 'pending') setRefundId(String(response['id']));
  };
  const loaded = read.kind === 'read' ? read.value : null;
  const name = loaded === null ? null : objectNameText(screen.columns[0], loaded.response, loaded.names);
  useObjectTitle(route, session, name);
  const Main = pageOf(route.screen)?.Main ?? (pageOf(route.screen) === undefined ? AllFields : null);
  return (
    <>
      <p class="back">
        <a href={hrefOf(routeTo(route.mode, route.screen))}>
          <Icon name="back" />
          {screen.title}
        </a>
      </p>
      <div class="title">
        <div class="name">
          <h1>{name ?? route.id}</h1>
          {loaded === null ? null : <StatusBadge row={loaded.response} />}
        </div>
        {loaded === null ? null : <ObjectButtons {...{ screenProps, done }} row={loaded.row} isDeleted={false} />}
      </div>
      <Await read={read}>
        {(current) => (
          <div class="columns-2">
            <div>
              {isTestClock(current.row) && current.row.status === 'advancing' ? (
                <Advancing {...screenProps} row={current.row} onSettled={readAgain} />
              ) : null}
              {refundId === null ? null : (
                <PendingRefund
                  key={refundId}
                  {...screenProps}
                  id={refundId}
                  onSettled={() => {
                    setRefundId(null);
                    readAgain();
                  }}
                />
              )}
              {Main === null ? null : <Main row={current.row} screenProps={screenProps} version={version} />}
              {(screen.related ?? []).map(({ screen: name, by }) => (
                <RelatedList key={`${name} ${version}`} {...{ screenProps, name, by }} />
              ))}
              {screen === SCREENS['webhook_endpoints'] ? <Deliveries {...screenProps} /> : null}
              {screen === SCREENS['audit_logs'] || screen === SCREENS['events'] ? null : (
                <Activity {...screenProps} {...{ version }} row={current.response} />
              )}
            </div>
            <Details screenProps={screenProps} loaded={current} />
          </div>
        )}
      </Await>
      {read.kind === 'failed' && read.isMissing ? (
        <ObjectButtons {...{ screenProps, done }} row={{ id: route.id }} isDeleted={true} />
      ) : null}
    </>
  );
};
