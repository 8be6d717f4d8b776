import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadInterpreter } from '../../../scripts/local/state-machines.ts';

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
  const steps = statesOf(definition).filter(([, { Resource = '' }]) => Resource.endsWith('FunctionArn}'));
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

  /** Runs one iteration whose charge step fails with this error, without retry delays; returns what the settle step gets. */
  const answersAfter = async (errorName: string): Promise<unknown> => {
    const { StateMachine } = await loadInterpreter();
    let settled: unknown = null;
    const taskResourceLocalHandlers = {
      Prepare: async (run: unknown) => ({ ...(run as object), next: 'charge', shares: [{ charges, atOnce: 1, leased: true }] }),
      ChargeShare: async () => {
        throw Object.assign(new Error('no execution'), { name: errorName });
      },
      Settle: async (state: unknown) => {
        settled = (state as { readonly answers: unknown }).answers;
        return { next: 'done' };
      },
    };
    const machine = new StateMachine(JSON.parse(source), { validationOptions: { noValidate: true } });
    const run = { accountId: 'acct_1', mode: 'test', runId: 'run_1' };
    await machine.run(run, { overrides: { taskResourceLocalHandlers, retryIntervalOverrides: { ChargeShare: 0 } } }).result;
    return settled;
  };

  it('reports charges whose step never started as not tried, and other failed steps without an answer', async () => {
    expect(await answersAfter('Lambda.TooManyRequestsException')).toEqual([{ notTried: charges }]);
    expect(await answersAfter('Lambda.Unknown')).toEqual([[]]);
  });
});

const shardOf = (input: unknown): number => {
  if (typeof input === 'object' && input !== null && 'shard' in input) return Number(input.shard);
  throw new Error('The input has no shard.');
};

describe('the sweep', () => {
  const source = readFileSync(new URL('schedule-sweep.asl.json', FOLDER), 'utf8');
  const MAX_TRIES = 3;

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

  it('sweeps every shard', async () => {
    const { succeeded, tries } = await run(() => false);
    expect(succeeded).toBe(true);
    expect([...tries]).toEqual(Array.from({ length: 16 }, (_, shard) => [shard, 1]));
  });

  it('sweeps the other shards if one fails, then fails itself, which the alarm on missing sweeps detects', async () => {
    const { succeeded, tries } = await run((shard) => shard === 0);
    expect(succeeded).toBe(false);
    expect(tries.size).toBe(16);
    expect(tries.get(0)).toBe(MAX_TRIES);
  });
});
