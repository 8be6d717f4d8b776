import { join } from 'node:path';
import { isObject, readJson, writeJson } from './files.ts';

export interface DemoAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** Email address of the demo account's owner. */
export const DEMO_EMAIL = 'demo@example.com';

/** Creates an account in the host's table. */
export type MakeAccount = (input: { readonly name: string; readonly email: string }) => Promise<DemoAccount>;

/** Returns the demo account; creates it at the first start. */
export const ensureDemoAccount = async (dataDirectory: string, makeAccount: MakeAccount): Promise<DemoAccount> => {
  const file = join(dataDirectory, 'secrets', 'demo-account.json');
  const saved = readJson(file);
  if (isObject(saved))
    return { accountId: String(saved['accountId']), testKey: String(saved['testKey']), liveKey: String(saved['liveKey']) };
  const { accountId, testKey, liveKey } = await makeAccount({ name: 'Demo', email: DEMO_EMAIL });
  writeJson(file, { accountId, testKey, liveKey });
  return { accountId, testKey, liveKey };
};
