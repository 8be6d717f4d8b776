import * as v from 'valibot';
import { viewPasskeys } from '../../shared/api/console-views.ts';
import { ApiError } from '../../shared/api/errors.ts';
import * as fields from '../../shared/api/fields.ts';
import { ConsolePasskeys } from '../../shared/api/objects/console.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { PasskeyAnswer, provenPasskey } from '../../shared/api/passkeys.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';
import { changePasskeys } from '../../shared/domain/account/passkeys.ts';
import { accountOf } from '../../shared/flows/accounts.ts';
import { useChallenge } from '../../shared/store/console/passkey-challenges.ts';

export const operation = defineOperation({
  id: 'console.passkeys_add',
  method: 'POST',
  path: '/console/passkeys',
  summary: 'Add a passkey for the member who asks',
  auth: operator('viewer'),
  profile: 'write',
  params: {},
  query: null,
  body: v.strictObject({ name: fields.text(1, 64), credential: PasskeyAnswer }),
  response: ConsolePasskeys,
  errors: ['state_conflict'],
});

export const handler = serveConsole(operation, async ({ body }, { tenant, store, run, now, member, session }) => {
  const proven = await provenPasskey(body.credential, (challenge) => useChallenge(store.table, challenge, session.id, now));
  if (proven === null) {
    throw new ApiError('parameter_invalid', { message: 'credential proves no passkey for this challenge.', param: 'credential' });
  }
  return run({
    load: async () => ({ account: await accountOf(store, tenant) }),
    decide: (state, context) => changePasskeys({ kind: 'add', passkey: { ...proven, name: body.name } }, member.id, state, context),
    answer: (account) => viewPasskeys(account, member.id),
  });
});
