/** Splits a path into decoded segments; `null` when it is not well encoded. Empty segments stay, so that a trailing slash counts. */
const segmentsOf = (path: string): string[] | null => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
};

const nameOf = (segment: string): string | null => (segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : null);

/** The values of a template's parameters in `path`; `null` when the path does not fit it. `{rest+}` takes one segment or more. */
export const paramsOf = (template: string, path: string): Readonly<Record<string, string>> | null => {
  const wanted = template.split('/').slice(1);
  const given = segmentsOf(path);
  const greedy = wanted.at(-1)?.endsWith('+}') === true;
  if (given === null || (greedy ? given.length < wanted.length : given.length !== wanted.length)) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const last = greedy && index === wanted.length - 1;
    const value = last ? given.slice(index).join('/') : (given[index] ?? '');
    const name = nameOf(segment);
    if (name === null ? value !== segment : value === '') return null;
    if (name !== null) params[name.replace(/\+$/, '')] = value;
  }
  return params;
};

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The routes that a request for this path would take, by its method. Literal segments win over parameters, as they do at the gateway. */
export const routesAt = <R extends Route>(routes: readonly R[], path: string): readonly R[] => {
  const fitting = routes.filter((route) => paramsOf(route.path, path) !== null);
  const literalness = (route: Route): number => route.path.split('/').filter((segment) => nameOf(segment) === null).length;
  const best = Math.max(...fitting.map(literalness));
  return fitting.filter((route) => literalness(route) === best);
};

/**
 * The methods that some route serves at `path`; empty when none does. HEAD is served wherever GET is.
 */
export const methodsAt = (routes: readonly Route[], path: string): readonly string[] => {
  const methods = routesAt(routes, path).map((route) => route.method);
  if (methods.includes('ANY')) return ['DELETE', 'GET', 'HEAD', 'POST'];
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
};
