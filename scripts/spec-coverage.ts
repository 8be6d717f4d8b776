import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { programOf } from './check/programs.ts';
import { readOutcomes, writeCoverage } from './check/results.ts';

/**
 * `npm run spec:coverage [-- --run]`: prints the statements of the specification that have no passing test. Reads the outcomes of the
 * last test runs. With `--run`, or if there are no outcomes, it runs the tests first. Exits with 1 if a test title contains an id that the
 * specification does not have.
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
