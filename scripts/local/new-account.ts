import { createAccount, type NewAccount } from '../../shared/flows/accounts/create.ts';
import { ids, openTable, secrets, storeOf } from '../../shared/runtime/services.ts';

/** Creates an account in the table that the environment variables name. */
export const makeAccount = async (input: { readonly name: string; readonly email: string }): Promise<NewAccount> => {
  const peppers = await (await secrets()).apiKeyPeppers();
  return createAccount({ store: storeOf(openTable()), ids, peppers }, input);
};
