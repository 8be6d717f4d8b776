import { spawn } from 'node:child_process';

/** One check: a command that exits with zero on success. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly output: string;
}

/** Runs one step. Never throws: a command that cannot start is a failed step. */
const runStep = ({ name, command }: Step, folder: string): Promise<StepResult> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const [program, ...args] = command;
    const chunks: string[] = [];
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const collect = (chunk: Buffer) => chunks.push(chunk.toString());
    const finish = (ok: boolean) => resolve({ name, ok, milliseconds: performance.now() - startedAt, output: chunks.join('') });
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      chunks.push(String(error));
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal !== null) chunks.push(`ended by ${signal}`);
      finish(code === 0);
    });
  });

/** Runs the steps, at most `parallel` at a time, and calls `onResult` when each ends. Returns the results in the order of the steps. */
export const runSteps = async (
  steps: readonly Step[],
  folder: string,
  parallel: number,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> => {
  const waiting = [...steps.entries()];
  const results: StepResult[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [position, step] = next;
      const result = await runStep(step, folder);
      results[position] = result;
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
};
