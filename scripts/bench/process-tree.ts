import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as `ps` shows it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly residentKiB: number;
  readonly command: string;
}

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/;

const parse = (line: string): readonly ProcessInfo[] => {
  const [, pid, parentPid, residentKiB, command] = LINE.exec(line) ?? [];
  if (pid === undefined || command === undefined) return [];
  return [{ pid: Number(pid), parentPid: Number(parentPid), residentKiB: Number(residentKiB), command }];
};

/** Returns the process and, after it, all its descendants. Throws on systems without `ps`, such as Windows. */
export const processTree = (root: number): readonly ProcessInfo[] => {
  const processes = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .flatMap(parse);
  const descendantsOf = (pid: number): readonly ProcessInfo[] =>
    processes.filter(({ parentPid }) => parentPid === pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
  return [...processes.filter(({ pid }) => pid === root), ...descendantsOf(root)];
};

/** Returns the memory of a process; on Linux, pages shared by several processes are divided among them. */
const memoryKiB = ({ pid, residentKiB }: ProcessInfo): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? residentKiB);
  } catch {
    return residentKiB;
  }
};

/** Returns the total memory of the processes, in MiB. */
export const memoryMiB = (processes: readonly ProcessInfo[]): number => processes.reduce((sum, each) => sum + memoryKiB(each), 0) / 1024;
