import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfSources } from '../sources.ts';

/** Folders of the synthesized templates and the function bundles. */
export interface Prepared {
  readonly assembly: string;
  readonly bundles: string;
}

const KEPT_BUILDS = 3;
/** Builds younger than this are kept, because a running host may still import from them. */
const KEPT_MS = 6 * 3_600_000;

/** Returns the folders of a build. `programs` contains the bundle of the host. */
export const buildFoldersOf = (directory: string): Prepared & { readonly programs: string } => ({
  assembly: join(directory, 'assembly'),
  bundles: join(directory, 'bundles'),
  programs: join(directory, 'programs'),
});

/** Synthesizes and bundles into `builds`, or reuses a build of the same sources. Throws the errors of CDK and the bundler. */
export const prepare = async (root: string, builds: string, print: (text: string) => void): Promise<ReturnType<typeof buildFoldersOf>> => {
  const directory = join(builds, digestOfSources(root));
  if (!existsSync(join(directory, 'complete'))) {
    print('Preparing the templates and functions (once per change) ...');
    await makeIn(root, directory);
    deleteOldBuilds(builds);
  }
  return buildFoldersOf(directory);
};

/** Builds in a draft folder and moves it when complete, so that concurrent starts do not conflict. */
const makeIn = async (root: string, directory: string): Promise<void> => {
  const draft = `${directory}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    const { buildHostBundles: make } = await import('../make.ts');
    await make(root, buildFoldersOf(draft));
    writeFileSync(join(draft, 'complete'), '');
    if (!existsSync(directory)) renameSync(draft, directory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const deleteOldBuilds = (builds: string): void => {
  const byAge = readdirSync(builds)
    .map((name) => ({ path: join(builds, name), ageMs: Date.now() - statSync(join(builds, name)).mtimeMs }))
    .sort((one, other) => one.ageMs - other.ageMs);
  for (const { path, ageMs } of byAge.slice(KEPT_BUILDS)) if (ageMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
};
