import { type Auth, acceptedScopes } from '../../shared/api/auth.ts';
import { paramsOf } from '../../shared/api/matcher.ts';
import type { Operation } from '../../shared/api/operation.ts';

/** Sorts routes by path, those of the API first. */
const byRoute = (left: Operation, right: Operation): number => {
  const key = ({ path, method }: Operation) => `${path.startsWith('/v1/') ? 0 : 1} ${path} ${method}`;
  return key(left) < key(right) ? -1 : 1;
};

const routeLines = (operations: readonly Operation[]): readonly string[] =>
  [...operations].sort(byRoute).map(({ id, method, path }) => `  { id: '${id}', method: '${method}', path: '${path}' },`);

/** Whether the operation's path also matches the path pattern of another operation. */
const matchesAnother = (operations: readonly Operation[], { path }: Operation): boolean =>
  operations.some((other) => other.path !== path && paramsOf(other.path, path) !== null);

/** Lines of the paths that serve GET and other methods. */
const otherMethodLines = (operations: readonly Operation[]): readonly string[] =>
  operations
    .filter(({ method }) => method === 'GET')
    .sort(byRoute)
    .flatMap(({ path }) => {
      const others = operations.filter((other) => other.path === path && other.method !== 'GET').map(({ method }) => `'${method}'`);
      return others.length === 0 ? [] : [`  '${path}': [${others.sort().join(', ')}],`];
    });

/**
 * Builds the module of routes: all routes, and separately the few that every function needs. The module has no imports, so that functions
 * need not load the operations.
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
    '/** Routes whose path also matches a route with a parameter: their last part, such as `validate`, must not be read as an id. */',
    'export const LITERAL_ROUTES: readonly Route[] = [',
    ...routeLines(operations.filter((operation) => matchesAnother(operations, operation))),
    '];',
    '',
    '/** The methods other than GET that the path of a GET route serves, by path. */',
    'export const OTHER_METHODS: Readonly<Record<string, readonly string[]>> = {',
    ...otherMethodLines(operations),
    '};',
    '',
    '/** Ids of operations that a member may call through the console: those that accept an API key, except operations of the stream process. */',
    'export const CONSOLE_CALLS: ReadonlySet<string> = new Set([',
    ...operations
      .filter(({ auth, runs }) => auth.kind === 'api_key' && runs !== 'stream-process')
      .sort(byRoute)
      .map(({ id }) => `  '${id}',`),
    ']);',
    '',
  ].join('\n');

const credentialOf = (auth: Auth): string => {
  switch (auth.kind) {
    case 'api_key':
      return [...acceptedScopes(auth).map((scope) => `\`${scope}\``), ...(auth.only === null ? [] : [`${auth.only} key`])].join(', ');
    case 'client_secret':
      return 'client secret';
    case 'portal_token':
      return auth.acceptsLimited ? 'portal token' : 'portal token, not of a limited session';
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

/** Formats the routes as a Markdown table. */
export const routeTable = (operations: readonly Operation[]): string =>
  [
    '| method | path | credential | summary |',
    '|---|---|---|---|',
    ...[...operations]
      .sort(byRoute)
      .map(({ method, path, auth, summary }) => `| ${method} | \`${path}\` | ${credentialOf(auth)} | ${cell(summary)} |`),
  ].join('\n');

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws if the section is missing. */
export const replaceSection = (text: string, name: string, content: string): string => {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(opening);
  const end = text.indexOf(closing);
  if (start === -1 || end < start) throw new Error(`The document has no section "<!-- ${name} -->".`);
  return `${text.slice(0, start + opening.length)}\n${content}\n${text.slice(end)}`;
};
