import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../../infra/app.ts';
import { contextOrEnvironment, readConfig } from '../../infra/config.ts';
import { listEntryPoints, loadOperations } from '../../shared/api/registry.ts';

/**
 * Writes the templates of the deployment into the directory named on the command line. Run as a process of
 * its own, so that the CDK's memory is gone when the host starts. The code of the functions is no part of
 * a template: one empty function stands for all of them.
 */
const [outdir] = process.argv.slice(2);
if (outdir === undefined) throw new Error('Usage: synth.ts <directory>');

const placeholder = join(outdir, 'placeholder');
mkdirSync(placeholder, { recursive: true });
writeFileSync(join(placeholder, 'index.mjs'), 'export const handler = async () => undefined;\n');

const config = readConfig(contextOrEnvironment(() => undefined, {}));
const assembly = join(outdir, 'assembly');
buildApp({ operations: await loadOperations(), entries: listEntryPoints(), config, bundleOf: () => placeholder, outdir: assembly }).synth();
