import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepared } from './prepare/prepared.mjs';

/** `npm start`: prepares the host in a temporary process, then runs it in this one. */
const folders = await prepared();
const { runHost } = await import(pathToFileURL(join(folders.programs, 'main.mjs')).href);
await runHost(folders);
