import type { Mode } from '../../../../shared/domain/tenant.ts';

/** Where in the console the reader is, as the address says it behind `#`: so each place can be linked to, and no server sees it. */
export interface Place {
  readonly mode: Mode;
  /** The name of a screen. */
  readonly screen: string;
  /** Of one object; `null`: the list. */
  readonly id: string | null;
  /** The list continues after this object; `null`: from the beginning. */
  readonly after: string | null;
  /** What the list is narrowed to, by the API's own parameters. */
  readonly filters: Readonly<Record<string, string>>;
}

/** A screen from its beginning. */
export const placeAt = (mode: Mode, screen: string, filters: Place['filters'] = {}): Place => ({
  mode,
  screen,
  id: null,
  after: null,
  filters,
});

export const objectAt = (mode: Mode, screen: string, id: string): Place => ({ ...placeAt(mode, screen), id });

const START = placeAt('test', 'overview');

/** `null`: it is not well encoded. */
const decodedParts = (path: string): readonly string[] | null => {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
};

/** `null`: it is the address of no place. */
const placeOf = (hash: string): Place | null => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [mode, screen, id] = decodedParts(path) ?? [];
  if ((mode !== 'live' && mode !== 'test') || screen === undefined || screen === '') return null;
  const { after = null, ...filters } = Object.fromEntries(new URLSearchParams(query));
  return { mode, screen, id: id || null, after, filters };
};

/** An address that is none leads to the beginning. */
export const placeIn = (hash: string): Place => placeOf(hash) ?? START;

export const isPlace = (hash: string): boolean => placeOf(hash) !== null;

export const addressOf = ({ mode, screen, id, after, filters }: Place): string => {
  const path = [mode, screen, ...(id === null ? [] : [id])].map(encodeURIComponent).join('/');
  const query = new URLSearchParams({ ...filters, ...(after === null ? {} : { after }) }).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
};

export const goTo = (place: Place): void => {
  location.hash = addressOf(place);
};
