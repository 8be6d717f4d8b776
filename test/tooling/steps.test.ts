import { describe, expect, it } from 'vitest';
import { runSteps } from '../../scripts/check/steps.ts';

const node = (name: string, script: string) => ({ name, command: [process.execPath, '-e', script] as const });

describe('runSteps', () => {
  it('returns the results in the order of the steps, with the output of failed steps', async () => {
    const reported: string[] = [];
    const results = await runSteps(
      [
        node('good', ''),
        node('bad', 'console.log("out"); console.error("err"); process.exit(3)'),
        { name: 'absent', command: ['./no-such-program'] },
      ],
      process.cwd(),
      2,
      ({ name }) => reported.push(name),
    );
    expect(results.map(({ name, ok }) => [name, ok])).toEqual([
      ['good', true],
      ['bad', false],
      ['absent', false],
    ]);
    expect(results[1]?.output).toContain('out');
    expect(results[1]?.output).toContain('err');
    expect(reported.sort()).toEqual(['absent', 'bad', 'good']);
  });
});
