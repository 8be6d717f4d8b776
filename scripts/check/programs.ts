import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

/**
 * The command that runs an installed package's program: by this Node itself, since the links in `node_modules/.bin` are scripts for
 * a shell on Windows. Throws when the package has no such program.
 */
export const programOf = (name: string, program: string, ...args: readonly string[]): readonly [string, ...string[]] => {
  const manifest = join(REPOSITORY_ROOT, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: string | Readonly<Record<string, string>> };
  const file = typeof bin === 'string' ? bin : bin[program];
  if (file === undefined) throw new Error(`${name} has no program ${program}.`);
  return [process.execPath, join(dirname(manifest), file), ...args];
};
