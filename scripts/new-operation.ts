import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ids } from '../shared/api/fields.ts';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { readNewOperation, scaffold } from './generate/operation.ts';

/**
 * `npm run new-operation -- <id> <method> <path> [--scope <scope>] [--root <folder>]`: starts an operation. Writes its
 * function and its contract test; never touches a file that is there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scope: { type: 'string' }, root: { type: 'string', default: REPOSITORY_ROOT } },
});

try {
  const objects = new Set(readdirSync(join(REPOSITORY_ROOT, 'shared/api/objects')));
  const files = scaffold(readNewOperation(positionals, values.scope), { ids, objects });
  const taken = [...files.keys()].find((file) => existsSync(join(values.root, file)));
  if (taken !== undefined) throw new Error(`${taken} is there already`);
  for (const [file, content] of files) {
    mkdirSync(dirname(join(values.root, file)), { recursive: true });
    writeFileSync(join(values.root, file), content);
    console.log(`wrote ${file}`);
  }
  console.log('Write the handler and the test, then run: npm run generate');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
