import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the locked dependencies when they are missing or the lock file is another than at the last install. */

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = new URL('../node_modules/.installed', import.meta.url);
const installedList = new URL('../node_modules/.package-lock.json', import.meta.url);
const lock = readFileSync(new URL('../package-lock.json', import.meta.url));
const digest = createHash('sha256').update(lock).digest('hex');

/** npm's own list of what it installed names every package of the lock file: someone ran npm by hand. */
const alreadyComplete = () => {
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(JSON.parse(lock.toString()).packages).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
};

const stamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
if (!stamped) {
  if (!alreadyComplete()) {
    process.stdout.write('Installing dependencies ...\n');
    // Not `npm ci`: it refuses a lock file made where some platform's optional packages could not be had. `--no-save`
    // installs what is locked and leaves both files as they are.
    const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, digest);
}
