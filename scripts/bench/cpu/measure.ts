import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../support/waiting.ts';
import { newSubject, type Subject } from '../subject.ts';
import { shortNumber } from '../verdict.ts';
import { type CpuProfile, cpuOf, PARTS, type Part } from './shares.ts';

const PROFILER = fileURLToPath(new URL('profile-on-signal.mjs', import.meta.url));
const WRITTEN_WITHIN_MS = 60_000;

/** CPU time of the host per request, in milliseconds. */
export type RequestCpu = Readonly<Record<Part, number>>;

/** The header of a table of CPU times per `unit`, such as `request`. */
export const cpuHeader = (unit: string): readonly string[] => [`CPU ms per ${unit}`, 'all', ...PARTS];

/** A row of the table of CPU times: the sum, and each part with its percentage. */
export const cpuRow = (what: string, cpu: RequestCpu): readonly string[] => {
  const sum = PARTS.reduce((total, part) => total + cpu[part], 0);
  return [what, shortNumber(sum), ...PARTS.map((part) => `${shortNumber(cpu[part])} (${Math.round((100 * cpu[part]) / sum)} %)`)];
};

/** A host whose CPU time can be measured. */
export interface ProfiledSubject {
  readonly subject: Subject;
  /** Runs `work`, which makes `requests` requests, and returns the host's CPU time per request. */
  readonly cpuPerRequest: (requests: number, work: () => Promise<unknown>) => Promise<RequestCpu>;
  readonly discard: () => Promise<void>;
}

/** Creates a host whose CPU profile is started by a signal and written by the next one. Does not work on Windows. */
export const profiledSubject = (): ProfiledSubject => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-cpu-'));
  const file = join(directory, 'profile.json');
  const subject = newSubject({ NODE_OPTIONS: `--import=${PROFILER}`, CPU_PROFILE_FILE: file });
  return {
    subject,
    cpuPerRequest: async (requests, work) => {
      const { pid } = await subject.host();
      process.kill(pid, 'SIGUSR2');
      await work();
      process.kill(pid, 'SIGUSR2');
      await until(() => existsSync(file), WRITTEN_WITHIN_MS);
      const sums = cpuOf(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile);
      rmSync(file);
      return Object.fromEntries(PARTS.map((part) => [part, sums[part] / requests])) as RequestCpu;
    },
    discard: async () => {
      await subject.discard();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
