import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { MAX_ENDPOINTS } from '../../shared/domain/webhook-endpoint/create.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { parseEnvelopeText } from '../../shared/ports/envelopes.ts';
import type { Envelope } from '../../shared/ports/index.ts';
import { trackBatchOutcome } from '../../shared/runtime/messages.ts';
import { clock, openTable, queue } from '../../shared/runtime/services.ts';
import { readPage } from '../../shared/store/core/pages.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';
import { leasesOf } from '../../shared/store/deliveries/lease.ts';
import { readEvents } from '../../shared/store/event-log/entries.ts';
import { type FanOutDeps, fanOut } from '../../shared/webhooks/fan-out.ts';

/** With less time than this until the function's timeout, no further deliveries of deleted endpoints are deleted. */
const MARGIN_MS = 5000;

const endpointsOf = async (table: Table, tenant: Tenant): Promise<readonly WebhookEndpoint[]> => {
  const { items } = await readPage(table, webhookEndpointAggregate, tenant, { limit: MAX_ENDPOINTS });
  return items.map(({ record }) => record);
};

/**
 * Creates the delivery rows of recorded events and sends one wake-up per account; deletes the deliveries of deleted endpoints. A message is
 * retried if one of its events or the wake-up of its account failed.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const deps: FanOutDeps = {
    readEvents: (tenant, ids) => readEvents(table, tenant, ids),
    endpointsOf: (tenant) => endpointsOf(table, tenant),
    deliveryStore: deliveryStoreOf(table, clock.nowMs),
    announceWork: leasesOf(table).announceWork,
    onDeliveriesDeleted: ({ accountId, mode }, endpoint) => logNotice('webhook_deliveries_deleted', { account: accountId, mode, endpoint }),
    nowMs: clock.nowMs,
    mayContinue: () => context.getRemainingTimeInMillis() > MARGIN_MS,
  };
  const envelopes = new Map<string, Envelope>();
  const failed = new Set<string>();
  const fail = (messageId: string, error: unknown): void => {
    if (!failed.has(messageId)) logError(error, { worker: 'webhook-fanout', message: messageId });
    failed.add(messageId);
  };
  for (const { messageId, body } of event.Records) {
    try {
      envelopes.set(messageId, parseEnvelopeText(body));
    } catch (error) {
      fail(messageId, error);
    }
  }
  const fannedOut = await fanOut([...envelopes.values()], deps);
  const wakeError = await wakeAll(fannedOut.toWake);
  for (const [messageId, { accountId, events }] of envelopes) {
    for (const { id } of events) if (fannedOut.failed.has(id)) fail(messageId, fannedOut.failed.get(id));
    if (wakeError !== null && fannedOut.toWake.has(accountId)) fail(messageId, wakeError);
  }
  trackBatchOutcome(event, [...failed]);
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
};

/** Sends one wake-up per account; returns the error, or `null` on success. */
const wakeAll = async (accountIds: ReadonlySet<string>): Promise<unknown> => {
  try {
    if (accountIds.size > 0)
      await (await queue()).sendMany(
        'webhook-delivery',
        [...accountIds].map((accountId) => ({ accountId })),
      );
    return null;
  } catch (error) {
    return error;
  }
};
