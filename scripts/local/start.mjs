import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `npm start`: prepares the host in a process that ends, then runs it in this one. */

const preparation = fileURLToPath(new URL('preparation.ts', import.meta.url));
const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), preparation], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
/** @type {{ readonly assembly: string, readonly bundles: string, readonly programs: string } | null} */
let prepared = null;
child.once('message', (message) => (prepared = /** @type {typeof prepared} */ (message)));
const [code] = await once(child, 'close');
if (prepared === null) process.exit(code === 0 ? 1 : (code ?? 1));

const { programs } = /** @type {NonNullable<typeof prepared>} */ (prepared);
const { runHost } = await import(pathToFileURL(join(programs, 'main.mjs')).href);
await runHost(prepared);
