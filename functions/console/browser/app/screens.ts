import type { Mode } from '../../../../shared/domain/tenant.ts';
import { SCREENS } from './screen-lists.ts';
import type { Screen } from './screen-types.ts';

/** The screens of the console by name, and by the id of an object. */

/** The screen of this name; `undefined`: the mode has no such screen. */
export const screenAt = (name: string, mode: Mode): Screen | undefined => {
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  return screen?.only === undefined || screen.only === mode ? screen : undefined;
};

/** The `expand` query parameter of a screen's list; `{}`: none. */
export const expandOf = ({ expand }: Pick<Screen, 'expand'>): Readonly<Record<string, string>> => (expand === undefined ? {} : { expand });

/** The `expand` query parameter of an object's page; `{}`: none. */
export const expandOneOf = ({ expand, expandOne = expand }: Screen): Readonly<Record<string, string>> =>
  expandOne === undefined || expandOne === null ? {} : { expand: expandOne };

/** An id: a prefix that ends with `_`, then a ULID or 32 hexadecimal digits. */
export const ID_PATTERN = /^([a-z]+_)(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32})$/;

/** The name of the screen that shows the object with this id; `null`: no such screen, or not an id. */
export const screenOfId = (text: string, mode: Mode): string | null => {
  const prefix = ID_PATTERN.exec(text)?.[1];
  // Imports have no list in the API, and so no entry in `SCREENS`.
  if (prefix === 'imp_') return mode === 'test' ? IMPORT : null;
  const match = Object.entries(SCREENS).find(([name, screen]) => screen.prefix === prefix && screenAt(name, mode) !== undefined);
  return match?.[0] ?? null;
};

/** The names of the screens that are not in `SCREENS`, because they show no list of API objects. */
export const OVERVIEW = 'overview';
export const REPORTS = 'reports';
export const REQUEST_LOG = 'request_log';
export const COMPANY = 'company';
export const BRANDING = 'branding';
export const PROVIDER = 'provider';
export const TEAM = 'team';
export const IMPORT = 'import';
export const PASSKEYS = 'passkeys';

const TITLES: Readonly<Record<string, string>> = {
  [OVERVIEW]: 'Home',
  [REPORTS]: 'Reports',
  [REQUEST_LOG]: 'Request log',
  [COMPANY]: 'Company',
  [BRANDING]: 'Branding',
  [PROVIDER]: 'Payment provider',
  [TEAM]: 'Team',
  [IMPORT]: 'Import and export',
  [PASSKEYS]: 'Passkeys',
};

/** The screen's title; `null`: the mode has no such screen. */
export const titleAt = (name: string, mode: Mode): string | null =>
  screenAt(name, mode)?.title ?? (Object.hasOwn(TITLES, name) ? (TITLES[name] ?? null) : null);

/** The names of all screens. */
export const SCREEN_NAMES: readonly string[] = [...Object.keys(TITLES), ...Object.keys(SCREENS)];
