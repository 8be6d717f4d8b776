import { ids } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { viewSubscription } from '../../shared/domain/subscription/record.ts';
import { resumeSubscription } from '../../shared/domain/subscription/resume.ts';
import { loadCourse } from '../../shared/flows/course.ts';

export const operation = defineOperation({
  id: 'subscriptions.resume',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/resume',
  summary: 'Resume a paused subscription',
  description:
    'The service and its billing go on. In a trial, for a metered price, and in a period that is paid this costs nothing; the next full charge is at the next end of a period.',
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  params: { subscription_id: ids.subscription },
  query: null,
  body: null,
  response: Subscription,
  logEntries: () => 2,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'subscription_past_due'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadCourse(store, tenant, params.subscription_id),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => resumeSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
