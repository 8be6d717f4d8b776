import { resolve } from 'node:path';
import { environmentOfHost } from '../../scripts/local/run-file.ts';

/**
 * `tsx test/support/make-accounts.ts COUNT`: as many accounts in the local host of DATA_DIR, a line of JSON for each.
 * What `npm run account` does, without starting a program for every one.
 */
const environment = environmentOfHost(resolve(process.env.DATA_DIR ?? '.local'));
if (environment === null) throw new Error('No local host runs there.');
Object.assign(process.env, environment);
const { makeAccount } = await import('../../scripts/local/new-account.ts');
for (let made = 0; made < Number(process.argv[2]); made += 1) {
  const { accountId, testKey, liveKey } = await makeAccount({ name: 'Test', email: 'test@example.com' });
  console.log(JSON.stringify({ accountId, testKey, liveKey }));
}
process.exit(0);
