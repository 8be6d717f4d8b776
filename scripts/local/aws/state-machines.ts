import { randomUUID } from 'node:crypto';
import type { StateMachine, StateMachineDefinition } from 'aws-local-stepfunctions';
import { isObject, numberOrUndefined, objectsIn, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from '../settings.ts';
import type { Functions } from './functions.ts';
import { type ExecutionUse, executionChannel } from './usage-channels.ts';

export interface Execution {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: unknown;
  readonly startedMs: number;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  readonly output: unknown;
  readonly stoppedMs: number | null;
}

/** An execution with this name exists and has ended or has another input. */
class ExecutionExists extends Error {
  override readonly name = 'ExecutionAlreadyExists';
}
/** No template declares the state machine. */
class MachineMissing extends Error {
  override readonly name = 'StateMachineDoesNotExist';
}

/** The declared state machines, run in this process. */
export interface StateMachines {
  /** Starts an execution. If an execution with the same name and input is running, returns that one instead. */
  start(machineArn: string, name: string | undefined, input: unknown): Execution;
  find(executionArn: string): Execution | null;
  /** Aborts running executions. */
  stop(): void;
}

interface Machine {
  readonly arn: string;
  readonly name: string;
  readonly isExpress: boolean;
  readonly definition: StateMachineDefinition;
  /** Resources of task states by state name. */
  readonly tasks: ReadonlyMap<string, string>;
}

interface Run {
  execution: Execution;
  readonly ended: Promise<Execution>;
  readonly abort: () => void;
}

const MAX_EXECUTIONS = 20_000;
/** Timeout of tasks that are not functions, if the template declares none. The interpreter's default would be one minute. */
const NO_LIMIT_SECONDS = 14 * 24 * 3600;
/** A function times out this long before the task that calls it. */
const FUNCTION_MARGIN_SECONDS = 5;

/** Reads the declared state machines. Throws if a task has no local fake. */
export const createStateMachines = (resources: readonly Resource[], functions: Functions, log: Log): StateMachines => {
  const stateMachines = new Map(
    ofType(resources, 'AWS::StepFunctions::StateMachine').map((item) => [item.arn, machineOf(item, functions)]),
  );
  const runs = new Map<string, Run>();
  const start = (machineArn: string, requestedName: string | undefined, input: unknown): Run => {
    const machine = stateMachines.get(machineArn);
    if (machine === undefined) throw new MachineMissing(`State machine does not exist: ${machineArn}`);
    const name = requestedName ?? randomUUID();
    const executionArn = `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:execution:${machine.name}:${name}`;
    const existing = runs.get(executionArn);
    if (existing !== undefined) {
      const isSame = existing.execution.status === 'RUNNING' && JSON.stringify(existing.execution.input) === JSON.stringify(input);
      if (isSame) return existing;
      throw new ExecutionExists(`Execution already exists: ${executionArn}`);
    }
    removeOldest(runs);
    const run = launch(machine, executionArn, name, input, runTask, log);
    runs.set(executionArn, run);
    return run;
  };
  const runTask = async (resource: string, input: unknown): Promise<unknown> => {
    if (functions.has(resource)) return functions.invoke(resource, input);
    if (resource.includes(':lambda:invoke')) return invokeFunction(functions, input);
    return startNested(start, resource, input);
  };
  return {
    start: (machineArn, name, input) => start(machineArn, name, input).execution,
    find: (executionArn) => runs.get(executionArn)?.execution ?? null,
    stop: () => {
      for (const run of runs.values()) if (run.execution.status === 'RUNNING') run.abort();
    },
  };
};

const launch = (machine: Machine, executionArn: string, name: string, input: unknown, runTask: TaskRunner, log: Log): Run => {
  const startedMs = Date.now();
  let aborted = false;
  let abortInner = (): void => undefined;
  const interpret = async (): Promise<unknown> => {
    const { StateMachine: Interpreter } = await loadInterpreter();
    const handlers = Object.fromEntries(
      [...machine.tasks].map(([state, resource]) => [
        state,
        async (value: unknown) => (aborted ? Promise.reject(new Error('Stopped.')) : asJson(await runTask(resource, value))),
      ]),
    );
    const interpreter = new Interpreter(machine.definition, { validationOptions: { noValidate: true } });
    const context = {
      Execution: { Id: executionArn, Input: asJson(input), Name: name, StartTime: new Date(startedMs).toISOString() },
      StateMachine: { Id: machine.arn, Name: machine.name },
    };
    const inner = interpreter.run(asJson(input), { overrides: { taskResourceLocalHandlers: handlers }, noThrowOnAbort: true, context });
    abortInner = inner.abort;
    if (executionChannel.hasSubscribers) reportUse(machine, startedMs, inner.eventLogs);
    return inner.result;
  };
  const base = { executionArn, stateMachineArn: machine.arn, name, input, startedMs };
  const finish = (status: 'SUCCEEDED' | 'FAILED', output: unknown): Execution => {
    // Releases the interpreter, which keeps the data of all states in memory.
    abortInner = () => undefined;
    run.execution = { ...base, status, output, stoppedMs: Date.now() };
    return run.execution;
  };
  const ended = interpret().then(
    (output) => finish('SUCCEEDED', output),
    (error: unknown) => {
      if (!aborted) log.problem(executionArn, error);
      return finish('FAILED', error instanceof Error ? error.message : String(error));
    },
  );
  const abort = (): void => {
    aborted = true;
    abortInner();
  };
  const run: Run = { execution: { ...base, status: 'RUNNING', output: null, stoppedMs: null }, ended, abort };
  return run;
};

/** When an execution has ended, publishes what AWS would bill for it. */
const reportUse = async (
  { name, isExpress }: Machine,
  startedMs: number,
  events: AsyncIterable<{ readonly type: string }>,
): Promise<void> => {
  let transitions = 0;
  for await (const { type } of events) if (type === 'StateEntered' || type === 'StateRetried') transitions += 1;
  executionChannel.publish({ machine: name, isExpress, transitions, ms: Date.now() - startedMs } satisfies ExecutionUse);
};

type TaskRunner = (resource: string, input: unknown) => Promise<unknown>;

const invokeFunction = async (functions: Functions, input: unknown): Promise<unknown> => {
  const { FunctionName, Payload } = isObject(input) ? input : {};
  return { ExecutedVersion: '$LATEST', Payload: await functions.invoke(String(FunctionName), Payload), StatusCode: 200 };
};

const startNested = async (
  start: (arn: string, name: string | undefined, input: unknown) => Run,
  resource: string,
  input: unknown,
): Promise<unknown> => {
  const { StateMachineArn, Name, Input } = isObject(input) ? input : {};
  const run = start(String(StateMachineArn), text(Name), Input ?? {});
  if (!resource.includes('.sync')) return { ExecutionArn: run.execution.executionArn, StartDate: run.execution.startedMs };
  const { executionArn, status, output } = await run.ended;
  if (status === 'FAILED') throw Object.assign(new Error(String(output)), { name: 'States.TaskFailed' });
  return { ExecutionArn: executionArn, Status: status, Output: resource.endsWith(':2') ? output : JSON.stringify(output) };
};

const removeOldest = (runs: Map<string, Run>): void => {
  if (runs.size < MAX_EXECUTIONS) return;
  const oldest = [...runs].find(([, run]) => run.execution.status !== 'RUNNING');
  if (oldest !== undefined) runs.delete(oldest[0]);
};

const machineOf = (resource: Resource, functions: Functions): Machine => {
  const { DefinitionString, DefinitionSubstitutions } = resource.properties;
  const substitutions = isObject(DefinitionSubstitutions) ? DefinitionSubstitutions : {};
  const source = String(DefinitionString).replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => text(substitutions[name]) ?? whole);
  const tasks = new Map<string, string>();
  const limited = withLimits(JSON.parse(source), (state, task) => {
    if (tasks.has(state)) throw new Error(`${resource.name} has two task states named ${state}.`);
    if (!functions.has(task) && !/^arn:aws:states:::(lambda:invoke|states:startExecution(\.sync(:2)?)?)$/.test(task))
      throw new Error(`${resource.name}: ${task} has no local fake.`);
    tasks.set(state, task);
    return functions.has(task) ? functions.timeoutMs(task) / 1000 + FUNCTION_MARGIN_SECONDS : NO_LIMIT_SECONDS;
  });
  const isExpress = resource.properties['StateMachineType'] === 'EXPRESS';
  return { arn: resource.arn, name: resource.name, isExpress, definition: limited as unknown as StateMachineDefinition, tasks };
};

/** Adds a timeout to every task without one, including tasks in maps and branches. `visit` returns the timeout in seconds. */
const withLimits = (definition: unknown, visit: (state: string, resource: string) => number): Readonly<Record<string, unknown>> => {
  if (!isObject(definition) || !isObject(definition['States'])) throw new Error('A state machine definition must have States.');
  const states = Object.entries(definition['States']).map(([name, state]): [string, unknown] => {
    if (!isObject(state)) throw new Error(`The state ${name} must be an object.`);
    if (state['Type'] === 'Task') {
      const limitSeconds = visit(name, String(state['Resource']));
      return [name, { ...state, TimeoutSeconds: numberOrUndefined(state['TimeoutSeconds']) ?? limitSeconds }];
    }
    if (state['Type'] === 'Parallel')
      return [name, { ...state, Branches: objectsIn(state['Branches']).map((branch) => withLimits(branch, visit)) }];
    if (state['Type'] === 'Map') return [name, withLimitsInMap(state, visit)];
    return [name, state];
  });
  return { ...definition, States: Object.fromEntries(states) };
};

const withLimitsInMap = (state: Readonly<Record<string, unknown>>, visit: (state: string, resource: string) => number): unknown => {
  const key = 'ItemProcessor' in state ? 'ItemProcessor' : 'Iterator';
  return { ...state, [key]: withLimits(state[key], visit) };
};

type Json = Parameters<InstanceType<typeof StateMachine>['run']>[0];

/** Converts a value to JSON and back, as AWS does between states. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));

/** Loads the interpreter with a polyfill of `Promise.withResolvers`, which Node 20 lacks. */
export const loadInterpreter = async () => {
  if (!('withResolvers' in Promise))
    Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, configurable: true, writable: true });
  return import('aws-local-stepfunctions');
};

const withResolvers = () => {
  let resolve: (value: unknown) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};
