import * as v from 'valibot';
import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc, named } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { deleteTestClock } from '../../shared/domain/test-clock/delete.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { startClockRemoval } from '../../shared/flows/clocks/removal.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';

export const operation = defineOperation({
  id: 'test_clocks.delete',
  method: 'DELETE',
  path: '/v1/test_clocks/{test_clock_id}',
  summary: 'Delete a test clock',
  description: doc(
    'The customers on the clock are kept, but cannot buy anything else. Their subscriptions are canceled (`cancellation_reason: ' +
      'test_clock_deleted`), open invoices are voided, and open checkout sessions expire. For a clock with thousands of subscriptions, ' +
      'this continues for a while after the response.',
  ),
  events: ['subscription.updated', 'subscription.canceled', 'invoice.voided', 'checkout.session.expired'],
  auth: apiKey('test_clocks:write', 'test'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { test_clock_id: idParams.testClock },
  response: named(
    v.strictObject({
      id: described(v.string(), doc('Id of the test clock. Starts with `clk_`.')),
      object: described(v.literal('test_clock'), doc('Type of the object.')),
      deleted: described(v.literal(true), doc('Always true: the test clock is deleted.')),
    }),
    'TestClockDeleted',
  ),
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ clock: await store.get(testClockAggregate, tenant, params.test_clock_id) }),
    nowOf: () => null,
    decide: (state, context) => deleteTestClock(null, state, context),
    answer: ({ id }) => ({ id, object: 'test_clock' as const, deleted: true as const }),
    afterCommit: async ({ operationId }) => startClockRemoval({ ...(await flowDeps(store)), refusalAnswer }, tenant, operationId),
  }),
);
