import { describe, expect, it } from 'vitest';
import { readTemplates, resolveTemplates } from '../../../scripts/local/prepare/template.ts';
import { functionIdOf, type LoadedOperation } from '../../../shared/api/registry.ts';
import { SAMPLE_OPERATIONS, sampleApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf } from '../templates.ts';

const TYPES: ReadonlySet<string> = new Set([
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
]);

/** Matches an ARN pattern of a policy; `*` matches any text including slashes. */
const matchesArn = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

interface RouteAccess {
  readonly routeKey: string;
  readonly functionArn: string;
  readonly sourceArns: readonly string[];
}

/** Returns every route with its function and the source ARNs that may invoke the function. */
const routeAccessOf = (operations: readonly LoadedOperation[]): readonly RouteAccess[] => {
  const templates = readTemplates(sampleApp({}, operations).synth().directory);
  const resources = resolveTemplates(templates, { queueOrigin: 'http://queues', publicBaseUrl: 'http://host' }, TYPES);
  const typed = (type: string) => resources.filter((each) => each.type === type);
  const integrations = new Map(typed('AWS::ApiGatewayV2::Integration').map((each) => [`integrations/${each.name}`, each]));
  const functions = typed('AWS::Lambda::Function');
  return typed('AWS::ApiGatewayV2::Route').map(({ properties }) => {
    const functionArn = String(integrations.get(String(properties['Target']))?.properties['IntegrationUri']);
    const names = functions.filter(({ arn }) => arn === functionArn).flatMap(({ arn, name }) => [arn, name]);
    const permissions = typed('AWS::Lambda::Permission').filter((each) => names.includes(String(each.properties['FunctionName'])));
    return {
      routeKey: String(properties['RouteKey']),
      functionArn,
      sourceArns: permissions.map((each) => String(each.properties['SourceArn']).replace(/^arn:aws:execute-api:[^:]+:[^:]+:[^/]+\//, '')),
    };
  });
};

/** Returns the source ARN suffixes that API Gateway may use for a route: with the route's key, or with the requested path. */
const sourcesOf = (routeKey: string): readonly string[] => {
  const [method = '', path] = routeKey.split(' ');
  if (path === undefined) return [`$default/${routeKey}`];
  const methods = method === 'ANY' ? ['GET', 'POST', 'DELETE'] : [method];
  return methods.flatMap((each) => [`$default/${each}${path}`, `$default/${each}${path.replaceAll(/\{[^}]+\}/g, 'some_1')}`]);
};

const CATCH_ALL_OPERATION: LoadedOperation = {
  ...(SAMPLE_OPERATIONS[1] as LoadedOperation),
  file: 'functions/widgets/wire.ts',
  functionId: 'widgets-wire',
  operation: { ...(SAMPLE_OPERATIONS[1] as LoadedOperation).operation, id: 'widgets.wire', method: 'ANY', path: '/wire/{path+}' },
};

describe('routes', () => {
  it('[HTTP-37] [HTTP-38] can invoke only their own function, for both forms of the source ARN (route key or request path)', () => {
    const routes = routeAccessOf([...SAMPLE_OPERATIONS, CATCH_ALL_OPERATION]);
    expect(routes.map(({ routeKey }) => routeKey)).toContain('$default');
    const deniedSources = routes.flatMap(({ routeKey, sourceArns }) =>
      sourcesOf(routeKey)
        .filter((source) => !sourceArns.some((arn) => matchesArn(arn, source)))
        .map((source) => `${source} is not allowed by ${sourceArns.join(' or ')}`),
    );
    expect(deniedSources).toEqual([]);
    for (const { routeKey, sourceArns } of routes) {
      const others = routes.filter((each) => each.routeKey.split(' ').at(-1) !== routeKey.split(' ').at(-1)).map((each) => each.routeKey);
      const allowedSources = others
        .flatMap(sourcesOf)
        .filter((source) => !source.includes('{') && sourceArns.some((arn) => matchesArn(arn, source)));
      expect(allowedSources, `other routes that may invoke the function of ${routeKey}`).toEqual([]);
    }
  });
});

/**
 * Maps each route key and physical name to its stack and logical id. An update that moves such a resource to another stack fails, because
 * its name is still in use.
 */
const uniqueResourcesOf = (resources: readonly Resource[]): ReadonlyMap<string, string> =>
  new Map(
    resources.flatMap(({ stack, id, type, properties }) => {
      const name = properties['RouteKey'] ?? properties['FunctionName'] ?? properties['RoleName'] ?? properties['LogGroupName'];
      return typeof name === 'string' ? [[`${type} ${name}`, `${stack}/${id}`] as const] : [];
    }),
  );

const withMovedFiles = (operations: readonly LoadedOperation[]): readonly LoadedOperation[] =>
  operations.map((each) => {
    const file = each.file.replace(/^functions\/[^/]+\//, 'functions/elsewhere/');
    return { ...each, file, functionId: functionIdOf(file) };
  });

const newOperations = (count: number): readonly LoadedOperation[] =>
  Array.from({ length: count }, (_, index) => {
    const file = `functions/widgets/added-${index}.ts`;
    const { operation } = SAMPLE_OPERATIONS[1] as LoadedOperation;
    return {
      file,
      functionId: functionIdOf(file),
      operation: { ...operation, id: `widgets.added_${index}`, path: `/v1/widgets/added_${index}` },
    };
  });

describe('an update of a deployment', () => {
  const many = [...SAMPLE_OPERATIONS, ...newOperations(20)];
  const before = resourcesOf(sampleApp({}, many));
  const functionsIn = (resources: readonly Resource[]): readonly string[] =>
    ofType(resources, 'AWS::Lambda::Function')
      .map(({ stack, id }) => `${stack}/${id}`)
      .sort();

  it.each([
    ['additional operations', () => sampleApp({}, [...many, ...newOperations(25).slice(20)])],
    ['moved files', () => sampleApp({}, withMovedFiles(many))],
    ['more stacks', () => sampleApp({ operationStacks: 9 }, many)],
    ['fewer stacks', () => sampleApp({ operationStacks: 2 }, many)],
  ])('with %s keeps every route and named resource in its stack', (_, change) => {
    const after = uniqueResourcesOf(resourcesOf(change()));
    for (const [name, stackAndId] of uniqueResourcesOf(before)) expect(after.get(name), name).toBe(stackAndId);
  });

  it('with moved files replaces no function', () => {
    expect(functionsIn(resourcesOf(sampleApp({}, withMovedFiles(many))))).toEqual(functionsIn(before));
  });

  it('with an additional operation keeps all other functions', () => {
    expect(functionsIn(resourcesOf(sampleApp({}, [...many, ...newOperations(21).slice(20)])))).toEqual(
      expect.arrayContaining([...functionsIn(before)]),
    );
  });

  it('with more stacks moves functions between nested stacks; no integration imports an exported function', () => {
    const after = resourcesOf(sampleApp({ operationStacks: 9 }, many));
    expect(functionsIn(after)).not.toEqual(functionsIn(before));
    const imported = (resources: readonly Resource[]): readonly Resource[] =>
      ofType(resources, 'AWS::ApiGatewayV2::Integration').filter(({ properties }) =>
        JSON.stringify(properties['IntegrationUri']).includes('ImportValue'),
      );
    expect(imported(before)).toEqual([]);
    expect(imported(after)).toEqual([]);
  });
});
