import { join, resolve } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { prepare } from './prepare.ts';

/**
 * `scripts/local/start.mjs` runs this as a separate process and is sent what was prepared: CDK, bundler and compiler are gone
 * with it when the host starts.
 */
const builds = resolve(process.env['BUILD_DIR'] ?? join(REPOSITORY_ROOT, '.build', 'local'));
const prepared = await prepare(REPOSITORY_ROOT, builds, (text) => process.stdout.write(`${text}\n`)).catch((error: unknown) => {
  process.stderr.write(`The host could not be prepared:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
// The bundler's process would keep this one from ending.
process.send?.(prepared, () => process.exit(0));
