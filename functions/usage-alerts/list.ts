import * as v from 'valibot';
import { UsageAlert } from '../../shared/api/objects/usage/usage-alert.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { usageAlertAggregate } from '../../shared/domain/usage-alert/record.ts';

export const operation = defineOperation({
  id: 'usage_alerts.list',
  method: 'GET',
  path: '/v1/usage_alerts',
  summary: 'List usage alerts, newest first',
  description: doc('Lists all usage alerts, or only those of one subscription or customer.'),
  auth: apiKey('subscriptions:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    subscription_id: described(v.optional(reference), doc('Returns only the alerts of this subscription, without those of its customer.')),
    customer_id: described(v.optional(reference), doc('Returns only the alerts of this customer, without those of subscriptions.')),
  }),
  response: listSchema(UsageAlert),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { subscription_id: subscriptionId, customer_id: customerId, ...page } = query;
  const parentId = subscriptionId ?? customerId;
  return fetchList(store, usageAlertAggregate, tenant, idParams.usageAlert.pattern, {
    ...page,
    by: parentId === undefined ? undefined : { parentId },
    where: (alert) => customerId === undefined || alert.customerId === customerId,
  });
});
