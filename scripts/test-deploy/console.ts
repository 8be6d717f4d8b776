import { signIn } from '../../test/contract/support/console.ts';
import { importsOf } from '../../test/contract/support/imports.ts';
import { clientOf } from '../support/api.ts';
import { ensure } from '../support/waiting.ts';
import { type CreatedAccount, OWNER, runScript, stageOptions, type Target } from './deployment.ts';
import type { Service } from './smoke.ts';

/** Signs in to the console, imports customers through the queue and undoes the import. */
export const checkImport = async ({ baseUrl }: Service, target: Target, { accountId, testKey }: CreatedAccount): Promise<void> => {
  const consoleAccess = {
    baseUrl,
    runCommand: () => runScript(target, 'account', ['sign-in', '--id', accountId, '--email', OWNER, ...stageOptions]),
  };
  const imports = importsOf(await signIn(consoleAccess, accountId, OWNER));
  const rows = ['Ada', 'Bo'].map((name) => ({ reference: `deployed-${name}`, name }));
  const { id, counts } = await imports.check([...rows, { reference: 'deployed-3', email: 'none' }]);
  ensure(counts['ready'] === 2 && counts['faulty'] === 1, `checked: ${JSON.stringify(counts)}`);
  const importResult = await imports.start(id);
  ensure(importResult.status === 'completed' && importResult.counts['imported'] === 2, `imported: ${JSON.stringify(importResult)}`);
  const [row] = await imports.rowsOf(id);
  const customer = await clientOf(baseUrl, testKey).get(`/v1/customers/${row?.customer_id}`);
  ensure(customer.name === 'Ada', `the customer is ${JSON.stringify(customer)}`);
  const undone = await imports.undo(id);
  ensure(undone.status === 'undone' && undone.counts['undone'] === 2, `undone: ${JSON.stringify(undone)}`);
};
