import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { refuseTaken, writeFormatted } from './scaffold/finish.ts';
import { readNewOperation, scaffold } from './scaffold/operation.ts';
import { projectFacts } from './scaffold/project-facts.ts';

/**
 * `npm run new-operation -- <id> <method> <path> [--scope <scope>] [--about <folder of shared/domain>]`: starts an operation. Writes
 * its function, its rule where it writes, and the tests of both, and generates what follows; never touches a file that is there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: 'string' }, about: { type: 'string' } },
});

try {
  const files = scaffold(readNewOperation(positionals, values), projectFacts(REPOSITORY_ROOT));
  refuseTaken(files.keys());
  writeFormatted(files);
  console.log('Next: "Add an operation" in functions/README.md');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
