import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { awaitRateLimitToken } from '../../shared/api/pipeline/admit.ts';
import { replayIfRemembered } from '../../shared/api/pipeline/idempotency.ts';
import { actorOf } from '../../shared/api/pipeline/state.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { isAdminOrOwner, memberOf, refuseMemberRemoval } from '../../shared/domain/account/members.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { listKeysCreatedBy, revokeKeys } from '../../shared/flows/accounts/member-keys.ts';
import { changeMembersFor } from './api/member-change.ts';
import { ConsoleMembers } from './api/objects.ts';
import { type ConsoleContext, serveConsole } from './api/serve.ts';

const MAX_KEYS = 50;
const KEY_IDS = new RegExp(`^ak_[0-9a-f]{32}(,ak_[0-9a-f]{32}){0,${MAX_KEYS - 1}}$`);

export const operation = defineOperation({
  id: 'console.members_remove',
  method: 'DELETE',
  path: '/console/members/{member_id}',
  summary: 'Remove a member from the account',
  description: doc(
    'Ends all sessions of the member and returns the remaining members. The last owner cannot be removed. `revoke_api_keys`: comma-separated ' +
      'ids of API keys of the member, which are revoked first; if that fails midway, the member is not removed and the same request can be ' +
      'repeated. Removing an admin or owner requires a sign-in within the last 15 minutes; the owners are notified by email.',
  ),
  auth: consoleMember('admin'),
  profile: 'write',
  uses: ['member-lookups', 'key-lookups', 'mail'],
  params: { member_id: idParams.member },
  query: v.strictObject({
    revoke_api_keys: v.optional(v.pipe(v.string(), v.regex(KEY_IDS, `must be 1 to ${MAX_KEYS} comma-separated API key ids.`))),
  }),
  body: null,
  response: ConsoleMembers,
  sensitive: ({ params, account }) => isAdminOrOwner(account, params['member_id']),
  errors: ['resource_missing', 'state_conflict', 'insufficient_scope'],
});

/**
 * Revokes API keys of a member before the transaction that removes the member. Throws if the member cannot be removed, or if a key does not
 * belong to the member. A replayed or rate-limited request ends before the revocations.
 */
const revoke = async ({ tenant, store, member, request }: ConsoleContext, memberId: string, keyIds: readonly string[]): Promise<void> => {
  await replayIfRemembered(request);
  await awaitRateLimitToken(request);
  const account = await fetchAccount(store, tenant);
  const refusal = refuseMemberRemoval(memberId, { account, by: memberOf(account.record, member.id)?.role ?? 'viewer' });
  if (refusal !== null) throw ApiError.from(refusal);
  const keys = await listKeysCreatedBy(store, tenant.accountId, memberId);
  const foreignId = keyIds.find((id) => keys.every(({ key }) => key.id !== id));
  if (foreignId !== undefined) {
    throw new ApiError('parameter_invalid', { message: `${foreignId} is not an API key of this member.`, param: 'revoke_api_keys' });
  }
  const revokedKeys = keys.filter(({ key }) => keyIds.includes(key.id));
  await revokeKeys(store, actorOf(request), revokedKeys);
};

export const handler = serveConsole(operation, async ({ params, query }, context) => {
  const keyIds = query.revoke_api_keys?.split(',') ?? [];
  if (keyIds.length > 0) await revoke(context, params.member_id, keyIds);
  return changeMembersFor(context, { kind: 'remove', member: params.member_id });
});
