import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Synthesizes and bundles in a separate process, so that CDK, bundler and compiler do not stay in memory; returns the folders. If the
 * separate process fails, it prints the reason, and this process exits.
 *
 * @returns {Promise<{ readonly assembly: string, readonly bundles: string, readonly programs: string }>}
 */
export const prepared = async () => {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('preparation.ts', import.meta.url))],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  /** @type {Awaited<ReturnType<typeof prepared>> | null} */
  let folders = null;
  child.once('message', (message) => (folders = /** @type {typeof folders} */ (message)));
  const [code] = await once(child, 'close');
  return folders ?? process.exit(code === 0 ? 1 : (code ?? 1));
};
