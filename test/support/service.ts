import { inject } from 'vitest';
import type {} from './global-host.ts';
import { createAccount, runCommand, type TestAccount } from './host.ts';
import { type LocalAccounts, localAccounts } from './local-accounts.ts';

type OperatorCommandName =
  | 'suspend'
  | 'resume'
  | 'members add'
  | 'members remove'
  | 'members list'
  | 'sign-in'
  | 'domain verify'
  | 'domain remove'
  | 'domain show';

export interface Service {
  readonly baseUrl: string;
  /** Whether tests can connect accounts to the fake payment provider (`fake-provider.ts`). */
  readonly fakeProvider: boolean;
  readonly createAccount: () => Promise<TestAccount>;
  /** Creates several accounts, for tests whose requests would exceed the rate limit of a single account. */
  readonly createAccounts: (count: number) => Promise<readonly TestAccount[]>;
  /** Runs an operator command for an account. `target`: a domain for the `domain` commands, an email address for the other commands. */
  readonly runCommand: (command: OperatorCommandName, accountId: string, target?: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Reads sent emails, newest first; `null` if the service is a deployment, because tests cannot read its emails. */
  readonly mails: (() => Promise<readonly LocalMail[]>) | null;
  /** Reads the emails to an address with a matching subject, newest first; `[]` if the service is a deployment. */
  readonly mailsTo: (to: string, subject?: RegExp) => Promise<readonly LocalMail[]>;
}

/** An email of the local host. */
export interface LocalMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly content_base64: string }[];
  readonly sent_at: number;
}

/** Operator commands for a deployment. `args`: the options that select the deployment. */
const deployedAccounts = (args: readonly string[]): LocalAccounts => ({
  createAccount: () => createAccount({}, args),
  runCommand: (subcommand, options) =>
    runCommand({}, [
      ...subcommand.split(' '),
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ...args,
    ]),
});

/** Returns the service under test with functions to create accounts, for tests over HTTP. */
export const service = (): Service => {
  const { baseUrl, dataDir, stackOutputs, fakeProvider } = inject('service');
  const accounts =
    dataDir === null ? deployedAccounts(stackOutputs === null ? [] : ['--stack-outputs', stackOutputs]) : localAccounts(dataDir);
  const mails = dataDir === null ? null : async () => (await (await fetch(`${baseUrl}/_local/mail`)).json()) as readonly LocalMail[];
  return {
    baseUrl,
    fakeProvider,
    createAccount: accounts.createAccount,
    createAccounts: async (count) => {
      const created: TestAccount[] = [];
      while (created.length < count) created.push(await accounts.createAccount());
      return created;
    },
    runCommand: (command, accountId, target) => {
      const option = command.startsWith('domain') ? 'domain' : 'email';
      return accounts.runCommand(command, { id: accountId, ...(target === undefined ? {} : { [option]: target }) });
    },
    mails,
    mailsTo: async (to, subject = /^/) => ((await mails?.()) ?? []).filter((mail) => mail.to === to && subject.test(mail.subject)),
  };
};
