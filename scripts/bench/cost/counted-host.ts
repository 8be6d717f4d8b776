import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { loadOperations, REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { until } from '../../support/waiting.ts';
import { newSubject, type Subject } from '../subject.ts';
import { logBytesIn, readLogLines } from './log-bytes.ts';
import { difference, filterSources, sumOfUsages, totalOf, type Usage, withCpu } from './usage.ts';

const COUNTER = 'scripts/bench/cost/count-usage.ts';
const WRITTEN_WITHIN_MS = 60_000;
const QUIET_WITHIN_MS = 600_000;
/** Functions that run each minute even if there is nothing to do. */
const ALWAYS_RUNNING: ReadonlySet<string> = new Set(['schedules-sweep', 'workers-event-relay']);

interface Snapshot {
  /** Invocations that have not ended. */
  readonly running: number;
  /** CPU time of the process so far. */
  readonly cpuMs: number;
  readonly usage: Usage;
}

/** A host that counts what its functions use. */
export interface CountedHost {
  readonly subject: Subject;
  /** Waits until no function has run for `quietMs`, except those that always run. */
  readonly whenQuiet: (quietMs: number) => Promise<void>;
  /** Runs `work`, waits until no function has run for `quietMs` (except those that always run), and returns what all functions used. */
  readonly usageOf: (work: () => Promise<void>, quietMs: number) => Promise<Usage>;
  readonly discard: () => Promise<void>;
}

const invocationsIn = ({ usage }: Snapshot): number =>
  totalOf(
    filterSources(usage, (source) => !ALWAYS_RUNNING.has(source)),
    'invocations',
  );

/** Starts a host with the counter, which needs signals: it does not work on Windows. */
export const startCountedHost = async (): Promise<CountedHost> => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-cost-'));
  const file = join(directory, 'usage.json');
  const functionIds = new Map((await loadOperations()).map(({ operation, functionId }) => [operation.id, functionId]));
  const counter = join(directory, 'count-usage.cjs');
  await build({ absWorkingDir: REPOSITORY_ROOT, entryPoints: [COUNTER], outfile: counter, bundle: true, platform: 'node', format: 'cjs' });
  // Threads load what `--require` names, but not what `--import` names.
  const subject = newSubject({ NODE_OPTIONS: `--require=${counter}`, USAGE_FILE: file });
  /** Makes the counter write its file, and reads it. */
  const snapshot = async (): Promise<Snapshot> => {
    const { pid } = await subject.host();
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    await until(() => existsSync(file), WRITTEN_WITHIN_MS);
    return JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  };
  const snapshotWithLog = async (): Promise<Snapshot & { readonly atMs: number }> => {
    const counted = await snapshot();
    const logged = logBytesIn(readLogLines(subject.dataDirectory), functionIds);
    return { ...counted, atMs: performance.now(), usage: sumOfUsages([counted.usage, logged]) };
  };
  /** Waits until no function has run for `quietMs`; returns the fraction of one CPU that the host used during those `quietMs`. */
  const whenQuiet = async (quietMs: number): Promise<number> => {
    const deadline = performance.now() + QUIET_WITHIN_MS;
    for (let before = await snapshot(); performance.now() < deadline; ) {
      const startedMs = performance.now();
      await pause(quietMs);
      const after = await snapshot();
      if (invocationsIn(after) === invocationsIn(before) && after.running === 0)
        return (after.cpuMs - before.cpuMs) / (performance.now() - startedMs);
      before = after;
    }
    throw new Error('The functions are still working.');
  };
  return {
    subject,
    whenQuiet: async (quietMs) => void (await whenQuiet(quietMs)),
    usageOf: async (work, quietMs) => {
      const before = await snapshotWithLog();
      await work();
      const idleCpu = await whenQuiet(quietMs);
      const after = await snapshotWithLog();
      const cpuMs = Math.max(0, after.cpuMs - before.cpuMs - idleCpu * (after.atMs - before.atMs));
      return filterSources(withCpu(difference(after.usage, before.usage), cpuMs), (source) => source !== 'host');
    },
    discard: async () => {
      await subject.discard();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
