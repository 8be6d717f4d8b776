import { inject } from 'vitest';
import type {} from './global-host.ts';
import { createAccount, operate, type TestAccount } from './host.ts';
import { accountMaker } from './local-accounts.ts';

type OperatorsCommand =
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
  readonly fakeProvider: boolean;
  readonly createAccount: () => Promise<TestAccount>;
  /** Many of them, for tests that ask more than one account may. */
  readonly createAccounts: (count: number) => Promise<readonly TestAccount[]>;
  /** Does to an account what only an operator can. */
  readonly operate: (command: OperatorsCommand, accountId: string, about?: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The mail that was sent, newest first; `null` where the service is deployed, and mail leaves it. */
  readonly mails: (() => Promise<readonly LocalMail[]>) | null;
}

/** A mail as the local host shows it. */
export interface LocalMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly content_base64: string }[];
  readonly sent_at: number;
}

const several = async (create: () => Promise<TestAccount>, count: number): Promise<readonly TestAccount[]> => {
  const made: TestAccount[] = [];
  while (made.length < count) made.push(await create());
  return made;
};

/** The service under test and the way to accounts of one's own, for tests that speak HTTP. */
export const service = (): Service => {
  const { baseUrl, dataDir, stackOutputs, fakeProvider } = inject('service');
  const way =
    dataDir === null
      ? { env: {}, args: stackOutputs === null ? [] : ['--stack-outputs', stackOutputs] }
      : { env: { DATA_DIR: dataDir }, args: [] };
  const create = dataDir === null ? () => createAccount(way.env, way.args) : accountMaker(dataDir);
  return {
    baseUrl,
    fakeProvider,
    createAccount: create,
    createAccounts: (count) => several(create, count),
    operate: (command, accountId, about) => {
      const option = command.startsWith('domain') ? '--domain' : '--email';
      return operate(way.env, [...command.split(' '), '--id', accountId, ...(about === undefined ? [] : [option, about]), ...way.args]);
    },
    mails: dataDir === null ? null : async () => (await (await fetch(`${baseUrl}/_local/mail`)).json()) as readonly LocalMail[],
  };
};
