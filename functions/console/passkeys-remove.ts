import { anyConsoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { changePasskeys } from '../../shared/domain/account/passkeys.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { ConsolePasskeys } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';
import { viewPasskeys } from './api/views.ts';

export const operation = defineOperation({
  id: 'console.passkeys_remove',
  method: 'DELETE',
  path: '/console/passkeys/{passkey_id}',
  summary: 'Remove a passkey of the calling member',
  description: doc(
    'Does not end the sessions that were opened with the passkey. Requires a sign-in within the last 15 minutes; the member and the ' +
      'owners are notified by email.',
  ),
  auth: anyConsoleMember(),
  profile: 'write',
  uses: ['mail'],
  params: { passkey_id: idParams.passkey },
  query: null,
  body: null,
  response: ConsolePasskeys,
  sensitive: () => true,
  errors: ['resource_missing', 'insufficient_scope'],
});

export const handler = serveConsole(operation, async ({ params }, { tenant, store, run, member }) =>
  run({
    load: async () => ({ account: await fetchAccount(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) => changePasskeys({ kind: 'remove', passkeyId: params.passkey_id }, member.id, state, context),
    answer: (account) => viewPasskeys(account, member.id),
  }),
);
