import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { npmCommand } from '../../npm.mjs';
import { memoryMiB, processTree } from '../process-tree.ts';
import type { Subject } from '../subject.ts';
import { atMost, type PartResult, unmeasured } from '../verdict.ts';

const BUDGET_SECONDS = 5;
const READY_WITHIN_MS = 60_000;
const POLL_MS = 10;
/** Wait before memory is measured, so that memory used only during the start is released. */
const IDLE_AFTER_MS = 5_000;
const MEMORY_BUDGET_MIB = 250;

/** Reads the id of the running service's process from `run.json`; returns `null` if the service is not ready yet. */
const pidOf = (dataDirectory: string): number | null => {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, 'run.json'), 'utf8')).pid;
  } catch {
    return null;
  }
};

interface Start {
  readonly seconds: number;
  /** Whether `npm start` had to build first. */
  readonly hadToPrepare: boolean;
  /** Memory of `npm start` and all its processes, including the engine. */
  readonly idleMiB: number;
}

/** Runs `npm start` until it is ready and idle, then stops it. */
const startOnce = async (dataDirectory: string): Promise<Start> => {
  const started = performance.now();
  const { program, args, shell } = npmCommand(['start']);
  const child = spawn(program, args, {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  let pid = pidOf(dataDirectory);
  while (pid === null && child.exitCode === null && performance.now() - started < READY_WITHIN_MS) {
    await pause(POLL_MS);
    pid = pidOf(dataDirectory);
  }
  const seconds = (performance.now() - started) / 1000;
  if (pid !== null) await pause(IDLE_AFTER_MS);
  const idleMiB = memoryMiB(child.pid === undefined ? [] : processTree(child.pid));
  if (pid !== null) process.kill(pid, 'SIGTERM');
  else child.kill('SIGTERM');
  await ended;
  if (pid === null) throw new Error(`npm start did not become ready: ${output.trim().slice(-300)}`);
  return { seconds, hadToPrepare: output.includes('Preparing the templates'), idleMiB };
};

/** Measures how long `npm start` takes with unchanged sources and existing data, and the memory that it uses when idle. */
export const measureSecondStart = async (subject: Subject): Promise<PartResult> => {
  await subject.host();
  await subject.stop();
  const first = await startOnce(subject.dataDirectory);
  const { seconds, hadToPrepare, idleMiB } = first.hadToPrepare ? await startOnce(subject.dataDirectory) : first;
  const what = 'npm start, second time, until ready';
  return {
    findings: [
      hadToPrepare ? unmeasured(what, 'the sources changed during the measurement') : atMost(what, seconds, BUDGET_SECONDS, ' s'),
      atMost('memory of npm start when idle, including the engine', idleMiB, MEMORY_BUDGET_MIB, ' MiB'),
    ],
    detail: [],
    data: { seconds, prepared: hadToPrepare, idleMiB },
  };
};
