import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs a program of an installed package, or a script, after installing missing dependencies:
 * `node scripts/run.mjs vitest run`, `node scripts/run.mjs scripts/local/start.mjs`. Every command of package.json uses it.
 */
await import('./ensure-installed.mjs');

/** @type {Readonly<Record<string, string>>} Programs whose package has another name. */
const PACKAGES = { cdk: 'aws-cdk' };

/** @param {string} program */
const fileOf = (program) => {
  if (program.endsWith('.mjs')) return resolve(program);
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGES[program] ?? program}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[program]);
};

const [program = '', ...args] = process.argv.slice(2);
const file = fileOf(program);
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(file).href);
