import * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { changeMembersFor } from '../../shared/api/member-change.ts';
import { ConsoleMembers } from '../../shared/api/objects/console.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';
import { ROLES } from '../../shared/domain/account/record.ts';

export const operation = defineOperation({
  id: 'console.members_update',
  method: 'POST',
  path: '/console/members/{member_id}',
  summary: "Update a member's role",
  description: 'Answers all members. In force from the next request of the member. One owner always stays.',
  auth: operator('admin'),
  profile: 'write',
  uses: ['member-lookups'],
  params: { member_id: ids.member },
  query: null,
  body: v.strictObject({ role: v.picklist(ROLES) }),
  response: ConsoleMembers,
  errors: ['resource_missing', 'state_conflict', 'insufficient_scope'],
});

export const handler = serveConsole(operation, ({ params, body }, context) =>
  changeMembersFor(context, { kind: 'set_role', member: params.member_id, role: body.role }),
);
