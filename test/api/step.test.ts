import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loggedStep } from '../../shared/runtime/step.ts';
import { loggedLinesOf } from '../support/log-lines.ts';

describe('a step of a state machine that fails', () => {
  it('logs a fault before its caller gets the error', async () => {
    const error = new Error('The table is unreachable.');
    const step = loggedStep('run-settle', () => Promise.reject(error));
    const lines = await loggedLinesOf(() => expect(step(null)).rejects.toBe(error));
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'fault', worker: 'run-settle' }));
  });

  it('logs too much load as overload, and nothing if it succeeds', async () => {
    const throttled = Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
    const lines = await loggedLinesOf(async () => {
      await expect(loggedStep('sweep', () => Promise.reject(throttled))(null)).rejects.toBe(throttled);
      expect(await loggedStep('sweep', async (shard: number) => shard + 1)(1)).toBe(2);
    });
    expect(lines.map(({ kind }) => kind)).toEqual(['overload']);
  });

  it.each(readdirSync('functions/schedules').filter((name) => name !== 'deps.ts'))('is logged by %s', async (name) => {
    const { handler } = (await import(`../../functions/schedules/${name.replace('.ts', '')}.ts`)) as {
      readonly handler: (input: object) => Promise<unknown>;
    };
    // Without the settings of a deployment, a handler fails at its first use of the table.
    const lines = await loggedLinesOf(() => expect(handler({})).rejects.toThrow());
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'fault', worker: name.replace('.ts', '') }));
  });
});
