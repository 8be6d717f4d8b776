import type { Mode } from '../../../../shared/domain/tenant.ts';

/** A route of the console. It is in the URL fragment, so that it can be linked and is not sent to the server. */
export interface Route {
  readonly mode: Mode;
  /** The name of a screen. */
  readonly screen: string;
  /** The id of an object; `null`: the list. */
  readonly id: string | null;
  /** Cursor: the id of the last object of the previous page; `null`: the first page. */
  readonly after: string | null;
  /** Filters of the list, as API query parameters. */
  readonly filters: Readonly<Record<string, string>>;
}

/** The first page of a screen. */
export const routeTo = (mode: Mode, screen: string, filters: Route['filters'] = {}): Route => ({
  mode,
  screen,
  id: null,
  after: null,
  filters,
});

export const objectRoute = (mode: Mode, screen: string, id: string): Route => ({ ...routeTo(mode, screen), id });

const START = routeTo('test', 'overview');

/** Decodes the parts of a path; `null` if the percent-encoding is invalid. */
const decodedParts = (path: string): readonly string[] | null => {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
};

/** Parses the fragment of a URL; `null` if it is not a route. */
const parseRoute = (hash: string): Route | null => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [mode, screen, id] = decodedParts(path) ?? [];
  if ((mode !== 'live' && mode !== 'test') || screen === undefined || screen === '') return null;
  // Links of former versions, such as those in emails, lead to `settings`, which was one screen for all settings.
  if (screen === 'settings') return routeTo(mode, 'company');
  const { after = null, ...filters } = Object.fromEntries(new URLSearchParams(query));
  return { mode, screen, id: id || null, after, filters };
};

/** The route of the URL fragment; the overview if it is not a route. */
export const routeOf = (hash: string): Route => parseRoute(hash) ?? START;

export const isRoute = (hash: string): boolean => parseRoute(hash) !== null;

export const hrefOf = ({ mode, screen, id, after, filters }: Route): string => {
  const path = [mode, screen, ...(id === null ? [] : [id])].map(encodeURIComponent).join('/');
  const query = new URLSearchParams({ ...filters, ...(after === null ? {} : { after }) }).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
};

/** Opens a route. If it is already open, its screen starts again. */
export const goTo = (route: Route): void => {
  const href = hrefOf(route);
  if (location.hash === href) dispatchEvent(new Event('hashchange'));
  else location.hash = href;
};
