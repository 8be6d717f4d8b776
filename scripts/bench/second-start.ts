import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { npmCommand } from '../npm.mjs';
import type { Subject } from './subject.ts';
import { atMost, type PartResult, unmeasured } from './verdict.ts';

const BUDGET_SECONDS = 5;
const READY_WITHIN_MS = 60_000;
const POLL_MS = 10;

const processOf = (dataDirectory: string): number | null => {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, 'run.json'), 'utf8')).pid;
  } catch {
    return null;
  }
};

/** Runs `npm start` until it says that it is ready, and ends it. `prepared`: it had to build first. */
const startOnce = async (dataDirectory: string): Promise<{ readonly seconds: number; readonly prepared: boolean }> => {
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
  let pid = processOf(dataDirectory);
  while (pid === null && child.exitCode === null && performance.now() - started < READY_WITHIN_MS) {
    await pause(POLL_MS);
    pid = processOf(dataDirectory);
  }
  const seconds = (performance.now() - started) / 1000;
  if (pid !== null) process.kill(pid, 'SIGTERM');
  else child.kill('SIGTERM');
  await ended;
  if (pid === null) throw new Error(`npm start was not ready: ${output.trim().slice(-300)}`);
  return { seconds, prepared: output.includes('Preparing the templates') };
};

/** How long `npm start` takes when it has run on this data and these sources before. */
export const measureSecondStart = async (subject: Subject): Promise<PartResult> => {
  await subject.host();
  await subject.stop();
  const first = await startOnce(subject.dataDirectory);
  const { seconds, prepared } = first.prepared ? await startOnce(subject.dataDirectory) : first;
  const what = 'npm start, second time, until ready';
  return {
    findings: [prepared ? unmeasured(what, 'the sources changed meanwhile') : atMost(what, seconds, BUDGET_SECONDS, ' s')],
    detail: [],
    data: { seconds, prepared },
  };
};
