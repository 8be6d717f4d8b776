import { availableParallelism } from 'node:os';
import type { Step } from './check/steps.ts';
import { runSteps } from './check/steps.ts';

/** `npm run check`: everything that must hold besides the tests. Slowest first, so that two at a time end soonest. */
const STEPS: readonly Step[] = [
  { name: 'types', command: ['node_modules/.bin/tsc', '--noEmit', '-p', '.'] },
  { name: 'generated files', command: ['node_modules/.bin/tsx', 'scripts/generate.ts', '--check'] },
  { name: 'unused code', command: ['node_modules/.bin/knip', '--no-progress'] },
  { name: 'architecture', command: ['node_modules/.bin/vitest', 'run', '--project', 'in-process', 'test/architecture'] },
  { name: 'format and lint', command: ['node_modules/.bin/biome', 'check', '--max-diagnostics=200'] },
];

const results = await runSteps(STEPS, process.cwd(), Math.min(2, availableParallelism()), ({ name, ok, milliseconds, output }) => {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${(milliseconds / 1000).toFixed(1)} s`);
  if (!ok) console.log(output);
});

const failed = results.filter((result) => !result.ok);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;
