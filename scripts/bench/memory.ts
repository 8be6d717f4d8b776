import { setTimeout as pause } from 'node:timers/promises';
import { processTree } from './process-tree.ts';

const EVERY_MS = 500;
const KIB_PER_MIB = 1024;

export interface MemoryPeaks {
  /** The host's main process, without its child processes. */
  readonly hostMiB: number;
  /** All processes of the database engine together. */
  readonly engineMiB: number;
}

const isEngine = ({ command }: { readonly command: string }): boolean => /dynoxide|DynamoDBLocal/.test(command);

const residentNow = (pid: number): MemoryPeaks => {
  const mebibytes = (processes: ReturnType<typeof processTree>): number =>
    processes.reduce((sum, { residentKiB }) => sum + residentKiB, 0) / KIB_PER_MIB;
  const tree = processTree(pid);
  return { hostMiB: mebibytes(tree.slice(0, 1)), engineMiB: mebibytes(tree.filter(isEngine)) };
};

const larger = (one: MemoryPeaks, other: MemoryPeaks): MemoryPeaks => ({
  hostMiB: Math.max(one.hostMiB, other.hostMiB),
  engineMiB: Math.max(one.engineMiB, other.engineMiB),
});

/** Runs `work`. Calls `sample` at the start, and then every `everyMs` until `work` ends. */
export const sampleDuring = async <T>(work: () => Promise<T>, everyMs: number, sample: () => void): Promise<T> => {
  let isRunning = true;
  const keepSampling = async (): Promise<void> => {
    while (isRunning) {
      sample();
      await pause(everyMs);
    }
  };
  const sampling = keepSampling();
  const result = await work().finally(() => {
    isRunning = false;
  });
  await sampling;
  return result;
};

/** Runs `work` and returns the highest memory use of a host's process and of its engine, sampled twice a second. */
export const withMemoryPeaks = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly peak: MemoryPeaks }> => {
  let peak = residentNow(pid);
  const result = await sampleDuring(work, EVERY_MS, () => {
    peak = larger(peak, residentNow(pid));
  });
  return { result, peak };
};
