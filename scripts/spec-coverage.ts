import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { programOf } from './check/programs.ts';
import { readOutcomes, writeCoverage } from './check/results.ts';

/**
 * `npm run spec:coverage [-- --run]`: prints, per area of the specification, which statements have no
 * passing test. Reads what the last test runs left; runs the tests first when asked, or when none ran yet.
 */
const { values } = parseArgs({ options: { run: { type: 'boolean', default: false } } });
const root = process.cwd();

if (values.run || readOutcomes(root) === null) {
  const [program, ...args] = programOf('vitest', 'vitest', 'run');
  spawnSync(program, args, { cwd: root, stdio: 'inherit' });
}

const { coverage, text } = writeCoverage(root);
console.log(text);
if (coverage.unknown.length > 0) process.exitCode = 1;
