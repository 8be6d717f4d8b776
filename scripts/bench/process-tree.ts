import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as `ps` shows it. */
export interface ProcessSeen {
  readonly pid: number;
  readonly parentPid: number;
  readonly residentKiB: number;
  readonly command: string;
}

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/;

const parse = (line: string): readonly ProcessSeen[] => {
  const [, pid, parentPid, residentKiB, command] = LINE.exec(line) ?? [];
  if (pid === undefined || command === undefined) return [];
  return [{ pid: Number(pid), parentPid: Number(parentPid), residentKiB: Number(residentKiB), command }];
};

/** The process and everything that it started and they started. Throws where there is no `ps`, as on Windows. */
export const processTree = (root: number): readonly ProcessSeen[] => {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .flatMap(parse);
  const below = (pid: number): readonly ProcessSeen[] =>
    all.filter(({ parentPid }) => parentPid === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
};

/** What a process takes of the machine's memory: pages that several share are divided among them, where the system says so. */
const memoryKiB = ({ pid, residentKiB }: ProcessSeen): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? residentKiB);
  } catch {
    return residentKiB;
  }
};

/** The memory of processes together, in MiB. */
export const memoryMiB = (processes: readonly ProcessSeen[]): number => processes.reduce((sum, each) => sum + memoryKiB(each), 0) / 1024;
