import { ids } from '../../shared/api/fields.ts';
import { changeMembersFor } from '../../shared/api/member-change.ts';
import { ConsoleMembers } from '../../shared/api/objects/console.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';

export const operation = defineOperation({
  id: 'console.members_remove',
  method: 'DELETE',
  path: '/console/members/{member_id}',
  summary: 'Remove a member from the account',
  description: 'Answers the members that are left. All sessions of the member are over. One owner always stays.',
  auth: operator('admin'),
  profile: 'write',
  uses: ['member-lookups'],
  params: { member_id: ids.member },
  query: null,
  body: null,
  response: ConsoleMembers,
  errors: ['resource_missing', 'state_conflict', 'insufficient_scope'],
});

export const handler = serveConsole(operation, ({ params }, context) =>
  changeMembersFor(context, { kind: 'remove', member: params.member_id }),
);
