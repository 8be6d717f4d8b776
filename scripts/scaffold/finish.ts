import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { programOf } from '../check/programs.ts';

/** Throws if one of the files exists. */
export const refuseExisting = (files: Iterable<string>): void => {
  const existing = [...files].find((file) => existsSync(join(REPOSITORY_ROOT, file)));
  if (existing !== undefined) throw new Error(`${existing} already exists.`);
};

const run = ([program, ...args]: readonly [string, ...string[]]): void => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
};

/** Writes and formats the files, then updates the generated files. */
export const writeFormatted = (files: ReadonlyMap<string, string>): void => {
  for (const [file, content] of files) {
    mkdirSync(dirname(join(REPOSITORY_ROOT, file)), { recursive: true });
    writeFileSync(join(REPOSITORY_ROOT, file), content);
    console.log(`wrote ${file}`);
  }
  run(programOf('@biomejs/biome', 'biome', 'check', '--write', ...files.keys()));
  run(programOf('tsx', 'tsx', 'scripts/generate.ts'));
};
