import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { isAdminOrOwner } from '../../shared/domain/account/members.ts';
import { isAtLeastRole, ROLES } from '../../shared/domain/account/record.ts';
import { changeMembersFor } from './api/member-change.ts';
import { ConsoleMembers } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.members_update',
  method: 'POST',
  path: '/console/members/{member_id}',
  summary: "Update a member's role",
  description: doc(
    'Returns all members. Takes effect with the next request of the member. The role of the last owner cannot be changed. If the old or new ' +
      'role is admin or owner, requires a sign-in within the last 15 minutes; the owners are notified by email.',
  ),
  auth: consoleMember('admin'),
  profile: 'write',
  uses: ['member-lookups', 'mail'],
  params: { member_id: idParams.member },
  query: null,
  body: v.strictObject({ role: v.picklist(ROLES) }),
  response: ConsoleMembers,
  sensitive: ({ body, params, account }) => isAtLeastRole(body.role, 'admin') || isAdminOrOwner(account, params['member_id']),
  errors: ['resource_missing', 'state_conflict', 'insufficient_scope'],
});

export const handler = serveConsole(operation, ({ params, body }, context) =>
  changeMembersFor(context, { kind: 'set_role', member: params.member_id, role: body.role }),
);
