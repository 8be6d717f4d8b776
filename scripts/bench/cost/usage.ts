/** What is counted. Units are those of the AWS prices; `expressMs`: the duration of express executions. */
export type Quantity =
  | 'invocations'
  /** Duration of the invocations on the local host, where all functions share one process. */
  | 'wallMs'
  /** Part of the CPU time of the host, as computed by `withCpu`. */
  | 'cpuMs'
  /** Time in which a function waits for the payment provider: an assumption for AWS, because the local sandbox answers at once. */
  | 'waitMs'
  | 'apiRequests'
  | 'readUnits'
  | 'writeUnits'
  /** The part of `readUnits` and `writeUnits` that indexes consumed. */
  | 'indexUnits'
  | 'queueRequests'
  | 'busEvents'
  | 'transitions'
  | 'executions'
  | 'expressExecutions'
  | 'expressMs'
  | 'mails'
  | 'keyRequests'
  | 'secretRequests'
  | 'objectPuts'
  | 'objectGets'
  /** Bytes that are sent to receivers outside AWS, without headers. */
  | 'sentBytes'
  | 'logBytes';

/** What one function, one state machine or the bus used. */
export type SourceUse = Readonly<Partial<Record<Quantity, number>>>;

/** Use by source: the id of a function, the name of a state machine, `bus`. */
export type Usage = Readonly<Record<string, SourceUse>>;

/** Combines each quantity of two usages. Leaves out what becomes zero. */
const combine = (one: Usage, other: Usage, combined: (one: number, other: number) => number): Usage => {
  const sources = new Set([...Object.keys(one), ...Object.keys(other)]);
  const used = [...sources].map((source): readonly [string, SourceUse] => {
    const [first, second] = [one[source] ?? {}, other[source] ?? {}];
    const quantities = [...new Set([...Object.keys(first), ...Object.keys(second)])] as Quantity[];
    const values = quantities.map((each) => [each, combined(first[each] ?? 0, second[each] ?? 0)] as const);
    return [source, Object.fromEntries(values.filter(([, value]) => value !== 0))];
  });
  return Object.fromEntries(used.filter(([, use]) => Object.keys(use).length > 0));
};

/** Subtracts one usage from another. A difference below zero becomes 0: two similar workloads never use exactly the same. */
export const difference = (later: Usage, earlier: Usage): Usage => combine(later, earlier, (one, other) => Math.max(0, one - other));

export const sumOfUsages = (usages: readonly Usage[]): Usage =>
  usages.reduce((sum, each) => combine(sum, each, (one, other) => one + other), {});

/** Multiplies every quantity, for example to get the use of a million requests from that of a hundred. */
export const scaled = (usage: Usage, factor: number): Usage => combine(usage, {}, (value) => value * factor);

/** Returns the use of the sources that `isIncluded` accepts. */
export const filterSources = (usage: Usage, isIncluded: (source: string) => boolean): Usage =>
  Object.fromEntries(Object.entries(usage).filter(([source]) => isIncluded(source)));

/** Sums one quantity over all sources. */
export const totalOf = (usage: Usage, quantity: Quantity): number =>
  Object.values(usage).reduce((sum, use) => sum + (use[quantity] ?? 0), 0);

/**
 * Spreads the CPU time of the host over the sources by the duration of their invocations. Durations alone would contain the time in which a
 * function waits for others that run in the same process.
 */
export const withCpu = (usage: Usage, cpuMs: number): Usage => {
  const wallMs = totalOf(usage, 'wallMs');
  const invokedSources = Object.entries(usage).filter(([, use]) => use.wallMs !== undefined);
  const cpu = invokedSources.map(([source, use]): Usage => ({ [source]: { cpuMs: ((use.wallMs ?? 0) / wallMs) * cpuMs } }));
  return sumOfUsages([usage, ...cpu]);
};
