import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { buildClient } from './client/build.ts';

/** `npm run client`: builds the npm package of the typed client in `dist/client`. */
const directory = join(REPOSITORY_ROOT, 'dist', 'client');
await buildClient(directory);
process.stdout.write(`built ${relative(process.cwd(), directory)}\n`);
