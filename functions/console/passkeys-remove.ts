import { viewPasskeys } from '../../shared/api/console-views.ts';
import { ids } from '../../shared/api/fields.ts';
import { ConsolePasskeys } from '../../shared/api/objects/console.ts';
import { anyOperator, defineOperation } from '../../shared/api/operation.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';
import { changePasskeys } from '../../shared/domain/account/passkeys.ts';
import { accountOf } from '../../shared/flows/accounts.ts';

export const operation = defineOperation({
  id: 'console.passkeys_remove',
  method: 'DELETE',
  path: '/console/passkeys/{passkey_id}',
  summary: 'Remove a passkey of the member who asks',
  description: 'It signs in no more. Sessions that it opened stay open until they are signed out of.',
  auth: anyOperator(),
  profile: 'write',
  params: { passkey_id: ids.passkey },
  query: null,
  body: null,
  response: ConsolePasskeys,
  errors: ['resource_missing'],
});

export const handler = serveConsole(operation, async ({ params }, { tenant, store, run, member }) =>
  run({
    load: async () => ({ account: await accountOf(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) => changePasskeys({ kind: 'remove', passkeyId: params.passkey_id }, member.id, state, context),
    answer: (account) => viewPasskeys(account, member.id),
  }),
);
