import { join, resolve } from 'node:path';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { prepare } from './prepare.ts';

/**
 * Prepares the templates and bundles in a separate process, so that CDK, bundler and compiler do not stay in the host's memory. Started by
 * `scripts/local/prepare/prepared.mjs`, to which it sends the folders.
 */
const builds = resolve(process.env['BUILD_DIR'] ?? join(REPOSITORY_ROOT, '.build', 'local'));
const prepared = await prepare(REPOSITORY_ROOT, builds, (text) => process.stdout.write(`${text}\n`)).catch((error: unknown) => {
  process.stderr.write(`The host could not be prepared:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
// Exits explicitly, as the bundler's child process keeps this process alive.
process.send?.(prepared, () => process.exit(0));
