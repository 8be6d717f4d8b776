import { existsSync, readFileSync, watch } from 'node:fs';
import inspector from 'node:inspector';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildContext, context } from 'esbuild';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { isSource } from '../build/sources.ts';
import { declaredFunctions } from './aws/functions.ts';
import { declaredStreamProcess } from './aws/stream-process.ts';
import type { Host } from './host.ts';
import { printLine, type RunningHost, runHost } from './main.ts';
import { functionBuildOptions } from './prepare/bundle.ts';
import { prepared } from './prepare/prepared.mjs';
import { readTemplates, resolveTemplates } from './prepare/template.ts';

/**
 * `npm run dev [-- --inspect]`: runs the same service as `npm start` and reloads it when its sources change. Most changes rebuild the
 * bundles; a changed declaration of an operation, or a change in `infra/`, also synthesizes the templates. Keeps data.
 */
const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } });
if (values.inspect) inspector.open(9229, '127.0.0.1');
process.setSourceMapsEnabled(true);

const BUNDLES = join(REPOSITORY_ROOT, '.build', 'dev');
const WATCHED = ['functions', 'shared', 'infra', 'events-schema'];
/** Delay of the reload after a change, because editors write a file in several steps. */
const SETTLE_MS = 40;

/**
 * Returns the source text of a file's operation declaration, on which the templates depend. Returns `''` if the file has no declaration,
 * `null` if there is no file.
 */
const declarationOf = (file: string): string | null => {
  const path = join(REPOSITORY_ROOT, file);
  if (!existsSync(path)) return null;
  return /^export const operation = [\s\S]*?^\}\);$/m.exec(readFileSync(path, 'utf8'))?.[0] ?? '';
};

class Dev {
  #host: Host | null = null;
  #builds: BuildContext | null = null;
  #running: RunningHost | null = null;
  readonly #declarations = new Map<string, string | null>();

  async start(): Promise<void> {
    const build = await prepared();
    const resources = resolveTemplates(readTemplates(build.assembly), { queueOrigin: 'http://queues', publicBaseUrl: 'http://host' });
    const streamProcess = declaredStreamProcess(resources);
    const functions = [...declaredFunctions(resources), ...(streamProcess === null ? [] : [streamProcess])];
    for (const { entry } of functions) this.#declarations.set(entry, declarationOf(entry));
    this.#builds = await context({ ...functionBuildOptions(REPOSITORY_ROOT, functions, BUNDLES), sourcemap: 'linked', logLevel: 'error' });
    await this.#builds.rebuild();
    this.#running = await runHost({ ...build, bundles: BUNDLES });
    this.#host = this.#running.host;
  }

  /** Whether a change of one of the files changes the templates. */
  #changesTemplates(files: readonly string[]): boolean {
    return files.some((file) => {
      if (file.startsWith('infra/') || (file.startsWith('functions/') && !existsSync(join(REPOSITORY_ROOT, file)))) return true;
      if (file === 'shared/api/operation.ts' || file === 'shared/api/table-access.ts') return true;
      const isNew = /^functions\/.*\.ts$/.test(file) && !this.#declarations.has(file) && declarationOf(file) !== '';
      return isNew || (this.#declarations.has(file) && this.#declarations.get(file) !== declarationOf(file));
    });
  }

  /** Rebuilds what depends on the changed files, and reloads or restarts the service. */
  async apply(files: readonly string[]): Promise<void> {
    const startedMs = performance.now();
    if (this.#changesTemplates(files)) {
      await this.#running?.stop();
      await this.#builds?.dispose();
      await this.start();
    } else {
      await this.#builds?.rebuild();
      await this.#host?.reload();
    }
    printLine(`Reloaded in ${((performance.now() - startedMs) / 1000).toFixed(1)} s: ${files.join(', ')}`);
  }
}

const dev = new Dev();
await dev.start();

const changed = new Set<string>();
let applying: Promise<void> = Promise.resolve();
const applyChanges = async (): Promise<void> => {
  const files = [...changed];
  changed.clear();
  if (files.length > 0) await dev.apply(files).catch((error: unknown) => printLine(`Not reloaded: ${String(error)}`));
};
for (const folder of WATCHED) {
  watch(join(REPOSITORY_ROOT, folder), { recursive: true }, (_event, name) => {
    if (name === null || !/\.(tsx?|css|json|md)$/.test(name) || !isSource(`${folder}/${name}`)) return;
    changed.add(`${folder}/${name.replaceAll('\\', '/')}`);
    applying = applying.then(() => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))).then(applyChanges);
  });
}
