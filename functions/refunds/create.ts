import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import type { Input, RequestContext } from '../../shared/api/handler.ts';
import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { runAtProvider } from '../../shared/api/provider-write.ts';
import { serveReading } from '../../shared/api/serve.ts';
import { REFUND_REASON_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/money.ts';
import { profileForNew } from '../../shared/flows/provider.ts';
import { refundCommand } from '../../shared/flows/refunds/create.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';

export const operation = defineOperation({
  id: 'refunds.create',
  method: 'POST',
  path: '/v1/refunds',
  summary: 'Refund a charge',
  description:
    'Refunds a paid charge, in full unless `amount_cents` says less. The refund is `pending` until the payment provider has settled it; `refund.succeeded` or `refund.failed` tells of it. Once all of the charge that pays for the current period is returned, its subscription ends. In place of `payment_id`, `subscription_id` names the charge that pays for the subscription’s current period.',
  auth: apiKey('refunds:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  query: null,
  body: v.strictObject({
    payment_id: v.optional(fields.reference),
    subscription_id: v.optional(fields.reference),
    amount_cents: v.optional(fields.integer(1, MAX_AMOUNT_CENTS)),
    reason: v.nullish(fields.text(1, REFUND_REASON_MAX_LENGTH)),
    metadata: v.nullish(fields.metadata),
  }),
  response: Refund,
  errors: [
    'resource_missing',
    'state_conflict',
    'charge_already_refunded',
    'charge_disputed',
    'refund_duplicate',
    'payment_refused',
    'operation_pending',
    'provider_unavailable',
  ],
});

const requestOf = ({ body }: Input<typeof operation>) => ({
  paymentId: body.payment_id ?? null,
  subscriptionId: body.subscription_id ?? null,
  amountCents: body.amount_cents ?? null,
  reason: body.reason ?? null,
  metadata: body.metadata ?? {},
});

/** Both transactions look at the same records, and write only on condition that they still stand: what is known is not read again. */
const readRefundable = async (input: Input<typeof operation>, { tenant, store: { table }, now }: RequestContext) => {
  const store = storeOf(withReadCache(table));
  const command = refundCommand(store, tenant, requestOf(input), now);
  await Promise.all([command.load(), profileForNew({ store }, tenant, null)]);
  return { store, command };
};

export const handler = serveReading(operation, readRefundable, (_input, context, { store, command }) =>
  runAtProvider({ ...context, store }, command),
);
