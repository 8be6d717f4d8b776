import { setTimeout as pause } from 'node:timers/promises';
import { LOOK_AHEAD_SECONDS } from '../../shared/domain/due.ts';
import { cpuHeader, cpuRow, profiledSubject, type RequestCpu } from './cpu/measure.ts';
import type { BenchAccount, HostData } from './fill/host-data.ts';
import { type FilledSubscriptions, fillSubscriptions } from './fill/subscriptions.ts';
import { type MemoryPeaks, withMemoryPeaks } from './memory.ts';
import { newSubject, type Subject } from './subject.ts';
import {
  atMost,
  columns,
  doneWithin,
  type Finding,
  isComplete,
  type PartResult,
  type Progress,
  secondsEach,
  shortNumber,
} from './verdict.ts';
import { watchRenewals } from './watch-renewals.ts';

/** Two numbers of renewals of one tenant; their times per renewal are compared. */
const FEW = 100;
const MANY = 1000;
const MANY_BUDGET_SECONDS = 15;
/** Maximum ratio of the time per renewal for `MANY` renewals to that for `FEW`. */
const GROWTH_BUDGET = 1.3;
const TENANTS = 100;
const RENEWALS_PER_TENANT = 20;
const TENANTS_BUDGET_SECONDS = 60;
const LARGE = 2000;
/** Maximum time for one renewal of a tenant while `LARGE` renewals of another tenant are due. */
const OTHER_BUDGET_SECONDS = 15;
const MEMORY_BUDGET_MIB = 400;

/** Renewals of the warm-up, which is not measured. */
const WARM_UP = 50;
const DEADLINE_MS = 90_000;
/** First estimate of the time to create one subscription; later estimates are measured. */
const FIRST_FILL_MS_EACH = 20;
/** The estimated time is multiplied by the factor and extended by the margin, because filling must end before the sweep starts. */
const FILL_FACTOR = 2;
const FILL_MARGIN_MS = 2000;

/** By group name: how many renewals each tenant of the group has. All are due in the same second; each group is timed separately. */
type Groups = Readonly<Record<string, readonly number[]>>;

/** Creates the subscriptions, starts the sweep `LOOK_AHEAD_SECONDS` before they are due, and waits until they are renewed. */
type Renew = (groups: Groups) => Promise<ReadonlyMap<string, Progress>>;

/** What a measurement adds to renewals. */
export interface RenewalHooks {
  /** Wraps the renewals, but not the filling before them. Must call `renewals`, which runs them. */
  readonly wrapRenewals?: (renewals: () => Promise<void>) => Promise<void>;
  /** Called with each new account, before it has subscriptions. */
  readonly prepare?: (account: BenchAccount) => Promise<void>;
  readonly deadlineMs?: number;
}

const fillAll = async (
  data: HostData,
  counts: readonly number[],
  dueAt: number,
  prepare: RenewalHooks['prepare'],
): Promise<readonly FilledSubscriptions[]> => {
  const accounts = await data.makeAccounts(counts.length);
  const filled: FilledSubscriptions[] = [];
  for (const [index, account] of accounts.entries()) {
    await prepare?.(account);
    filled.push(await fillSubscriptions(data, account.accountId, { count: counts[index] ?? 0, dueAt }));
  }
  return filled;
};

/** Returns the function that fills a running host with subscriptions, renews them, and measures the progress of each group. */
export const renewOn = (
  data: HostData,
  { wrapRenewals = (renewals) => renewals(), prepare, deadlineMs = DEADLINE_MS }: RenewalHooks = {},
): Renew => {
  let fillMsEach = FIRST_FILL_MS_EACH;
  return async (groups) => {
    const count = Object.values(groups)
      .flat()
      .reduce((sum, each) => sum + each, 0);
    const startedMs = Date.now();
    const sweepAt = Math.ceil((startedMs + FILL_MARGIN_MS + FILL_FACTOR * fillMsEach * count) / 1000);
    const dueAt = sweepAt + LOOK_AHEAD_SECONDS;
    const filled = new Map<string, readonly FilledSubscriptions[]>();
    for (const [group, counts] of Object.entries(groups)) filled.set(group, await fillAll(data, counts, dueAt, prepare));
    fillMsEach = (Date.now() - startedMs) / count;
    const earlyMs = sweepAt * 1000 - Date.now();
    if (earlyMs < 0) throw new Error(`Filling ${count} subscriptions took ${shortNumber(-earlyMs / 1000)} s too long.`);
    await pause(earlyMs);
    const watch = async ([group, tenants]: readonly [string, readonly FilledSubscriptions[]]) =>
      [group, await watchRenewals(data.flow.store.table, tenants, { dueAt, forMs: deadlineMs })] as const;
    const progress = new Map<string, Progress>();
    await wrapRenewals(async () => {
      await data.sweep();
      for (const [group, reached] of await Promise.all([...filled].map(watch))) progress.set(group, reached);
    });
    return progress;
  };
};

interface HostResult {
  /** By group. */
  readonly progress: ReadonlyMap<string, Progress>;
  readonly peak: MemoryPeaks;
}

/** Renews each set of groups on a new host, one set after the other; measures progress and memory. */
const measureOnNewHost = async (sets: readonly Groups[]): Promise<HostResult> => {
  const subject = newSubject();
  try {
    const { pid } = await subject.host();
    const renew = renewOn(await subject.data());
    await renew({ 'warm-up': [WARM_UP] });
    const { result, peak } = await withMemoryPeaks(pid, async () => {
      const progress: (readonly [string, Progress])[] = [];
      for (const groups of sets) progress.push(...(await renew(groups)));
      return new Map(progress);
    });
    return { progress: result, peak };
  } finally {
    await subject.discard();
  }
};

/** Measures the CPU time of the host per renewal, with everything that follows: events, webhooks of the sandbox, documents, metrics. */
const measureCpu = async (): Promise<RequestCpu> => {
  const { subject, cpuPerRequest, discard } = profiledSubject();
  try {
    const data = await subject.data();
    await renewOn(data)({ 'warm-up': [WARM_UP] });
    const measured: RequestCpu[] = [];
    const wrapRenewals = async (renewals: () => Promise<void>): Promise<void> => {
      measured.push(await cpuPerRequest(MANY, renewals));
    };
    await renewOn(data, { wrapRenewals })({ profiled: [MANY] });
    const [cpu] = measured;
    if (cpu === undefined) throw new Error('The renewals were not profiled.');
    return cpu;
  } finally {
    await discard();
  }
};

const progressOf = ({ progress }: HostResult, group: string): Progress => {
  const ofGroup = progress.get(group);
  if (ofGroup === undefined) throw new Error(`${group} was not measured.`);
  return ofGroup;
};

const growthFinding = (few: Progress, many: Progress): Finding => {
  const finding = atMost(`time per renewal: ${MANY} / ${FEW}`, secondsEach(many) / secondsEach(few), GROWTH_BUDGET, ' x');
  return isComplete(many) && isComplete(few) ? finding : { ...finding, verdict: 'over' };
};

const SINGLE = 'one tenant';
const ROWS = { few: `${FEW} of ${SINGLE}`, many: `${MANY} of ${SINGLE}`, tenants: `${RENEWALS_PER_TENANT} each of ${TENANTS} tenants` };
const LARGE_ROWS = {
  large: `${LARGE} of another tenant`,
  alongside: `1 next to ${LARGE} of another tenant`,
};

/** Measures renewals that are due at the same time, from the start of the sweep until the last is charged in the sandbox and settled. */
export const measureRenewals = async (shared: Subject): Promise<PartResult> => {
  // The shared host is not measured; if it kept running, it would slow down the measured hosts.
  await shared.stop();
  const single = await measureOnNewHost([{ [ROWS.few]: [FEW] }, { [ROWS.many]: [MANY] }]);
  const tenants = await measureOnNewHost([{ [ROWS.tenants]: Array.from({ length: TENANTS }, () => RENEWALS_PER_TENANT) }]);
  const large = await measureOnNewHost([{ [LARGE_ROWS.large]: [LARGE], [LARGE_ROWS.alongside]: [1] }]);
  const cpu = await measureCpu();
  const results = [single, tenants, large];
  const few = progressOf(single, ROWS.few);
  const many = progressOf(single, ROWS.many);
  const hostMiB = Math.max(...results.map(({ peak }) => peak.hostMiB));
  const engineMiB = Math.max(...results.map(({ peak }) => peak.engineMiB));
  const rows = results.flatMap(({ progress }) => [...progress]);
  return {
    findings: [
      doneWithin(`renewals: ${ROWS.many}`, many, MANY_BUDGET_SECONDS),
      growthFinding(few, many),
      doneWithin(`renewals: ${ROWS.tenants}`, progressOf(tenants, ROWS.tenants), TENANTS_BUDGET_SECONDS),
      doneWithin(`renewals: ${LARGE_ROWS.alongside}`, progressOf(large, LARGE_ROWS.alongside), OTHER_BUDGET_SECONDS),
      atMost('resident memory of the host, peak', hostMiB, MEMORY_BUDGET_MIB, ' MiB'),
      { what: 'resident memory of its engine, peak', value: `${shortNumber(engineMiB)} MiB`, budget: '', verdict: 'info' },
    ],
    detail: [
      'Subscriptions with sandbox mandates are written by the store, without the API and its rate limits.',
      ...columns([
        ['due at once', 'renewed', 'seconds', 'ms each'],
        ...rows.map(([what, each]) => [what, String(each.count), shortNumber(each.seconds), shortNumber(1000 * secondsEach(each))]),
      ]),
      ...columns([cpuHeader('renewal'), cpuRow(ROWS.many, cpu)]),
    ],
    data: { cpu, renewals: rows.map(([what, each]) => ({ what, ...each })), hostMiB, engineMiB },
  };
};
