import MiniSearch from 'minisearch';
import { type FoundSection, SEARCH_OPTIONS } from '../search-options.ts';

const MAX_RESULTS = 12;

type Index = MiniSearch<FoundSection>;

const loadIndex = async (url: string): Promise<Index> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index did not load: ${response.status}.`);
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
};

/** Returns the sections that contain all terms of the query, or else those that contain some of them. */
const find = (index: Index, query: string): readonly FoundSection[] => {
  const strict = index.search(query);
  const found = strict.length > 0 ? strict : index.search(query, { combineWith: 'OR' });
  return found.slice(0, MAX_RESULTS).map(({ title, context, url }) => ({ title, context, url }) as FoundSection);
};

const entryOf = (section: FoundSection, number: number, rootPath: string): HTMLLIElement => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const context = document.createElement('span');
  item.id = `found-${number}`;
  item.role = 'option';
  link.href = `${rootPath}docs/${section.url}`;
  link.tabIndex = -1;
  link.textContent = section.title;
  context.textContent = section.context;
  link.append(context);
  item.append(link);
  return item;
};

const messageOf = (text: string): HTMLLIElement => {
  const item = document.createElement('li');
  item.className = 'message';
  item.role = 'option';
  item.textContent = text;
  return item;
};

/** Connects the search field: loads the index on first use, shows the results and handles keys. The key `/` focuses the field. */
export const openSearch = ({ rootPath, indexName }: { readonly rootPath: string; readonly indexName: string }): void => {
  const input = document.querySelector<HTMLInputElement>('#query');
  const list = document.querySelector<HTMLUListElement>('#found');
  if (input === null || list === null) return;
  let index: Promise<Index> | null = null;
  /** Index of the selected result; -1: none. */
  let active = -1;

  const load = (): Promise<Index> => {
    index ??= loadIndex(`${rootPath}docs/assets/${indexName}`).catch((error: unknown) => {
      index = null;
      throw error;
    });
    return index;
  };
  const close = (): void => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    active = -1;
  };
  const show = (items: readonly HTMLLIElement[]): void => {
    list.replaceChildren(...items);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    input.removeAttribute('aria-activedescendant');
    active = -1;
  };
  const update = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '') return close();
    const found = await load().then(
      (loaded) => find(loaded, query),
      () => null,
    );
    // The reader may have changed the query while the index loaded.
    if (input.value.trim() !== query) return;
    if (found === null) return show([messageOf('The search is not available.')]);
    show(
      found.length === 0
        ? [messageOf(`Nothing found for “${query}”.`)]
        : found.map((section, number) => entryOf(section, number, rootPath)),
    );
  };
  const move = (step: number): void => {
    const items = [...list.querySelectorAll('li')];
    if (list.hidden || items.length === 0) return;
    items[active]?.removeAttribute('aria-selected');
    active = (active + step + items.length) % items.length;
    items[active]?.setAttribute('aria-selected', 'true');
    items[active]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[active]?.id ?? '');
  };
  const follow = (): void => {
    list.querySelectorAll('a')[Math.max(active, 0)]?.click();
    close();
  };

  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void update());
  input.addEventListener('keydown', (event) => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: follow,
      Escape: close,
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && target !== input && !list.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
};
