import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export type Environment = Readonly<Record<string, string>>;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment: nothing is inherited. */
  readonly env: Environment;
}

/** Starts processes and stops all of them at the end of the run. */
export interface Processes {
  /** Runs a command and returns its output; throws an error with the last lines of the output if it fails or times out. */
  readonly run: (command: Command, deadlineMs: number) => Promise<string>;
  /** Starts a background process; its output is written to `logFile`. */
  readonly start: (command: Command, logFile: string) => ChildProcess;
  readonly stop: (child: ChildProcess) => Promise<void>;
  /** Stops all processes; no more can be started. */
  readonly stopAll: () => Promise<void>;
}

const TERM_MS = 8_000;
const KILL_MS = 5_000;
const POLL_MS = 50;
const LAST_LINES = 40;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const waitForEnd = async (child: ChildProcess, deadlineMs: number): Promise<boolean> => {
  const end = Date.now() + deadlineMs;
  while (!hasEnded(child) && Date.now() < end) await pause(POLL_MS);
  return hasEnded(child);
};

/** Sends a signal to the process group of a child. The group may still have processes after the child has ended. */
const signalGroup = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has no processes.
  }
};

/** Sends SIGTERM to the child, then kills the remaining processes of its group. */
const stopGroup = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined) return;
  if (!hasEnded(child)) child.kill('SIGTERM');
  await waitForEnd(child, TERM_MS);
  signalGroup(child, 'SIGKILL');
  await waitForEnd(child, KILL_MS);
};

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');

const runToEnd = (child: ChildProcess, { program, args }: Command, deadlineMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const printed: string[] = [];
    const errors: string[] = [];
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      signalGroup(child, 'SIGKILL');
    }, deadlineMs);
    child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`${program} could not be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(printed.join(''));
      const failure = isLate ? `took longer than ${deadlineMs / 1000} s` : `ended with ${code ?? signal}`;
      reject(new Error(`${[program, ...args].join(' ')} ${failure}\n${lastLines(printed.join('') + errors.join(''))}`));
    });
  });

/** Creates the process manager; each process gets a separate process group, which is stopped as a whole. */
export const openProcesses = (): Processes => {
  const children = new Set<ChildProcess>();
  let isOver = false;
  const begin = ({ program, args, cwd, env }: Command, output: number | 'pipe'): ChildProcess => {
    if (isOver) throw new Error(`The run has ended: ${program} is not started.`);
    const child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: ['ignore', output, output] });
    children.add(child);
    return child;
  };
  const stop = async (child: ChildProcess): Promise<void> => {
    await stopGroup(child);
    children.delete(child);
  };
  return {
    run: async (command, deadlineMs) => {
      const child = begin(command, 'pipe');
      try {
        return await runToEnd(child, command, deadlineMs);
      } finally {
        children.delete(child);
      }
    },
    start: (command, logFile) => {
      const child = begin(command, openSync(logFile, 'w'));
      // Without a listener, a failed start would end this process. The health check reports the failed start.
      child.on('error', () => children.delete(child));
      return child;
    },
    stop,
    stopAll: async () => {
      isOver = true;
      await Promise.all([...children].map(stop));
    },
  };
};
