import { ApiError } from '../../shared/api/errors/errors.ts';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { memberOf } from '../../shared/domain/account/members.ts';
import { viewApiKey } from '../../shared/domain/api-key/record.ts';
import { listKeysCreatedBy } from '../../shared/flows/accounts/member-keys.ts';
import { ConsoleMemberKeys } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.members_api_keys',
  method: 'GET',
  path: '/console/members/{member_id}/api_keys',
  summary: 'List the API keys of a member',
  description: doc(
    'The unrevoked keys of both modes that the member created, directly or with another key. The member can be a removed member. Lists ' +
      'live keys before test keys; newest first per mode.',
  ),
  auth: consoleMember('admin'),
  profile: 'read',
  params: { member_id: idParams.member },
  query: null,
  body: null,
  response: ConsoleMemberKeys,
  errors: ['resource_missing'],
});

export const handler = serveConsole(operation, async ({ params }, { account, tenant: { accountId }, store }) => {
  const keys = await listKeysCreatedBy(store, accountId, params.member_id);
  const exists = keys.length > 0 || memberOf(account.record, params.member_id) !== null;
  if (!exists) throw new ApiError('resource_missing', { message: 'No such member.' });
  return {
    object: 'list' as const,
    data: keys.filter(({ key }) => key.revokedAt === null).map(({ key, tenant }) => viewApiKey(key, tenant)),
    has_more: false as const,
  };
});
