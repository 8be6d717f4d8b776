import { join, relative } from 'node:path';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { buildClient } from './client/build.ts';
import { buildPythonClient } from './client/python.ts';

/** `npm run client`: builds the client packages in `dist`: `client` for npm, `python` for pip. */
const [typescript, python] = ['client', 'python'].map((name) => join(REPOSITORY_ROOT, 'dist', name)) as [string, string];
await buildClient(typescript);
buildPythonClient(python);
for (const directory of [typescript, python]) process.stdout.write(`built ${relative(process.cwd(), directory)}\n`);
