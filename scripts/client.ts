import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { buildClient } from './client/build.ts';

/** `npm run client`: builds the typed client as a package in `dist/client`, to be packed or published. */
const directory = join(REPOSITORY_ROOT, 'dist', 'client');
await buildClient(directory);
process.stdout.write(`built ${relative(process.cwd(), directory)}\n`);
