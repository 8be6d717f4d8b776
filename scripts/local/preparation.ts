import { join, resolve } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { prepare } from './prepare.ts';

/**
 * Started by `scripts/local/start.mjs` as a separate process, which sends it the result: so CDK, bundler and compiler do not stay in the
 * host's memory.
 */
const builds = resolve(process.env['BUILD_DIR'] ?? join(REPOSITORY_ROOT, '.build', 'local'));
const prepared = await prepare(REPOSITORY_ROOT, builds, (text) => process.stdout.write(`${text}\n`)).catch((error: unknown) => {
  process.stderr.write(`The host could not be prepared:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
// Exits explicitly, as the bundler's child process keeps this one alive.
process.send?.(prepared, () => process.exit(0));
