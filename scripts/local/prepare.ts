import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredFunctions } from './functions.ts';
import { declaredSidecar } from './sidecar.ts';
import { digestOfSources } from './sources.ts';
import { readTemplates, resolveTemplates } from './template.ts';

/** What the host runs: the synthesized templates and the functions that they declare. */
export interface Prepared {
  readonly assembly: string;
  readonly bundles: string;
}

const KEPT_BUILDS = 3;
/** A host that still runs imports from its build; younger ones are left alone. */
const KEPT_MS = 6 * 3_600_000;

/** Synthesizes and bundles, or takes what an earlier start made of the same sources. Throws with the tool's own words. */
export const prepare = async (root: string, say: (text: string) => void): Promise<Prepared> => {
  const builds = join(root, '.build', 'local');
  const home = join(builds, digestOfSources(root));
  if (!existsSync(join(home, 'complete'))) {
    say('Preparing the templates and functions (once per change) ...');
    await make(root, home);
    forgetOld(builds);
  }
  return { assembly: join(home, 'assembly'), bundles: join(home, 'bundles') };
};

/** Built beside its place and moved there when complete, so that two starts at once do no harm. */
const make = async (root: string, home: string): Promise<void> => {
  const draft = `${home}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    await synthesize(root, draft);
    const resources = resolveTemplates(readTemplates(join(draft, 'assembly')), {
      queueOrigin: 'http://queues',
      publicBaseUrl: 'http://host',
    });
    const { bundleFunctions } = await import('./bundle.ts');
    const sidecar = declaredSidecar(resources);
    await bundleFunctions(root, [...declaredFunctions(resources), ...(sidecar === null ? [] : [sidecar])], join(draft, 'bundles'));
    writeFileSync(join(draft, 'complete'), '');
    if (!existsSync(home)) renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const synthesize = async (root: string, outdir: string): Promise<void> => {
  const script = fileURLToPath(new URL('synth.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, outdir], {
    cwd: root,
    // Checks that a deployment makes anyway, and that take longer than all the rest.
    env: { ...process.env, CDK_VALIDATION: 'false', CDK_DISABLE_STACK_TRACE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The templates could not be made:\n${complaints}`);
};

const forgetOld = (builds: string): void => {
  const aged = readdirSync(builds)
    .map((name) => ({ path: join(builds, name), ageMs: Date.now() - statSync(join(builds, name)).mtimeMs }))
    .sort((one, other) => one.ageMs - other.ageMs);
  for (const { path, ageMs } of aged.slice(KEPT_BUILDS)) if (ageMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
};
