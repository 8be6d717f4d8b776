import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

/**
 * Returns the command that runs a program of an installed package with this Node. Does not use `node_modules/.bin`, whose files are shell
 * scripts on Windows. Throws if the package has no such program.
 */
export const programOf = (name: string, program: string, ...args: readonly string[]): readonly [string, ...string[]] => {
  const manifest = join(REPOSITORY_ROOT, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: string | Readonly<Record<string, string>> };
  const file = typeof bin === 'string' ? bin : bin[program];
  if (file === undefined) throw new Error(`${name} has no program ${program}.`);
  return [process.execPath, join(dirname(manifest), file), ...args];
};
