import * as v from 'valibot';
import { mailWrites, wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { changePasskeys } from '../../shared/domain/account/passkeys.ts';
import type { Account } from '../../shared/domain/account/record.ts';
import type { MailOrderWithId } from '../../shared/domain/mail/orders.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { useChallenge } from '../../shared/store/console/passkey-challenges.ts';
import { ConsolePasskeys } from './api/objects.ts';
import { PasskeyCredential, verifyNewPasskey } from './api/passkeys.ts';
import { serveConsole } from './api/serve.ts';
import { viewPasskeys } from './api/views.ts';

export const operation = defineOperation({
  id: 'console.passkeys_add',
  method: 'POST',
  path: '/console/passkeys',
  summary: 'Add a passkey for the calling member',
  description: doc('Requires a sign-in within the last 15 minutes. The member and the owners are notified by email.'),
  auth: consoleMember('viewer'),
  profile: 'write',
  uses: ['mail'],
  params: {},
  query: null,
  body: v.strictObject({ name: fields.text(1, 64), credential: PasskeyCredential }),
  response: ConsolePasskeys,
  sensitive: () => true,
  errors: ['state_conflict', 'insufficient_scope'],
});

/** The email to a member about the member's newest passkey; `null`: the member has no passkey. */
const mailOfNewestPasskey = (account: Account, memberId: string): MailOrderWithId | null => {
  const passkeyId = memberOf(account, memberId)?.passkeys.at(-1)?.id;
  if (passkeyId === undefined) return null;
  return { mailId: `passkey_added#${passkeyId}`, order: { kind: 'passkey_added', memberId, passkeyId }, customerId: null };
};

export const handler = serveConsole(operation, async ({ body }, { tenant, store, run, now, member, session }) => {
  const verified = await verifyNewPasskey(body.credential, (challenge) => useChallenge(store.table, challenge, session.id, now));
  if (verified === null) {
    throw new ApiError('parameter_invalid', { message: '`credential` is invalid. Request new options.', param: 'credential' });
  }
  return run({
    load: async () => ({ account: await fetchAccount(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) => {
      const passkey = { ...verified, name: body.name };
      const decided = changePasskeys({ kind: 'add', passkey }, member.id, state, context);
      if (!('result' in decided)) return decided;
      const { result: account, changes } = decided;
      return { ...decided, result: { account, notification: changes.length === 0 ? null : mailOfNewestPasskey(account, member.id) } };
    },
    extraWrites: ({ notification }) => mailWrites(tenant, notification),
    answer: ({ account }) => viewPasskeys(account, member.id),
    afterCommit: ({ notification }) => wakeMailWorker(tenant, notification, operation.id),
  });
});
