import { join } from 'node:path';
import { isObject, readJson, writeJson } from './files.ts';

export interface DemoAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** The owner of the demo account. */
export const DEMO_EMAIL = 'demo@example.com';

/** Makes an account in the host's table. */
export type MakeAccount = (given: { readonly name: string; readonly email: string }) => Promise<DemoAccount>;

/** The account of the first start; made then, and the same ever after. */
export const demoAccount = async (dataDirectory: string, makeAccount: MakeAccount): Promise<DemoAccount> => {
  const file = join(dataDirectory, 'secrets', 'demo-account.json');
  const kept = readJson(file);
  if (isObject(kept)) return { accountId: String(kept['accountId']), testKey: String(kept['testKey']), liveKey: String(kept['liveKey']) };
  const { accountId, testKey, liveKey } = await makeAccount({ name: 'Demo', email: DEMO_EMAIL });
  writeJson(file, { accountId, testKey, liveKey });
  return { accountId, testKey, liveKey };
};
