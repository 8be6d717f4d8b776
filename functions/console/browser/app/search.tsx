import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../forms/dialog.tsx';
import type { Calls, Session } from './calls.ts';
import { type Hit, search } from './hits.ts';
import { Icon } from './icons.tsx';
import { newLinks } from './new-links.ts';
import { problemText } from './parts.tsx';
import { goTo, hrefOf, objectRoute, type Route, routeTo } from './route.ts';
import { BRANDING, COMPANY, IMPORT, PROVIDER, REPORTS, SCREEN_NAMES, screenOfId, TEAM, titleAt } from './screens.ts';

/** The search for objects, screens and actions, opened by its button or by Ctrl-K. */

/** Time without a further keystroke before the search starts. */
const DELAY_MS = 150;
const HITS_PER_KIND = 5;

interface Entry {
  readonly group: string;
  readonly title: string;
  readonly detail: string;
  readonly route: Route;
}

/** Tasks that the name of their screen does not mention. */
const TASKS: readonly (readonly [title: string, screen: string])[] = [
  ['Invite a colleague', TEAM],
  ['Upload a logo', BRANDING],
  ['Import customers', IMPORT],
];

/** Whether the text begins a word of the title: "provider" finds "Payment provider". */
const isFoundBy = (title: string, text: string): boolean => ` ${title.toLowerCase()}`.includes(` ${text.toLowerCase()}`);

/** Titles by which the search finds parts of screens, each with the screen and its filters. */
const SCREEN_PARTS: readonly (readonly [title: string, screen: string, filters: Route['filters']])[] = [
  ['VAT by country', REPORTS, { section: 'vat' }],
  ['Retention', REPORTS, { section: 'retention' }],
  ['Accounting journal (DATEV)', REPORTS, { section: 'journal' }],
  ['VAT number and tax settings', COMPANY, {}],
  ['Mollie', PROVIDER, {}],
  ['Logo and colors', BRANDING, {}],
];

const actionsFor = (text: string, session: Session, route: Route): readonly Entry[] => {
  const tasks = TASKS.map(([title, screen]) => ({ title, route: routeTo(route.mode, screen) }));
  return [...newLinks(session, route), ...tasks]
    .filter(({ title }) => isFoundBy(title, text))
    .map((link) => ({ group: 'Actions', title: link.title, detail: '', route: link.route }));
};

const screensFor = (text: string, { mode }: Route): readonly Entry[] => {
  const screens = SCREEN_NAMES.flatMap((name) => {
    const title = titleAt(name, mode);
    const noFilters: Route['filters'] = {};
    return title === null ? [] : [[title, name, noFilters] as const];
  });
  return [...screens, ...SCREEN_PARTS]
    .filter(([title]) => isFoundBy(title, text))
    .map(([title, screen, filters]) => ({
      group: 'Go to',
      title,
      detail: filters['section'] === undefined ? '' : (titleAt(screen, mode) ?? ''),
      route: routeTo(mode, screen, filters),
    }));
};

const entriesForId = (text: string, { mode }: Route): readonly Entry[] => {
  const screen = screenOfId(text, mode);
  return screen === null
    ? []
    : [{ group: titleAt(screen, mode) ?? '', title: text, detail: 'Open', route: objectRoute(mode, screen, text) }];
};

const entryOf = ({ screen, id, title, detail }: Hit, { mode }: Route): Entry => ({
  group: titleAt(screen, mode) ?? '',
  title,
  detail,
  route: objectRoute(mode, screen, id),
});

interface PaletteProps {
  readonly calls: Calls;
  readonly session: Session;
  readonly route: Route;
  readonly close: () => void;
}

type State = { readonly text: string; readonly entries: readonly Entry[]; readonly problem: string | null };

/** What the search finds without a request. `exact`: the screen with exactly this title. */
const localEntries = (text: string, session: Session, route: Route) => {
  if (text === '') return { exact: [], others: [] };
  const screens = screensFor(text, route);
  const exact = screens.filter(({ title }) => title.toLowerCase() === text.toLowerCase());
  return { exact, others: [...screens.filter((entry) => !exact.includes(entry)), ...actionsFor(text, session, route)] };
};

/** The entries for the text. The entries for the former text are kept while the search runs. */
const useEntries = ({ calls, session, route }: Omit<PaletteProps, 'close'>, text: string): State => {
  const [state, setState] = useState<State>({ text: '', entries: [], problem: null });
  useEffect(() => {
    const { exact, others } = localEntries(text, session, route);
    const local = [...exact, ...entriesForId(text, route), ...others];
    if (text.length < 2 || entriesForId(text, route).length > 0) {
      setState({ text, entries: local, problem: null });
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      search(calls, route.mode, text, HITS_PER_KIND).then(
        (hits) => isCurrent && setState({ text, entries: [...exact, ...hits.map((hit) => entryOf(hit, route)), ...others], problem: null }),
        (error: unknown) => isCurrent && setState({ text, entries: local, problem: problemText(error) }),
      );
    }, DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return state;
};

const Palette = ({ close, ...props }: PaletteProps) => {
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const text = typed.trim();
  const { entries, problem, text: searched } = useEntries(props, text);
  const current = Math.min(selected, entries.length - 1);
  const open = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    goTo(entry.route);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(entries[current]);
    // Without this, the first Escape only clears the field.
    else if (event.key === 'Escape') close();
    else if (step !== undefined && entries.length > 0) setSelected((current + step + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [current]);
  return (
    <>
      <label class="unseen" for={`${id}-input`}>
        Search customers, invoices, subscriptions, payments, products and coupons
      </label>
      <input
        id={`${id}-input`}
        type="search"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder="Name, email, invoice number, card's last four digits or id"
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="hits" ref={list}>
        <div id={`${id}-list`} role="listbox" aria-label="Results">
          {entries.map((entry, index) => (
            <div key={hrefOf(entry.route)} role="presentation">
              {entry.group === entries[index - 1]?.group ? null : <h3 role="presentation">{entry.group}</h3>}
              <a
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                href={hrefOf(entry.route)}
                onClick={close}
              >
                <span>{entry.title}</span>
                <span class="soft">{entry.detail}</span>
              </a>
            </div>
          ))}
        </div>
        {problem === null ? null : <p role="alert">{problem}</p>}
        <p role="status">
          {text === ''
            ? 'Type at least two characters.'
            : searched !== text
              ? 'Searching…'
              : entries.length === 0
                ? `No results for “${text}”.`
                : null}
        </p>
      </div>
    </>
  );
};

/** Opens the search, also with Ctrl-K or Cmd-K. */
export const SearchButton = (props: Omit<PaletteProps, 'close'>) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" class="quiet find" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen ? (
        <Dialog title="Search" class="palette" hasTitle={false} onClosed={() => setOpen(false)}>
          {({ close }) => <Palette {...props} close={close} />}
        </Dialog>
      ) : null}
    </>
  );
};
