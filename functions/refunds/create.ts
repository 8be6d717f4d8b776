import * as v from 'valibot';
import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { runAtProvider } from '../../shared/api/provider-write.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import type { Input, RequestContext } from '../../shared/api/serve/handler.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { REFUND_REASON_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { fetchProviderCredential } from '../../shared/flows/provider.ts';
import { refundCommand } from '../../shared/flows/refunds/create.ts';
import { loadForReturnedAmount } from '../../shared/flows/refunds/sources.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';

export const operation = defineOperation({
  id: 'refunds.create',
  method: 'POST',
  path: '/v1/refunds',
  summary: 'Refund a charge',
  description: doc(
    'Refunds a paid charge in full, or `amount_cents` of it. Send either `payment_id`, or `subscription_id` for the last payment of the subscription. The refund is `pending` until the payment provider settles it, which emits `refund.succeeded` or `refund.failed`. A full refund of the current period’s charge ends the subscription.',
  ),
  events: [
    'refund.created',
    'refund.succeeded',
    'refund.failed',
    'credit_note.created',
    'subscription.updated',
    'subscription.canceled',
    'invoice.voided',
    'one_shot_payment.refunded',
  ],
  auth: apiKey('refunds:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  body: v.strictObject({
    payment_id: described(v.optional(fields.reference), doc('Id of the payment to refund. Send this or `subscription_id`.')),
    subscription_id: described(
      v.optional(fields.reference),
      doc('Id of the subscription whose last payment is refunded. Send this or `payment_id`.'),
    ),
    amount_cents: described(
      v.optional(fields.integer(1, MAX_AMOUNT_CENTS)),
      doc('Amount to refund in cents. Default: all that can be refunded.'),
    ),
    reason: described(
      v.nullish(fields.printed(1, REFUND_REASON_MAX_LENGTH)),
      doc('Your reason for the refund, printed on the credit note. Default: `null`.'),
    ),
    metadata: fields.newMetadata,
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
  reasons: [
    'no_payment',
    'payment_not_succeeded',
    'refunds_disabled',
    'refund_window_passed',
    'plan_change_pending',
    'renewal_processing',
    'payment_refused',
    'provider_not_connected',
    'credential_rejected',
  ],
});

const requestOf = ({ body }: Input<typeof operation>) => ({
  paymentId: body.payment_id ?? null,
  subscriptionId: body.subscription_id ?? null,
  amountCents: body.amount_cents ?? null,
  reason: body.reason ?? null,
  metadata: body.metadata ?? {},
});

/**
 * Loads the records of the refund into a read cache for the transactions before and after the provider call. A transaction fails if a
 * record has changed in the meantime. The records that only the second transaction needs (`loadForReturnedAmount`) are read while the first one
 * runs, and again if that read fails.
 */
const preloadRefund = async (input: Input<typeof operation>, { tenant, store: { table }, now }: RequestContext) => {
  const store = storeOf(withReadCache(table));
  const command = refundCommand(store, tenant, requestOf(input), now);
  const [{ payment }] = await Promise.all([command.load(), fetchProviderCredential(store, tenant)]);
  if (payment !== null) loadForReturnedAmount(store, tenant, payment.record.id).catch(() => undefined);
  return { store, command };
};

export const handler = serveWithPreload(operation, preloadRefund, (_input, context, { store, command }) =>
  runAtProvider({ ...context, store }, command),
);
