import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/waiting.ts';
import { newSubject, type Subject } from '../subject.ts';
import { shortNumber } from '../verdict.ts';
import { CODE_PARTS, type CodePart, type CpuProfile, millisecondsByPart } from './shares.ts';

const PROFILER = fileURLToPath(new URL('profile-on-signal.mjs', import.meta.url));
const WRITTEN_WITHIN_MS = 60_000;

/** What `PROFILER` writes. */
interface Measured {
  readonly profile: CpuProfile;
  readonly cpuMicroseconds: number;
}

/** Time of the host per request, in milliseconds. */
export interface RequestCpu {
  /** CPU time of all its threads: of functions, garbage collection and compilation. Excludes the process of the database engine. */
  readonly process: number;
  /** Time in which the main thread runs or waits for a processor. This thread runs all functions that have less than a full CPU on AWS. */
  readonly mainThread: Readonly<Record<CodePart, number>>;
}

/** The header of a table of times per `unit`, such as `request`. */
export const cpuHeader = (unit: string): readonly string[] => [`ms per ${unit}`, 'CPU', 'main thread', ...CODE_PARTS];

/** A row of the table: CPU time, time of the main thread, and each part of it with its percentage. */
export const cpuRow = (what: string, { process, mainThread }: RequestCpu): readonly string[] => {
  const sum = CODE_PARTS.reduce((total, part) => total + mainThread[part], 0);
  const parts = CODE_PARTS.map((part) => `${shortNumber(mainThread[part])} (${Math.round((100 * mainThread[part]) / sum)} %)`);
  return [what, shortNumber(process), shortNumber(sum), ...parts];
};

/** A host whose CPU time can be measured. */
export interface ProfiledSubject {
  readonly subject: Subject;
  /** Runs `work`, which makes `requests` requests, and returns the host's time per request. */
  readonly cpuPerRequest: (requests: number, work: () => Promise<unknown>) => Promise<RequestCpu>;
  readonly discard: () => Promise<void>;
}

/**
 * Creates a host whose CPU profile is started by a signal and written by the next one. `env`: additional environment variables of the host.
 * Does not work on Windows.
 */
export const profiledSubject = (env: Readonly<Record<string, string>> = {}): ProfiledSubject => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-cpu-'));
  const file = join(directory, 'profile.json');
  const subject = newSubject({ ...env, NODE_OPTIONS: `--import=${PROFILER}`, CPU_PROFILE_FILE: file });
  return {
    subject,
    cpuPerRequest: async (requests, work) => {
      const { pid } = await subject.host();
      process.kill(pid, 'SIGUSR2');
      await work();
      process.kill(pid, 'SIGUSR2');
      await until(() => existsSync(file), WRITTEN_WITHIN_MS);
      const { profile, cpuMicroseconds } = JSON.parse(readFileSync(file, 'utf8')) as Measured;
      rmSync(file);
      const sums = millisecondsByPart(profile);
      const mainThread = Object.fromEntries(CODE_PARTS.map((part) => [part, sums[part] / requests])) as RequestCpu['mainThread'];
      return { process: cpuMicroseconds / 1000 / requests, mainThread };
    },
    discard: async () => {
      await subject.discard();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
