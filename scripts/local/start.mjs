import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepared } from './prepared.mjs';

/** `npm start`: prepares the host in a process that ends, then runs it in this one. */
const places = await prepared();
const { runHost } = await import(pathToFileURL(join(places.programs, 'main.mjs')).href);
await runHost(places);
