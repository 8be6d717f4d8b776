import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { refuseExisting, writeFormatted } from './scaffold/finish.ts';
import { readNewOperation, scaffold } from './scaffold/operation.ts';
import { projectFacts } from './scaffold/project-facts.ts';

/**
 * `npm run new-operation -- <id> <method> <path> [--scope <scope>] [--about <folder below shared/domain>]`: scaffolds an operation. Writes
 * its function and a test; for a write, also a domain rule and its test. Then updates generated files. Overwrites no handwritten file.
 */
const USAGE = `Usage: npm run new-operation -- ID METHOD PATH [--scope SCOPE] [--about FOLDER]

  for example: npm run new-operation -- subscriptions.extend_trial POST '/v1/subscriptions/{subscription_id}/extend_trial' --about subscription/lifecycle
  --scope   scope of the API key; default: that of the neighbouring operations
  --about   folder below shared/domain for the rule of a write`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scope: { type: 'string' }, about: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true || positionals.length === 0) {
    console.log(USAGE);
    process.exit(values.help === true ? 0 : 1);
  }
  const files = scaffold(readNewOperation(positionals, values), projectFacts(REPOSITORY_ROOT));
  refuseExisting(files.keys());
  writeFormatted(files);
  console.log('For the next steps, see "Add an operation" in functions/README.md');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
