import { resolve } from 'node:path';
import { run } from '../shared/client/cli/main.ts';
import { runFacts } from './local/run-file.ts';

/** `npm run billing -- ...`: the client's command line, with the test key of the running local host where the environment names no other. */
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
const facts = runFacts(resolve(process.env['DATA_DIR'] ?? '.local'));
const host = facts === null ? {} : { BILLING_KEY: facts.test_key, BILLING_URL: facts.base_url };

process.exitCode = await run(process.argv.slice(2), {
  env: { ...host, ...process.env },
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  signal: ending.signal,
});
