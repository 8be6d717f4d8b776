/** Splits a path into decoded segments; `null` if the encoding is invalid. Keeps empty segments, so a trailing slash matters. */
const segmentsOf = (path: string): string[] | null => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
};

const paramNameOf = (segment: string): string | null => (segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : null);

/** Returns the values of a template's parameters in `path`; `null` if the path does not match. `{rest+}` matches one or more segments. */
export const paramsOf = (template: string, path: string): Readonly<Record<string, string>> | null => {
  const templateSegments = template.split('/').slice(1);
  const segments = segmentsOf(path);
  const isGreedy = templateSegments.at(-1)?.endsWith('+}') === true;
  if (segments === null) return null;
  if (isGreedy ? segments.length < templateSegments.length : segments.length !== templateSegments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of templateSegments.entries()) {
    const isRest = isGreedy && index === templateSegments.length - 1;
    const value = isRest ? segments.slice(index).join('/') : (segments[index] ?? '');
    const name = paramNameOf(part);
    const matches = name === null ? value === part : value !== '';
    if (!matches) return null;
    if (name !== null) params[name.replace(/\+$/, '')] = value;
  }
  return params;
};

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Returns the routes that match a path, one per method. Literal segments take precedence over parameters, as at the gateway. */
export const routesAt = <R extends Route>(routes: readonly R[], path: string): readonly R[] => {
  const matching = routes.filter((route) => paramsOf(route.path, path) !== null);
  const literalSegments = (route: Route): number => route.path.split('/').filter((segment) => paramNameOf(segment) === null).length;
  const best = Math.max(...matching.map(literalSegments));
  return matching.filter((route) => literalSegments(route) === best);
};

/** Returns the methods that are served at `path`; empty if there is no route. GET implies HEAD. */
export const methodsAt = (routes: readonly Route[], path: string): readonly string[] => {
  const methods = routesAt(routes, path).map((route) => route.method);
  if (methods.includes('ANY')) return ['DELETE', 'GET', 'HEAD', 'POST'];
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
};

/** The path without slashes at its end. */
export const withoutEndSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '');
