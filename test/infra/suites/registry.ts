import { beforeAll, describe, expect, it } from 'vitest';
import { checkRegistry } from '../../../infra/registry-check.ts';
import { FILES_WITHOUT_OPERATION, WORKERS } from '../../../infra/unrouted.ts';
import {
  functionIdOf,
  isStreaming,
  type LoadedOperation,
  listEntryPoints,
  loadOperations,
  loadStreamingOperationIds,
} from '../../../shared/api/registry.ts';
import { entryPointsOf, SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf } from '../templates.ts';

const entries = entryPointsOf(SAMPLE_OPERATIONS);
const [sample] = SAMPLE_OPERATIONS as readonly [LoadedOperation];

describe('synthesis refuses', () => {
  it('an operation without a function', () => {
    expect(() =>
      checkRegistry(
        SAMPLE_OPERATIONS,
        entries.filter((each) => each.file !== sample.file),
        [],
      ),
    ).toThrow('Operation widgets.retrieve has no function: functions/widgets/retrieve.ts exports no "handler".');
  });

  it('an operation of the stream process that `served.ts` does not list, and a listed one that is not declared for this process', () => {
    const withStreaming = [...SAMPLE_OPERATIONS, STREAMING_OPERATION];
    expect(() => checkRegistry(withStreaming, entries, [])).toThrow(
      'Operation widgets.stream runs in the stream process, but functions/stream/served.ts does not list it.',
    );
    expect(() => checkRegistry(withStreaming, entries, ['widgets.stream'])).not.toThrow();
    expect(() => checkRegistry(SAMPLE_OPERATIONS, entries, [sample.operation.id])).toThrow(
      'Operation widgets.retrieve is listed in functions/stream/served.ts, but not declared for the stream process.',
    );
  });

  it('a function without an operation', () => {
    const unlisted = { file: 'functions/widgets/stray.ts', functionId: 'widgets-stray' };
    expect(() => checkRegistry(SAMPLE_OPERATIONS, [...entries, unlisted], [])).toThrow(
      'Function functions/widgets/stray.ts has no operation',
    );
  });

  it('a worker that no stack deploys, and a deployed worker that does not exist', () => {
    const unlisted = { file: 'functions/workers/stray.ts', functionId: 'workers-stray' };
    expect(() => checkRegistry(SAMPLE_OPERATIONS, [...entries, unlisted], [])).toThrow('functions/workers/stray.ts has no operation');
    expect(() =>
      checkRegistry(
        SAMPLE_OPERATIONS,
        entries.filter((each) => each.file !== WORKERS.relay),
        [],
      ),
    ).toThrow(`A stack deploys ${WORKERS.relay}, which does not exist`);
  });

  it('an operation outside the console that uses the key of operator tokens', () => {
    const signing: LoadedOperation = { ...sample, operation: { ...sample.operation, uses: ['operator-key'] } };
    expect(() => checkRegistry([signing], entryPointsOf([signing]), [])).toThrow(
      'Operation widgets.retrieve is not a console operation: it may not use operator-key.',
    );
  });

  it('access declared in the wrong way for the operation’s credential', () => {
    const open: LoadedOperation = { ...sample, operation: { ...sample.operation, auth: { kind: 'none' }, uses: ['member-lookups'] } };
    expect(() => checkRegistry([open], entryPointsOf([open]), [])).toThrow(
      'Operation widgets.retrieve requires no credential: declare its table access as table, not as uses.',
    );
    // An operation that requires a credential can always read the pepper, so `uses` must not contain `pepper`.
    for (const declared of [{ table: { get: ['product'] } }, { uses: ['pepper' as const] }]) {
      const keyed: LoadedOperation = { ...sample, operation: { ...sample.operation, ...declared } };
      expect(() => checkRegistry([keyed], entryPointsOf([keyed]), [])).toThrow(
        'Operation widgets.retrieve requires a credential: declare its access with profile and uses, not with table or pepper.',
      );
    }
  });

  it('more than 280 functions behind the API', () => {
    const many = (count: number): readonly LoadedOperation[] =>
      Array.from({ length: count }, (_, index) => ({
        file: `functions/widgets/w${index}.ts`,
        functionId: `W${index}`,
        operation: { ...sample.operation, id: `widgets.w${index}`, path: `/v1/w${index}` },
      }));
    expect(() => checkRegistry(many(280), entryPointsOf(many(280)), [])).not.toThrow();
    expect(() => checkRegistry(many(281), entryPointsOf(many(281)), [])).toThrow('281 operations have a function behind the API');
  });

  it('a second operation with the same id or the same route, even if its path has other parameter names', () => {
    const file = 'functions/widgets/again.ts';
    const duplicate: LoadedOperation = {
      ...sample,
      file,
      functionId: functionIdOf(file),
      operation: { ...sample.operation, path: '/v1/widgets/{other_id}' },
    };
    const withDuplicate = [...SAMPLE_OPERATIONS, duplicate];
    expect(() => checkRegistry(withDuplicate, entryPointsOf(withDuplicate), [])).toThrow(
      /Operation id widgets.retrieve is declared twice[\s\S]*Route GET \/v1\/widgets\/\{\} is declared twice/,
    );
  });
});

describe('the operations of this service', () => {
  let operations: readonly LoadedOperation[];
  let resources: readonly Resource[];

  beforeAll(async () => {
    operations = await loadOperations();
    resources = resourcesOf(sampleApp({}, operations));
  });

  const operationsWithFunction = (): readonly LoadedOperation[] => operations.filter((each) => !isStreaming(each));

  it('match the functions and the stream process’s list', async () => {
    const streamingOperationIds = await loadStreamingOperationIds();
    expect(() => checkRegistry(operations, listEntryPoints(), streamingOperationIds)).not.toThrow();
    expect(listEntryPoints().length).toBe(operationsWithFunction().length + FILES_WITHOUT_OPERATION.length);
    expect(operations.filter(isStreaming).map(({ operation }) => operation.id)).toEqual(streamingOperationIds);
  });

  it('have one function and one route each; the route of a GET operation also serves HEAD', () => {
    const routes = ofType(resources, 'AWS::ApiGatewayV2::Route').map((each) => String(each.properties.RouteKey));
    const expected = operationsWithFunction().map(({ operation: { method, path } }) => `${method === 'GET' ? 'ANY' : method} ${path}`);
    expect(routes.sort()).toEqual([...expected, '$default'].sort());
    const sources = ofType(resources, 'AWS::Lambda::Function').map((each) => each.metadata['billing:entry']);
    expect(sources.sort()).toEqual(
      listEntryPoints()
        .map((each) => each.file)
        .sort(),
    );
  });

  it('use at most 281 routes and 281 integrations, where API Gateway allows 300', () => {
    for (const type of ['Route', 'Integration']) {
      expect(ofType(resources, `AWS::ApiGatewayV2::${type}`).length, type).toBeLessThanOrEqual(281);
    }
  });

  it('are distributed over stacks of at most 450 resources, where CloudFormation allows 500', () => {
    for (const [stack, size] of countByStack(resources.map((each) => each.stack))) expect(size, stack).toBeLessThanOrEqual(450);
  });
});

const countByStack = (stacks: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const stack of stacks) counts.set(stack, (counts.get(stack) ?? 0) + 1);
  return counts;
};
