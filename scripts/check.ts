import { availableParallelism } from 'node:os';
import { programOf } from './check/programs.ts';
import { runSteps, type Step } from './check/steps.ts';

/** `npm run check`: all checks except the tests. Two run concurrently, the slowest first, so that the whole takes the least time. */
const STEPS: readonly Step[] = [
  { name: 'types', command: programOf('typescript', 'tsc', '--noEmit', '-p', '.') },
  { name: 'browser types', command: programOf('typescript', 'tsc', '--noEmit', '-p', 'shared/pages/browser') },
  { name: 'generated files', command: programOf('tsx', 'tsx', 'scripts/generate.ts', '--check') },
  { name: 'unused code', command: programOf('knip', 'knip', '--no-progress') },
  {
    name: 'architecture and documents',
    command: programOf('vitest', 'vitest', 'run', '--project', 'in-process', 'test/architecture', 'test/tooling/documents.test.ts'),
  },
  { name: 'format and lint', command: programOf('@biomejs/biome', 'biome', 'check', '--max-diagnostics=200') },
  { name: 'banned terms', command: programOf('tsx', 'tsx', 'scripts/check/terms.ts') },
  { name: 'descriptions', command: programOf('tsx', 'tsx', 'scripts/check/descriptions.ts') },
  { name: 'API description', command: programOf('tsx', 'tsx', 'scripts/check/api-description.ts') },
  { name: 'lock file', command: programOf('tsx', 'tsx', 'scripts/check/lock-file.ts') },
];

const results = await runSteps(STEPS, process.cwd(), Math.min(2, availableParallelism()), ({ name, ok, milliseconds, output }) => {
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${(milliseconds / 1000).toFixed(1)} s`);
  if (!ok) console.log(output);
});

const failed = results.filter((result) => !result.ok);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;
