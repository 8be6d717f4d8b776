import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const SCRIPTS = ['ensure-installed.mjs', 'engine-package.mjs', 'npm.mjs'];

/** A fake npm: records its arguments, creates node_modules, and fails if its command is the value of the variable `FAILS`. */
const FAKE = `
const { appendFileSync, mkdirSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync('calls', JSON.stringify(args) + '\\n');
mkdirSync('node_modules', { recursive: true });
process.exit(args[0] === process.env.FAILS ? 1 : 0);
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billing-install-'));
  mkdirSync(join(folder, 'scripts'));
  for (const name of SCRIPTS) cpSync(join(REPOSITORY_ROOT, 'scripts', name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'npm-cli.js'), FAKE);
  writeLock({});
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writeLock = (packagesToAdd: object): void => {
  const packages = { '': {}, 'node_modules/@dynoxide/linux-x64': { version: '1.2.1', optional: true }, ...packagesToAdd };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
};

/** Runs the script as if on this platform and architecture. `fails`: the npm command that fails. */
const install = (platform: string, arch: string, fails = '') => {
  const pretend = `Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/ensure-installed.mjs'];
  const env = { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), FAILS: fails };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout };
};

const calls = (): readonly (readonly string[])[] =>
  readFileSync(join(folder, 'calls'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as string[]).filter((arg) => !arg.startsWith('--') || arg === '--prefix'));

describe('ensure-installed.mjs', () => {
  it('installs the locked packages, and installs again only if the lock file has changed', () => {
    expect(install('linux', 'x64')).toEqual({ status: 0, stdout: 'Installing dependencies ...\n' });
    expect(install('linux', 'x64')).toEqual({ status: 0, stdout: '' });
    expect(calls()).toEqual([['ci']]);
    writeLock({ 'node_modules/new': { version: '1.0.0' } });
    install('linux', 'x64');
    expect(calls()).toEqual([['ci'], ['ci']]);
  });

  it('fails if the installation fails, and retries at the next start', () => {
    expect(install('linux', 'x64', 'ci').status).toBe(1);
    install('linux', 'x64');
    expect(calls()).toEqual([['ci'], ['ci']]);
  });

  it.each([
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
  ])("adds the database engine's package for %s-%s, in a separate folder", (platform, arch) => {
    expect(install(platform, arch).status).toBe(0);
    const engineFolder = join(folder, 'node_modules', '.engine');
    expect(calls()).toEqual([['ci'], ['install', '--prefix', engineFolder, `@dynoxide/${platform}-${arch}@1.2.1`]]);
    expect(install(platform, arch)).toEqual({ status: 0, stdout: '' });
  });

  it('continues if the registry does not have the package of the engine, and adds no package for a platform without an engine', () => {
    const { status, stdout } = install('darwin', 'arm64', 'install');
    expect(status).toBe(0);
    expect(stdout).toContain('@dynoxide/darwin-arm64@1.2.1 cannot be installed from this registry.');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    rmSync(join(folder, 'calls'));
    install('freebsd', 'x64');
    expect(calls()).toEqual([['ci']]);
  });
});
