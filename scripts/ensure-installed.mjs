import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENGINE_FOLDER, enginePackage } from './engine-package.mjs';
import { npmCommand } from './npm.mjs';

/**
 * Installs the locked dependencies if they are missing or the lock file changed since the last installation. Then installs the database
 * engine for this platform if the lock file does not contain it.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = new URL('../node_modules/.installed', import.meta.url);
const installedList = new URL('../node_modules/.package-lock.json', import.meta.url);
const lock = readFileSync(new URL('../package-lock.json', import.meta.url));
const digest = createHash('sha256').update(lock).digest('hex');
const locked = JSON.parse(lock.toString()).packages;

/** Whether all packages of the lock file, except optional ones, are installed already, for example by a manual `npm ci`. */
const alreadyComplete = () => {
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
};

/** @param {readonly string[]} args */
const npm = (args) => {
  const { program, args: all, shell } = npmCommand([...args, '--no-audit', '--no-fund', '--loglevel=error']);
  return spawnSync(program, all, { cwd: root, stdio: 'inherit', shell }).status;
};

/** Installs the engine's package, which some registries lack. Without it, the local service chooses another engine or reports an error. */
const installEngine = () => {
  const name = enginePackage(process.platform, process.arch);
  if (name === null || locked[`node_modules/${name}`] !== undefined) return;
  const version = locked['node_modules/@dynoxide/linux-x64'].version;
  const folder = fileURLToPath(new URL(`../node_modules/${ENGINE_FOLDER}`, import.meta.url));
  process.stdout.write(`Installing the database engine for ${process.platform}-${process.arch} ...\n`);
  mkdirSync(folder, { recursive: true });
  if (npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${version}`]) !== 0)
    process.stdout.write(`${name}@${version} cannot be installed from this registry.\n`);
};

const stamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
if (!stamped) {
  if (!alreadyComplete()) {
    process.stdout.write('Installing dependencies ...\n');
    const status = npm(['ci']);
    if (status !== 0) process.exit(status ?? 1);
  }
  installEngine();
  writeFileSync(stamp, digest);
}
