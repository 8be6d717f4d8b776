import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONCURRENCY, SWEEP_EVERY_MINUTES } from '../../../infra/concurrency.ts';
import { loadInterpreter } from '../../../scripts/local/aws/state-machines.ts';
import { SWEEP_MS } from '../../../shared/flows/due/sweep.ts';

type Json = Parameters<InstanceType<Awaited<ReturnType<typeof loadInterpreter>>['StateMachine']>['run']>[0];
type Handler = (input: Json) => Promise<Json>;

const FOLDER = new URL('../../../infra/state-machines/', import.meta.url);

interface Retry {
  readonly ErrorEquals: readonly string[];
  readonly MaxAttempts: number;
  readonly IntervalSeconds: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: string;
}

interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: readonly Retry[];
  readonly Catch?: readonly unknown[];
  readonly Branches?: readonly Definition[];
  readonly ItemProcessor?: Definition;
  readonly MaxConcurrency?: number;
}

interface Definition {
  readonly States: Readonly<Record<string, State>>;
}

const stateMachines = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.asl.json'))
  .map((name) => ({ name, definition: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Definition }));

/** Every state, also inside maps and branches. */
const statesOf = ({ States }: Definition): readonly (readonly [string, State])[] =>
  Object.entries(States).flatMap(([name, state]) => [
    [name, state] as const,
    ...[...(state.Branches ?? []), ...(state.ItemProcessor === undefined ? [] : [state.ItemProcessor])].flatMap(statesOf),
  ]);

describe.each(stateMachines)('the state machine $name', ({ definition }) => {
  it('retries every task or catches its errors', () => {
    const tasks = statesOf(definition).filter(([, { Type }]) => Type === 'Task');
    expect(tasks.length).toBeGreaterThan(0);
    for (const [name, { Retry = [], Catch = [] }] of tasks)
      expect(Catch.at(-1) ?? Retry.at(-1), name).toMatchObject({ ErrorEquals: ['States.ALL'] });
  });

  it('catches the errors of a map item, which would otherwise stop the other items', () => {
    const items = statesOf(definition).flatMap(([, { ItemProcessor }]) => (ItemProcessor === undefined ? [] : statesOf(ItemProcessor)));
    for (const [name, { Type, Catch }] of items)
      if (Type === 'Task') expect(Catch?.at(-1), name).toMatchObject({ ErrorEquals: ['States.ALL'] });
  });

  it('retries with jitter and a maximum delay', () => {
    for (const [name, { Retry = [] }] of statesOf(definition))
      for (const { JitterStrategy, MaxDelaySeconds = 0, IntervalSeconds } of Retry) {
        expect(JitterStrategy, name).toBe('FULL');
        expect(MaxDelaySeconds, name).toBeGreaterThan(IntervalSeconds);
      }
  });
});

it.each(['billing-run', 'clock-advance'])('%s retries throttled steps for at least half an hour', (machine) => {
  const { definition } = stateMachines.find(({ name }) => name === `${machine}.asl.json`) ?? { definition: { States: {} } };
  // Preparing the next iteration is optional.
  const steps = statesOf(definition).filter(([name, { Resource = '' }]) => Resource.endsWith('FunctionArn}') && name !== 'PrepareAhead');
  expect(steps.length).toBeGreaterThan(0);
  for (const [name, { Retry = [] }] of steps) {
    const [throttled] = Retry;
    expect(throttled?.ErrorEquals, name).toEqual(['Lambda.TooManyRequestsException']);
    // Twice the time, because with full jitter a delay is half of its maximum on average.
    expect((throttled?.MaxAttempts ?? 0) * (throttled?.MaxDelaySeconds ?? 0), name).toBeGreaterThanOrEqual(2 * 30 * 60);
  }
});

describe('a billing run', () => {
  const source = readFileSync(new URL('billing-run.asl.json', FOLDER), 'utf8');
  const charges = [{ paymentId: 'pay_1' }, { paymentId: 'pay_2' }];

  /** Result of the step that prepares the next iteration. */
  const AHEAD = { kind: 'prepared', charges: [], more: true, readTo: {}, left: [] };

  const failing = (errorName: string) => async (): Promise<never> => {
    throw Object.assign(new Error('no execution'), { name: errorName });
  };

  /** Runs one iteration with these steps, without retry delays; returns the input of the settle step. */
  const settleInputOf = async (steps: Readonly<Record<'ChargeShare' | 'PrepareAhead', Handler>>) => {
    const { StateMachine } = await loadInterpreter();
    let settled: unknown = null;
    const taskResourceLocalHandlers = {
      ...steps,
      Prepare: async (run: unknown) => ({ ...(run as object), next: 'charge', shares: [{ charges, atOnce: 1 }] }),
      Settle: async (state: unknown) => {
        settled = state;
        return { next: 'done' };
      },
    };
    const machine = new StateMachine(JSON.parse(source), { validationOptions: { noValidate: true } });
    const run = { accountId: 'acct_1', mode: 'test', runId: 'run_1' };
    const retryIntervalOverrides = { ChargeShare: 0, PrepareAhead: 0 };
    await machine.run(run, { overrides: { taskResourceLocalHandlers, retryIntervalOverrides } }).result;
    return settled;
  };

  it('charges, and at the same time prepares the next iteration', async () => {
    let prepareInput: unknown = null;
    const steps = {
      ChargeShare: async () => [{ paymentId: 'pay_1', progress: { kind: 'settled' } }],
      PrepareAhead: async (input: Json) => {
        prepareInput = input;
        return AHEAD;
      },
    };
    const state = { accountId: 'acct_1', mode: 'test', runId: 'run_1', next: 'charge', shares: [{ charges, atOnce: 1 }] };
    expect(await settleInputOf(steps)).toEqual({ ...state, iteration: { answers: [await steps.ChargeShare()], ahead: AHEAD } });
    expect(prepareInput).toEqual({ charging: state });
  });

  it('passes on the charges of a throttled step as `notTried`, but none of a step that failed with another error', async () => {
    const answersAfter = async (errorName: string) => settleInputOf({ ChargeShare: failing(errorName), PrepareAhead: async () => AHEAD });
    expect(await answersAfter('Lambda.TooManyRequestsException')).toMatchObject({ iteration: { answers: [{ notTried: charges }] } });
    expect(await answersAfter('Lambda.Unknown')).toMatchObject({ iteration: { answers: [[]] } });
  });

  it('continues without prepared charges if preparing them fails', async () => {
    const settled = await settleInputOf({ ChargeShare: async () => [], PrepareAhead: failing('Lambda.Unknown') });
    expect(settled).toMatchObject({ iteration: { answers: [[]], ahead: { kind: 'failed' } } });
  });
});

const shardOf = (input: unknown): number => {
  if (typeof input === 'object' && input !== null && 'shard' in input) return Number(input.shard);
  throw new Error('The input has no shard.');
};

describe('the sweep', () => {
  const source = readFileSync(new URL('schedule-sweep.asl.json', FOLDER), 'utf8');
  const MAX_TRIES = 3;
  const SHARDS = 16;

  /** Runs the declared state machine without retry delays. Returns whether it succeeded and the number of tries per shard. */
  const run = async (fails: (shard: number) => boolean) => {
    const { StateMachine } = await loadInterpreter();
    const tries = new Map<number, number>();
    const SweepShard = async (input: unknown) => {
      const shard = shardOf(input);
      tries.set(shard, (tries.get(shard) ?? 0) + 1);
      if (fails(shard)) throw new Error('the shard cannot be read');
      return { claimed: 0 };
    };
    const overrides = { taskResourceLocalHandlers: { SweepShard }, retryIntervalOverrides: { SweepShard: 0 } };
    const machine = new StateMachine(JSON.parse(source), { validationOptions: { noValidate: true } });
    const succeeded = await machine.run({}, { overrides }).result.then(
      () => true,
      () => false,
    );
    return { succeeded, tries };
  };

  it('ends before the next sweep starts, also if each shard claims entries until its time limit', () => {
    const [Sweep] = statesOf(JSON.parse(source)).flatMap(([name, state]) => (name === 'Sweep' ? [state] : []));
    const atOnce = Math.min(Sweep?.MaxConcurrency ?? 0, CONCURRENCY.sweep);
    expect(Math.ceil(SHARDS / atOnce) * SWEEP_MS).toBeLessThan(SWEEP_EVERY_MINUTES * 60_000);
    expect(Sweep?.MaxConcurrency).toBeLessThanOrEqual(CONCURRENCY.sweep);
  });

  it('retries a shard for which Lambda has no execution, longer than other errors', () => {
    const retries = statesOf(JSON.parse(source)).flatMap(([, { Retry = [] }]) => Retry);
    expect(retries.map(({ ErrorEquals, MaxAttempts }) => [ErrorEquals, MaxAttempts])).toEqual([
      [['Lambda.TooManyRequestsException'], 6],
      [['States.ALL'], MAX_TRIES - 1],
    ]);
  });

  it('sweeps every shard', async () => {
    const { succeeded, tries } = await run(() => false);
    expect(succeeded).toBe(true);
    expect([...tries]).toEqual(Array.from({ length: SHARDS }, (_, shard) => [shard, 1]));
  });

  it('fails if a shard fails three times, but sweeps the other shards', async () => {
    const { succeeded, tries } = await run((shard) => shard === 0);
    expect(succeeded).toBe(false);
    expect(tries.size).toBe(SHARDS);
    expect(tries.get(0)).toBe(MAX_TRIES);
  });
});
