import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../local/files.ts';

/** How a state repeats an invocation that Lambda rejected because all executions of the function were busy. */
export interface Retry {
  readonly firstMs: number;
  readonly growth: number;
  readonly maxMs: number;
  /** Retries after the first attempt; after the last one, the state fails. */
  readonly maxAttempts: number;
}

/** Values from the definitions of the state machines. */
export interface MachineValues {
  /** Maximum number of shards that are swept concurrently. */
  readonly sweepsAtOnce: number;
  /** By step of a billing run. `prepareAhead`: the optional preparation of the next iteration. */
  readonly retries: Readonly<Record<'prepare' | 'prepareAhead' | 'charge' | 'settle', Retry>>;
}

const REJECTED = 'Lambda.TooManyRequestsException';

type Definition = Readonly<Record<string, unknown>>;

/** Returns the states of this name, at any depth. */
const statesIn = (value: unknown, name: string): readonly Definition[] => {
  if (Array.isArray(value)) return value.flatMap((each) => statesIn(each, name));
  if (!isObject(value)) return [];
  const states = isObject(value.States) ? value.States : {};
  const own = states[name];
  return [...(isObject(own) ? [own] : []), ...Object.values(value).flatMap((each) => statesIn(each, name))];
};

const stateOf = (machine: string, name: string): Definition => {
  const file = fileURLToPath(new URL(`../../../infra/state-machines/${machine}.asl.json`, import.meta.url));
  const [state, ...others] = statesIn(JSON.parse(readFileSync(file, 'utf8')), name);
  if (state === undefined || others.length > 0) throw new Error(`The state machine ${machine} must have exactly one state ${name}.`);
  return state;
};

const numberIn = (what: string, value: unknown): number => {
  if (typeof value !== 'number') throw new Error(`${what} is no number.`);
  return value;
};

const retryOf = (name: string): Retry => {
  const retries = stateOf('billing-run', name).Retry;
  const retry: unknown = Array.isArray(retries)
    ? retries.find(({ ErrorEquals }: { readonly ErrorEquals?: unknown }) => Array.isArray(ErrorEquals) && ErrorEquals.includes(REJECTED))
    : undefined;
  if (!isObject(retry) || retry.JitterStrategy !== 'FULL')
    throw new Error(`The state ${name} has no retry of ${REJECTED} with full jitter.`);
  const field = (key: string): number => numberIn(`${key} of the state ${name}`, retry[key]);
  return {
    firstMs: field('IntervalSeconds') * 1000,
    growth: field('BackoffRate'),
    maxMs: field('MaxDelaySeconds') * 1000,
    maxAttempts: field('MaxAttempts'),
  };
};

/** Reads the definitions in `infra/state-machines`. Throws if a state or one of its values is missing. */
export const readMachines = (): MachineValues => ({
  sweepsAtOnce: numberIn('MaxConcurrency of the state Sweep', stateOf('schedule-sweep', 'Sweep').MaxConcurrency),
  retries: {
    prepare: retryOf('Prepare'),
    prepareAhead: retryOf('PrepareAhead'),
    charge: retryOf('ChargeShare'),
    settle: retryOf('Settle'),
  },
});
