import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { isAtLeastRole, ROLES } from '../../shared/domain/account/record.ts';
import { changeMembersFor } from './api/member-change.ts';
import { ConsoleMembers } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.members_add',
  method: 'POST',
  path: '/console/members',
  summary: 'Add a member to the account',
  description: doc(
    'Invites a new member by email and returns all members. Returns 409 if a member with another role has the address. Only owners can ' +
      'add owners. `send_again` repeats the email to a member with the same role who has not signed in yet. Limits: per account 50 invitations at once, then one a minute; per address 5 at once, then one every four hours. Adding ' +
      'an admin or owner requires a sign-in within the last 15 minutes; the owners are notified by email.',
  ),
  auth: consoleMember('admin'),
  profile: 'write',
  uses: ['member-lookups', 'mail'],
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email, role: v.picklist(ROLES), send_again: v.optional(v.boolean(), false) }),
  response: ConsoleMembers,
  sensitive: ({ body: { role } }) => isAtLeastRole(role, 'admin'),
  errors: ['state_conflict', 'insufficient_scope', 'rate_limited'],
});

export const handler = serveConsole(operation, ({ body: { email, role, send_again: isSentAgain } }, context) =>
  changeMembersFor(context, { kind: 'add', email, role }, isSentAgain),
);
