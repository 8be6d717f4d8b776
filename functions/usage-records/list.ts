import * as v from 'valibot';
import { UsageRecord } from '../../shared/api/objects/usage/usage-record.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList, fetchRecord, orThrow } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { asMetered } from '../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { usageRecordAggregate } from '../../shared/domain/usage-record/record.ts';

export const operation = defineOperation({
  id: 'usage_records.list',
  method: 'GET',
  path: '/v1/subscriptions/{subscription_id}/usage_records',
  summary: 'List the usage records of a subscription, newest first',
  description: doc('Lists the usage records of the subscription, billed or not.'),
  auth: apiKey('usage_records:read'),
  profile: 'read',
  params: { subscription_id: idParams.subscription },
  query: v.strictObject(listQuery),
  response: listSchema(UsageRecord),
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_not_metered'],
});

export const handler = serve(operation, async ({ params: { subscription_id: parentId }, query }, { tenant, store }) => {
  const page = fetchList(store, usageRecordAggregate, tenant, idParams.usageRecord.pattern, { ...query, by: { parentId } });
  const [list, { record }] = await Promise.all([page, fetchRecord(store, subscriptionAggregate, tenant, parentId, 'subscription')]);
  // Throws 409 for a subscription with a licensed price.
  orThrow(asMetered(record));
  return list;
});
