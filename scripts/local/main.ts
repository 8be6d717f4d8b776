import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { MakeAccount } from './demo-account.ts';
import { type Host, startHost } from './host.ts';
import { openLog } from './log.ts';
import { prepare } from './prepare.ts';
import { readSettings } from './settings.ts';

/** `npm start`: the whole service on this machine. */

const STOP_WITHIN_MS = 15_000;

const print = process.stdout.write.bind(process.stdout);
const say = (text: string): void => {
  print(`${text}\n`);
};

const greeting = ({ baseUrl, demo }: Host, dataDirectory: string): string => `
Billing API on ${baseUrl}   (data in ${dataDirectory})

  account   ${demo.accountId}
  test key  ${demo.testKey}
  live key  ${demo.liveKey}

Try it:

  curl ${baseUrl}/v1/customers \\
    -H 'Authorization: Bearer ${demo.testKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"name": "Ada Lovelace", "email": "ada@example.com"}'
`;

const run = async (): Promise<void> => {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const settings = readSettings(process.env);
  const prepared = await prepare(REPOSITORY_ROOT, say);
  const log = openLog(settings.dataDirectory, settings.logToTerminal);
  const makeAccount: MakeAccount = async (given) => (await import('./new-account.ts')).makeAccount(given);
  const host = await startHost({ prepared, settings, log, makeAccount });
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await host.stop();
    await log.close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  host.engineEnded.then(() => {
    if (stopping) return;
    process.stderr.write('The database engine ended.\n');
    void stop(1);
  });
  process.on('unhandledRejection', (error) => log.problem('unhandled', error));
  say(greeting(host, settings.dataDirectory));
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
