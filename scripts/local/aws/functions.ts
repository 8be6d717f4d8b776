import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { isObject, numberOrUndefined, text } from '../files.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_REGION } from '../settings.ts';
import { type ThreadedFunction, threadedFunction } from '../thread.ts';
import { type ConcurrencyLimiter, concurrencyLimiter } from './slots.ts';
import { invocationChannel } from './usage-channels.ts';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** A function as its template declares it. */
export interface LocalFunction {
  readonly arn: string;
  readonly name: string;
  /** The id in the template's metadata, such as `customers-create`; also the name of the function's bundle. */
  readonly id: string;
  /** Source file, relative to the repository root. */
  readonly entry: string;
  readonly timeoutMs: number;
  /** Maximum concurrent executions; `null`: no limit. */
  readonly concurrency: number | null;
  /** Whether the function has a full CPU on AWS. If so, it runs in a separate thread on the local host. */
  readonly isCpuBound: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

/** The functions of the service. They run in this process, CPU-bound ones in threads. */
export interface Functions {
  has(arn: string): boolean;
  timeoutMs(arn: string): number;
  /** Invokes a function. Rejects if it throws or exceeds its timeout, as on AWS. */
  invoke(arn: string, event: unknown): Promise<unknown>;
  /** Stops the threads; each function is imported again at its next call. */
  reload(): Promise<void>;
  /** Resolves when no invocation is running. */
  idle(): Promise<void>;
  /** Waits until no invocation is running, then stops the threads. */
  stop(): Promise<void>;
}

/** Memory at which a function has a full CPU on AWS. */
const ONE_CPU_MEGABYTES = 1769;

/** Start of the logical id of the CDK's function that calls AWS while a stack is deployed; the local host does not run it. */
const CDK_FUNCTION_PREFIX = 'AWS679f53fac002430cb0da5b7982bd2287';

/** Reads the declared functions. Throws if a function has no metadata about its source file. */
export const declaredFunctions = (resources: readonly Resource[]): readonly LocalFunction[] =>
  ofType(resources, 'AWS::Lambda::Function').flatMap((resource) => {
    if (resource.logicalId.startsWith(CDK_FUNCTION_PREFIX)) return [];
    const entry = text(resource.metadata['billing:entry']);
    const id = text(resource.metadata['billing:function']);
    if (entry === undefined || id === undefined)
      throw new Error(`${resource.stack}: ${resource.logicalId} has no metadata about its source file.`);
    const { Environment, MemorySize, ReservedConcurrentExecutions, Timeout } = resource.properties;
    const variables = isObject(Environment) && isObject(Environment['Variables']) ? Environment['Variables'] : {};
    const environment = Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]));
    return {
      arn: resource.arn,
      name: resource.name,
      id,
      entry,
      timeoutMs: (numberOrUndefined(Timeout) ?? 3) * 1000,
      concurrency: numberOrUndefined(ReservedConcurrentExecutions) ?? null,
      isCpuBound: (numberOrUndefined(MemorySize) ?? 0) >= ONE_CPU_MEGABYTES,
      environment,
    };
  });

/**
 * Merges the environments of all functions, which run in one process. Throws if two functions have different values of a variable.
 */
export const mergedEnvironment = (functions: readonly LocalFunction[]): Readonly<Record<string, string>> => {
  const merged = new Map<string, { readonly value: string; readonly owner: string }>();
  for (const { environment, name } of functions) {
    for (const [key, value] of Object.entries(environment)) {
      const earlier = merged.get(key);
      if (earlier !== undefined && earlier.value !== value) {
        throw new Error(`${name} and ${earlier.owner} have different values for ${key}; locally all functions share one environment.`);
      }
      merged.set(key, { value, owner: name });
    }
  }
  return Object.fromEntries([...merged].map(([key, { value }]) => [key, value]));
};

/** Node caches modules by URL, so each load of the bundles adds a new version number to the URL. */
let versions = 0;
const nextVersion = (): number => {
  versions += 1;
  return versions;
};

/**
 * Makes the functions callable. Each is imported at its first call.
 * @param afterEach called after each invocation, successful or not
 */
export const createFunctions = (declared: readonly LocalFunction[], bundleDirectory: string, afterEach: () => void): Functions => {
  const byArn = new Map(declared.map((item) => [item.arn, item]));
  const handlers = new Map<string, Promise<Handler>>();
  const threads: ThreadedFunction[] = [];
  const running = new Set<Promise<unknown>>();
  let version = nextVersion();
  const find = (arn: string): LocalFunction => {
    const declaration = byArn.get(arn);
    if (declaration === undefined) throw new Error(`No template declares the function ${arn}.`);
    return declaration;
  };
  const handlerOf = (target: LocalFunction): Promise<Handler> => {
    const loaded = handlers.get(target.arn);
    if (loaded !== undefined) return loaded;
    const bundle = join(bundleDirectory, `${target.id}.mjs`);
    const loading = target.isCpuBound ? Promise.resolve(loadIntoThread(bundle)) : load(bundle, version);
    handlers.set(target.arn, loading);
    loading.catch(() => handlers.delete(target.arn));
    return loading;
  };
  const loadIntoThread = (bundle: string): Handler => {
    const thread = threadedFunction(bundle);
    threads.push(thread);
    return (event, context) => thread.invoke(event, Date.now() + context.getRemainingTimeInMillis());
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    work.catch(() => undefined).finally(() => running.delete(work));
    return work;
  };
  const slots = new Map(declared.map((item) => [item.arn, concurrencyLimiter(item.concurrency)]));
  /** Returns the slots of a function. A call waits for a free slot; on AWS it would be refused and the caller would retry. */
  const slotsOf = (arn: string): ConcurrencyLimiter => slots.get(arn) ?? concurrencyLimiter(null);
  const run = async (arn: string, event: unknown): Promise<unknown> => {
    const target = find(arn);
    const handler = await handlerOf(target);
    const call = () => handler(event, contextOf(target, Date.now() + target.timeoutMs));
    const work = () => withDeadline(track(invocationChannel.tracePromise(call, { functionId: target.id, event })), target);
    try {
      return await slotsOf(arn)(work);
    } finally {
      afterEach();
    }
  };
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  return {
    has: (arn) => byArn.has(arn),
    timeoutMs: (arn) => find(arn).timeoutMs,
    invoke: (arn, event) => track(run(arn, event)),
    reload: async () => {
      version = nextVersion();
      handlers.clear();
      await Promise.all(threads.splice(0).map((thread) => thread.stop()));
    },
    idle,
    stop: async () => {
      await idle();
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
};

const load = async (file: string, version: number): Promise<Handler> => {
  const module: unknown = await import(`${pathToFileURL(file).href}?version=${version}`);
  const handler = isObject(module) ? module['handler'] : undefined;
  if (typeof handler !== 'function') throw new Error(`${file} exports no handler.`);
  return async (event, context) => handler(event, context);
};

const withDeadline = (work: Promise<unknown>, target: LocalFunction): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${target.name} timed out after ${target.timeoutMs / 1000} seconds.`));
    const timer = setTimeout(fail, target.timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const contextOf = (target: LocalFunction, deadlineMs: number): Context => ({
  awsRequestId: randomUUID(),
  callbackWaitsForEmptyEventLoop: false,
  functionName: target.name,
  functionVersion: '$LATEST',
  getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  invokedFunctionArn: target.arn,
  logGroupName: `/aws/lambda/${target.name}`,
  logStreamName: LOCAL_REGION,
  memoryLimitInMB: '512',
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
