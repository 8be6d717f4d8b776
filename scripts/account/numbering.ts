import type { ContinueNumbering } from '../../shared/domain/account/continue-numbering.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { continueNumberingOf, loadNumbering } from '../../shared/flows/accounts/numbering.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';
import { readAccount } from './account.ts';

const MODES: readonly Mode[] = ['live', 'test'];

/** Lists the last used number of each series, such as `live invoice 12`; 0 if none is used. Throws if the account does not exist. */
export const listNumbers = async (accountId: string): Promise<readonly string[]> => {
  await readAccount(accountId);
  const store = storeOf(openTable());
  const lists = MODES.map(async (mode) =>
    Object.entries(await loadNumbering(store, { accountId, mode })).map(([document, number]) => `${mode} ${document} ${number}`),
  );
  return (await Promise.all(lists)).flat();
};

/** Lets a series continue after a number; returns the list of `listNumbers`. Throws an error with the reason of a refusal. */
export const continueNumbers = async (accountId: string, mode: Mode, command: ContinueNumbering): Promise<readonly string[]> => {
  await readAccount(accountId);
  const refusal = await continueNumberingOf(storeOf(openTable()), accountId, mode, command);
  if (refusal !== null) throw new Error(refusal.message.replace('`after`', '--after'));
  return listNumbers(accountId);
};
