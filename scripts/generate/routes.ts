import type { Auth } from '../../shared/api/auth.ts';
import { paramsOf } from '../../shared/api/matcher.ts';
import type { Operation } from '../../shared/api/operation.ts';

/** The API first, then pages, provider webhooks and the sandbox. */
const byRoute = (left: Operation, right: Operation): number => {
  const key = ({ path, method }: Operation) => `${path.startsWith('/v1/') ? 0 : 1} ${path} ${method}`;
  return key(left) < key(right) ? -1 : 1;
};

const routeLines = (operations: readonly Operation[]): readonly string[] =>
  [...operations].sort(byRoute).map(({ id, method, path }) => `  { id: '${id}', method: '${method}', path: '${path}' },`);

/** Whether a route with a parameter takes the path of this one for an id. */
const fitsAnother = (operations: readonly Operation[], { path }: Operation): boolean =>
  operations.some((other) => other.path !== path && paramsOf(other.path, path) !== null);

/**
 * The tables of routes as a module that imports nothing: all of them, for functions that must know every route without
 * loading any, and the few that every function must know.
 */
export const routesModule = (operations: readonly Operation[]): string =>
  [
    'interface Route {',
    '  readonly id: string;',
    '  readonly method: string;',
    '  readonly path: string;',
    '}',
    '',
    '/** Every route of the service. Written by `npm run generate`. */',
    'export const ROUTES: readonly Route[] = [',
    ...routeLines(operations),
    '];',
    '',
    '/** Those whose path fits a route with a parameter too: there, it is not to be taken for an id. */',
    'export const LITERAL_ROUTES: readonly Route[] = [',
    ...routeLines(operations.filter((operation) => fitsAnother(operations, operation))),
    '];',
    '',
    '/** By id, what a member may call through the console: what takes a key, and is not streamed. */',
    'export const CONSOLE_CALLS: ReadonlySet<string> = new Set([',
    ...operations
      .filter(({ auth, runs }) => auth.kind === 'api_key' && runs !== 'sidecar')
      .sort(byRoute)
      .map(({ id }) => `  '${id}',`),
    ']);',
    '',
  ].join('\n');

const whoMayCall = (auth: Auth): string => {
  switch (auth.kind) {
    case 'api_key':
      return auth.only === null ? `\`${auth.scope}\`` : `\`${auth.scope}\`, ${auth.only} key`;
    case 'client_secret':
      return 'client secret';
    case 'portal_token':
      return auth.limited ? 'portal token' : 'portal token, unlimited';
    case 'operator':
      return `console, ${auth.role}`;
    case 'sandbox_key':
      return 'test key';
    case 'optional_key':
      return 'anyone';
    case 'none':
      return 'no key';
  }
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The routes as a Markdown table. */
export const routeTable = (operations: readonly Operation[]): string =>
  [
    '| method | path | needs | does |',
    '|---|---|---|---|',
    ...[...operations]
      .sort(byRoute)
      .map(({ method, path, auth, summary }) => `| ${method} | \`${path}\` | ${whoMayCall(auth)} | ${cell(summary)} |`),
  ].join('\n');

/** Replaces what is between `<!-- name -->` and `<!-- /name -->`. */
export const replaceSection = (text: string, name: string, content: string): string => {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(opening);
  const end = text.indexOf(closing);
  if (start === -1 || end < start) throw new Error(`The text has no section "${name}"`);
  return `${text.slice(0, start + opening.length)}\n${content}\n${text.slice(end)}`;
};
