import { signIn } from '../../test/contract/support/console.ts';
import { importsOf } from '../../test/contract/support/imports.ts';
import { clientOf } from '../support/api.ts';
import { ensure } from '../support/waiting.ts';
import { byStage, type MadeAccount, OWNER, operate, type Place } from './deployment.ts';
import type { Service } from './smoke.ts';

/** A member signs in to the console and imports customers, over the queue and back: the whole way with its roles. */
export const checkImport = async ({ baseUrl }: Service, place: Place, { accountId, testKey }: MadeAccount): Promise<void> => {
  const served = { baseUrl, operate: () => operate(place, 'account', ['sign-in', '--id', accountId, '--email', OWNER, ...byStage]) };
  const imports = importsOf(await signIn(served, accountId, OWNER));
  const rows = ['Ada', 'Bo'].map((name) => ({ reference: `deployed-${name}`, name }));
  const { id, counts } = await imports.check([...rows, { reference: 'deployed-3', email: 'none' }]);
  ensure(counts['ready'] === 2 && counts['faulty'] === 1, `checked: ${JSON.stringify(counts)}`);
  const done = await imports.start(id);
  ensure(done.status === 'completed' && done.counts['imported'] === 2, `imported: ${JSON.stringify(done)}`);
  const [row] = await imports.rowsOf(id);
  const customer = await clientOf(baseUrl, testKey).get(`/v1/customers/${row?.customer_id}`);
  ensure(customer.name === 'Ada', `the customer is ${JSON.stringify(customer)}`);
  const undone = await imports.undo(id);
  ensure(undone.status === 'undone' && undone.counts['undone'] === 2, `undone: ${JSON.stringify(undone)}`);
};
