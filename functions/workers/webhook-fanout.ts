import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { envelopeIn } from '../../shared/ports/envelopes.ts';
import type { Envelope } from '../../shared/ports/index.ts';
import { clock, openTable, queue } from '../../shared/runtime/services.ts';
import { readPage } from '../../shared/store/core/pages.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { leasesOf } from '../../shared/store/deliveries/lease.ts';
import { deliveriesOf } from '../../shared/store/deliveries/ledger.ts';
import { readEvents } from '../../shared/store/event-log/entries.ts';
import { type FanOutDeps, fanOut } from '../../shared/webhooks/fan-out.ts';

const PAGE = 100;
/** A long removal stops this long before the function's time is over. */
const MARGIN_MS = 5000;

const endpointsOf = async (table: Table, tenant: Tenant): Promise<readonly WebhookEndpoint[]> => {
  const { items } = await readPage(table, webhookEndpointAggregate, tenant, { limit: PAGE });
  return items.map(({ record }) => record);
};

/** Makes the ledger rows of recorded events and wakes the drainers of their accounts, once each. Returns each message of which an event failed. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const deps: FanOutDeps = {
    readEvents: (tenant, ids) => readEvents(table, tenant, ids),
    endpointsOf: (tenant) => endpointsOf(table, tenant),
    ledger: deliveriesOf(table, clock.nowMs),
    arm: leasesOf(table).arm,
    removed: ({ accountId, mode }, endpoint) => logNotice('webhook_ledger_removed', { account: accountId, mode, endpoint }),
    nowMs: clock.nowMs,
    proceed: () => context.getRemainingTimeInMillis() > MARGIN_MS,
  };
  const envelopes = new Map<string, Envelope>();
  const failed = new Set<string>();
  const fail = (messageId: string, error: unknown): void => {
    if (!failed.has(messageId)) logError(error, { worker: 'webhook-fanout', message: messageId });
    failed.add(messageId);
  };
  for (const { messageId, body } of event.Records) {
    try {
      envelopes.set(messageId, envelopeIn(body));
    } catch (error) {
      fail(messageId, error);
    }
  }
  const done = await fanOut([...envelopes.values()], deps);
  const unwoken = await wakeAll(done.toWake);
  for (const [messageId, { accountId, events }] of envelopes) {
    for (const { id } of events) if (done.failed.has(id)) fail(messageId, done.failed.get(id));
    if (unwoken !== null && done.toWake.has(accountId)) fail(messageId, unwoken);
  }
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
};

/** One wake-up an account. Answers why they could not be sent; `null`: they were. */
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
