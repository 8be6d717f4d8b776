import { resolve } from 'node:path';
import { run } from '../shared/client/cli/main.ts';
import { terminalOf } from '../shared/client/cli/terminal.ts';
import { readRunFacts } from './local/run-file.ts';

/** `npm run billing -- ...`: the client's command line. By default, it calls the running local host with the host's test key. */
const facts = readRunFacts(resolve(process.env['DATA_DIR'] ?? '.local'));
const host = facts === null ? {} : { BILLING_KEY: facts.test_key, BILLING_URL: facts.base_url };

process.exitCode = await run(process.argv.slice(2), terminalOf({ ...host, ...process.env }));
