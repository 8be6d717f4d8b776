import { setFlagsFromString } from 'node:v8';
import { DEMO_EMAIL, type MakeAccount } from './demo-account.ts';
import { exampleCall } from './home-page.ts';
import { type Host, startHost } from './host.ts';
import { openLog } from './log.ts';
import { INBOX_PATH } from './mail/inbox-pages.ts';
import type { Prepared } from './prepare/prepare.ts';
import { readSettings } from './settings.ts';

const STOP_WITHIN_MS = 15_000;
/**
 * How much the heap may grow until the next garbage collection. A run of 300 renewals needs 290 MiB with this value, and 415 MiB with V8's
 * default, in the same CPU time. 20 % would save another 5 MiB, but needs more CPU time.
 */
const HEAP_GROWTH_PERCENT = 30;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const print = process.stdout.write.bind(process.stdout);
/** Writes to the terminal, even if standard output is redirected to the log. */
export const printLine = (text: string): void => {
  print(`${text}\n`);
};

const greeting = ({ baseUrl, demo }: Host, dataDirectory: string, consoleLink: string): string => `
Billing API on ${baseUrl}   (data in ${dataDirectory})

  docs      ${baseUrl}/docs
  console   ${consoleLink}
            (valid once, for 15 minutes; for another link: npm run account -- sign-in --id ${demo.accountId} --email ${DEMO_EMAIL})
  mail      ${baseUrl}${INBOX_PATH}

  account   ${demo.accountId}
  test key  ${demo.testKey}
  live key  ${demo.liveKey}

Try it:

${exampleCall(baseUrl, demo.testKey).replaceAll(/^/gm, '  ')}
`;

/** Creates a sign-in link of the demo account's owner; returns the console's URL if the owner is no longer a member. */
const createConsoleLink = async ({ baseUrl, demo }: Host): Promise<string> => {
  const { createSignInLink: signInLink } = await import('../account/sign-in.ts');
  return signInLink(demo.accountId, DEMO_EMAIL).then(
    ({ url }) => url,
    () => `${baseUrl}/console`,
  );
};

/** A host that runs until a signal, or until it is stopped. */
export interface RunningHost {
  readonly host: Host;
  stop(): Promise<void>;
}

const run = async (prepared: Prepared): Promise<RunningHost> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const settings = readSettings(process.env);
  const log = openLog(settings.dataDirectory, settings.logToTerminal);
  const makeAccount: MakeAccount = async (input) => (await import('./new-account.ts')).makeAccount(input);
  const host = await startHost({ prepared, settings, log, makeAccount });
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const signal of SIGNALS) process.off(signal, onSignal);
    await host.stop();
    await log.close();
  };
  const exit = async (code: number): Promise<void> => {
    // A second signal ends the process at once.
    if (isStopping) process.exit(1);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await stop();
    process.exit(code);
  };
  const onSignal = (): void => void exit(0);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  host.engineEnded.then(() => {
    if (isStopping) return;
    process.stderr.write('The database engine ended unexpectedly.\n');
    void exit(1);
  });
  process.on('unhandledRejection', (error) => log.problem('unhandled', error));
  printLine(greeting(host, settings.dataDirectory, await createConsoleLink(host)));
  return { host, stop };
};

/** Starts the service, which runs until a signal. Prints the reason and ends the process if it cannot start. */
export const runHost = (prepared: Prepared): Promise<RunningHost> =>
  run(prepared).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
