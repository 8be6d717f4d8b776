import { text } from './files.ts';
import { decoded, type MatchedRoute } from './http-event.ts';
import { ofType, type Resource } from './prepare/template.ts';

/** The route and function of a request. */
export interface RouteMatch extends MatchedRoute {
  readonly functionArn: string;
}

interface Route {
  readonly key: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly functionArn: string;
}

export type Router = (method: string, path: string) => RouteMatch | null;

/** Routes requests as API Gateway does: the most specific match wins, `$default` matches everything else. */
export const createRouter = (resources: readonly Resource[]): Router => {
  const routes = declaredRoutes(resources);
  const fallback = routes.find((route) => route.key === '$default');
  return (method, path) => {
    const segments = path.split('/');
    const matches = routes.filter(
      (route) => route.key !== '$default' && [method, 'ANY'].includes(route.method) && matchesRoute(route, segments),
    );
    const best = matches.reduce<Route | null>((top, route) => (top === null || rank(route) > rank(top) ? route : top), null) ?? fallback;
    if (best === undefined || best === null) return null;
    return { routeKey: best.key, functionArn: best.functionArn, pathParameters: parametersOf(best, segments) };
  };
};

const declaredRoutes = (resources: readonly Resource[]): readonly Route[] => {
  const integrations = new Map(ofType(resources, 'AWS::ApiGatewayV2::Integration').map((item) => [`${item.stack}/${item.name}`, item]));
  return ofType(resources, 'AWS::ApiGatewayV2::Route').map((resource) => {
    const key = String(resource.properties['RouteKey']);
    const target = String(resource.properties['Target']).replace(/^integrations\//, '');
    const uri = text(integrations.get(`${resource.stack}/${target}`)?.properties['IntegrationUri']);
    if (uri === undefined) throw new Error(`${resource.stack}: the route '${key}' has no function.`);
    const [method = '', path = ''] = key.split(' ');
    return { key, method, segments: path.split('/'), functionArn: functionArnIn(uri) };
  });
};

/** Extracts the function's ARN from an integration URI; returns the URI if it contains none. */
const functionArnIn = (uri: string): string => /arn:[^/]*:lambda:[^/]*:function:[^/]+/.exec(uri)?.[0] ?? uri;

const isGreedy = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('+}');
const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}');

const matchesRoute = (route: Route, segments: readonly string[]): boolean => {
  const greedy = route.segments.some(isGreedy);
  if (greedy ? segments.length < route.segments.length : segments.length !== route.segments.length) return false;
  return route.segments.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]));
};

/** Sort key. From left to right, fixed segments rank above parameters, parameters above greedy ones. A specific method ranks above ANY. */
const rank = (route: Route): string =>
  route.segments.map((item) => (isGreedy(item) ? '0' : isParameter(item) ? '1' : '2')).join('') + (route.method === 'ANY' ? '0' : '1');

const parametersOf = (route: Route, segments: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    route.segments.flatMap((segment, index) => {
      if (!isParameter(segment)) return [];
      const value = isGreedy(segment) ? segments.slice(index).join('/') : (segments[index] ?? '');
      return [[segment.replace(/[{}+]/g, ''), decoded(value)] as const];
    }),
  );
