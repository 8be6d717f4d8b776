import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfSources } from './sources.ts';

/** What the host runs: the synthesized templates and the functions that they declare. */
export interface Prepared {
  readonly assembly: string;
  readonly bundles: string;
}

const KEPT_BUILDS = 3;
/** A host that still runs imports from its build; younger ones are left alone. */
const KEPT_MS = 6 * 3_600_000;

/** Where the parts of a build lie; `programs` holds the host itself. */
export const partsOf = (home: string): Prepared & { readonly programs: string } => ({
  assembly: join(home, 'assembly'),
  bundles: join(home, 'bundles'),
  programs: join(home, 'programs'),
});

/** Synthesizes and bundles into `builds`, or takes what an earlier start made of the same sources. Throws with the tool's own texts. */
export const prepare = async (root: string, builds: string, say: (text: string) => void): Promise<ReturnType<typeof partsOf>> => {
  const home = join(builds, digestOfSources(root));
  if (!existsSync(join(home, 'complete'))) {
    say('Preparing the templates and functions (once per change) ...');
    await makeIn(root, home);
    forgetOld(builds);
  }
  return partsOf(home);
};

/** Built next to its place and moved there when complete, so that two starts at once do no harm. */
const makeIn = async (root: string, home: string): Promise<void> => {
  const draft = `${home}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    const { make } = await import('./make.ts');
    await make(root, partsOf(draft));
    writeFileSync(join(draft, 'complete'), '');
    if (!existsSync(home)) renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const forgetOld = (builds: string): void => {
  const aged = readdirSync(builds)
    .map((name) => ({ path: join(builds, name), ageMs: Date.now() - statSync(join(builds, name)).mtimeMs }))
    .sort((one, other) => one.ageMs - other.ageMs);
  for (const { path, ageMs } of aged.slice(KEPT_BUILDS)) if (ageMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
};
