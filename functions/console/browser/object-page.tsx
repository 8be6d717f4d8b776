import { useState } from 'preact/hooks';
import type { Mode } from '../../../shared/domain/kernel.ts';
import { ActionDialog } from './action-form.tsx';
import type { Action } from './actions.ts';
import { allowed } from './calls.ts';
import { Deliveries } from './deliveries.tsx';
import { currencyOf, titleOf, valueText } from './format.ts';
import { Link, Rows, type Shows } from './lists.tsx';
import { OBJECT_ACTIONS } from './object-actions.ts';
import { problemText, Shown, Time, useRead } from './parts.tsx';
import { addressOf, goTo, placeAt } from './place.ts';
import { isRow, type Row } from './rows.ts';
import { saveFile } from './save-file.ts';
import { SCREENS, screenAt } from './screens.ts';

/** One object: what it is, what can be done to it, what belongs to it and who changed it. */

const RELATED_SIZE = '5';
const HISTORY_SIZE = '25';

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  /** What the value is in: it has the currency. */
  readonly row: Row;
  readonly mode: Mode;
}

const Value = ({ name, value, row, mode }: ValueProps) => {
  if (isRow(value)) return <Fields row={value} currency={currencyOf(row)} mode={mode} />;
  const text = valueText(name, value, row);
  return Array.isArray(value) && value.some(isRow) ? <pre>{text}</pre> : <Link text={text} mode={mode} isOwn={name === 'id'} />;
};

interface FieldsProps {
  readonly row: Row;
  /** Of the amounts of an object that names none; `null`: they are shown as they are. */
  readonly currency: string | null;
  readonly mode: Mode;
}

const Fields = ({ row, currency, mode }: FieldsProps) => (
  <dl class="fields">
    {Object.entries(row).map(([name, value]) => (
      <div key={name}>
        <dt title={name}>{titleOf(name)}</dt>
        <dd>
          <Value {...{ name, value, mode }} row={{ ...(currency === null ? {} : { currency }), ...row }} />
        </dd>
      </div>
    ))}
  </dl>
);

/** What happened to it, as the log of events has it: of what concerns its customer, what is about this object. */
const Events = ({ calls, place, signedOut, row, version }: Shows & { readonly row: Row; readonly version: number }) => {
  const customerId = place.screen === 'customers' ? place.id : row['customer_id'];
  const query = new URLSearchParams({ customer_id: String(customerId ?? ''), limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(place.mode, 'events', query), `events ${version} ${addressOf(place)}`, signedOut);
  const isAbout = ({ data }: Row): boolean => place.screen === 'customers' || (isRow(data) && data['id'] === place.id);
  return (
    <Shown read={read}>
      {({ data, has_more: hasMore }) => (
        <>
          <Moments
            of={data
              .filter(isAbout)
              .map((event) => ({ id: String(event['id']), what: String(event['type']), at: Number(event['created']) }))}
            mode={place.mode}
          />
          {hasMore ? (
            <a href={addressOf(placeAt(place.mode, 'events', { customer_id: String(customerId) }))}>All events of the customer</a>
          ) : null}
        </>
      )}
    </Shown>
  );
};

interface Moment {
  readonly id: string;
  readonly what: string;
  readonly by?: string;
  readonly at: number;
}

const Moments = ({ of, mode }: { readonly of: readonly Moment[]; readonly mode: Mode }) =>
  of.length === 0 ? (
    <p>There is nothing here yet.</p>
  ) : (
    <ul class="list">
      {of.map(({ id, what, by, at }) => (
        <li key={id}>
          <div>
            <strong>{what}</strong>
            <span class="soft">{by === undefined ? <Link text={id} mode={mode} isOwn={false} /> : by}</span>
          </div>
          <Time seconds={at} />
        </li>
      ))}
    </ul>
  );

/** Who changed it, as the audit log has it. */
const Changes = ({ calls, place, signedOut, version }: Shows & { readonly version: number }) => {
  const query = new URLSearchParams({ resource_id: place.id ?? '', limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(place.mode, 'audit_logs', query), `changes ${version} ${addressOf(place)}`, signedOut);
  return (
    <Shown read={read}>
      {({ data }) => (
        <Moments
          of={data.map((entry) => ({
            id: String(entry['id']),
            what: String(entry['action']),
            by: `${String(entry['actor_type'])} ${String(entry['actor_id'] ?? '')}`,
            at: Number(entry['created']),
          }))}
          mode={place.mode}
        />
      )}
    </Shown>
  );
};

const History = (props: Shows & { readonly row: Row; readonly version: number }) => (
  <section aria-label="History">
    {props.place.screen === 'customers' || typeof props.row['customer_id'] === 'string' ? (
      <>
        <h2>What happened</h2>
        <Events {...props} />
      </>
    ) : null}
    <h2>Who changed it</h2>
    <Changes {...props} />
  </section>
);

const RelatedList = ({ shows, name, by }: { readonly shows: Shows; readonly name: string; readonly by: string }) => {
  const { calls, place, signedOut } = shows;
  const screen = screenAt(name, place.mode);
  const all = placeAt(place.mode, name, { [by]: place.id ?? '' });
  const query = new URLSearchParams({ ...all.filters, limit: RELATED_SIZE });
  const read = useRead(() => calls.page(place.mode, screen?.path ?? name, query), addressOf(all), signedOut);
  if (screen === undefined) return null;
  return (
    <section>
      <h2>{screen.title}</h2>
      <Shown read={read}>
        {({ data, has_more: hasMore }) => (
          <>
            <Rows {...{ data, screen }} mode={place.mode} />
            {hasMore ? (
              <p>
                <a href={addressOf(all)}>All of them</a>
              </p>
            ) : null}
          </>
        )}
      </Shown>
    </section>
  );
};

/** Fetches a document and has the browser keep it as a file. */
const Download = ({ calls, place, screen, row }: Shows & { readonly row: Row }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> =>
    saveFile(await calls.file(place.mode, `${screen.path}/${place.id}/pdf`), `${String(row['number'])}.pdf`);
  return (
    <>
      <button type="button" class="quiet" onClick={() => void save().catch((error: unknown) => setProblem(problemText(error)))}>
        Download PDF
      </button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </>
  );
};

const Actions = ({ shows, row, done }: { readonly shows: Shows; readonly row: Row; readonly done: (action: Action) => void }) => {
  const { calls, place, screen, session, signedOut } = shows;
  const [open, setOpen] = useState<Action | null>(null);
  const offered = (OBJECT_ACTIONS[place.screen] ?? []).filter(({ scope, when }) => allowed(session, scope) && (when?.(row) ?? true));
  return (
    <div class="row actions">
      {offered.map((action) => (
        <button key={action.title} type="button" class="quiet" onClick={() => setOpen(action)}>
          {action.title}
        </button>
      ))}
      {screen.hasDocument ? <Download {...shows} row={row} /> : null}
      {open === null ? null : (
        <ActionDialog
          {...{ row, calls, signedOut }}
          action={open}
          mode={place.mode}
          close={() => setOpen(null)}
          done={() => {
            setOpen(null);
            done(open);
          }}
        />
      )}
    </div>
  );
};

export const ObjectPage = (shows: Shows) => {
  const { calls, place, screen, signedOut } = shows;
  const [version, setVersion] = useState(0);
  const [told, setTold] = useState<string | null>(null);
  const path = `${screen.path}/${encodeURIComponent(place.id ?? '')}`;
  const read = useRead(() => calls.object(place.mode, path), `${version} ${addressOf(place)}`, signedOut);
  const done = ({ title, method }: Action): void => {
    if (method === 'DELETE') {
      goTo(placeAt(place.mode, place.screen));
      return;
    }
    setTold(`Done: ${title.toLowerCase()}.`);
    setVersion(version + 1);
  };
  return (
    <>
      <p>
        <a href={addressOf(placeAt(place.mode, place.screen))}>{screen.title}</a>
      </p>
      <h1>{place.id}</h1>
      <p role="status">{told}</p>
      <Shown read={read}>
        {(row) => (
          <>
            <Actions {...{ shows, row, done }} />
            <Fields row={row} currency={currencyOf(row)} mode={place.mode} />
            {(screen.related ?? []).map(({ screen: name, by }) => (
              <RelatedList key={`${name} ${version}`} {...{ shows, name, by }} />
            ))}
            {screen === SCREENS['webhook_endpoints'] ? <Deliveries {...shows} /> : null}
            {screen === SCREENS['audit_logs'] || screen === SCREENS['events'] ? null : <History {...shows} row={row} version={version} />}
          </>
        )}
      </Shown>
    </>
  );
};
