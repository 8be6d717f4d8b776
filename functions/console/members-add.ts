import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { ROLES, reaches } from '../../shared/domain/account/record.ts';
import { changeMembersFor } from './api/member-change.ts';
import { ConsoleMembers } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.members_add',
  method: 'POST',
  path: '/console/members',
  summary: 'Add a member to the account',
  description:
    'Invites by mail anyone who was none before: fifty at once and one a minute, of these five and one in four hours to one address. Answers all ' +
    'members. Only owners add owners. Somebody who is a member already, in another role, is refused with 409. Adding an ' +
    'admin or owner takes a sign-in within the last 15 minutes, and the owners are notified by email.',
  auth: operator('admin'),
  profile: 'write',
  uses: ['member-lookups', 'mail'],
  params: {},
  query: null,
  body: v.strictObject({ email: fields.email, role: v.picklist(ROLES) }),
  response: ConsoleMembers,
  sensitive: ({ body: { role } }) => reaches(role, 'admin'),
  errors: ['state_conflict', 'insufficient_scope', 'rate_limited'],
});

export const handler = serveConsole(operation, ({ body: { email, role } }, context) =>
  changeMembersFor(context, { kind: 'add', email, role }),
);
