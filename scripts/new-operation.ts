import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { refuseExisting, writeFormatted } from './scaffold/finish.ts';
import { readNewOperation, scaffold } from './scaffold/operation.ts';
import { projectFacts } from './scaffold/project-facts.ts';

/**
 * `npm run new-operation -- <id> <method> <path> [--scope <scope>] [--about <folder of shared/domain>]`: scaffolds an operation. Writes its
 * function, for a write its domain rule, and their tests, then updates generated files. Overwrites no file that was written by hand.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: 'string' }, about: { type: 'string' } },
});

try {
  const files = scaffold(readNewOperation(positionals, values), projectFacts(REPOSITORY_ROOT));
  refuseExisting(files.keys());
  writeFormatted(files);
  console.log('Next: "Add an operation" in functions/README.md');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
