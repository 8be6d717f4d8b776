import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { newChallenge } from '../../shared/store/console/passkey-challenges.ts';
import { ConsolePasskeyOptions } from './api/objects.ts';
import { registrationOptions } from './api/passkeys.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.passkeys_options',
  method: 'POST',
  path: '/console/passkeys/options',
  summary: 'Create the options for a new passkey',
  description: doc('The challenge works once, within five minutes, in this session. Requires a sign-in within the last 15 minutes.'),
  auth: consoleMember('viewer'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsolePasskeyOptions,
  // The time of the sign-in is checked here too: otherwise the device could create a passkey that `console.passkeys_add` then rejects.
  sensitive: () => true,
  errors: ['insufficient_scope'],
});

export const handler = serveConsole(operation, async (_input, { store, now, account, member, session }) => {
  const { challenge, expiresAt } = await newChallenge(store.table, session.id, now);
  const options = await registrationOptions(account.record, member, challenge);
  return { object: 'console.passkey_options' as const, expires_at: expiresAt, options: { ...options } };
});
