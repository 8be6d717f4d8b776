import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import type { BusEntry } from '../../shared/ports/index.ts';
import { clock, openTable, queue } from '../../shared/runtime/services.ts';
import { readPage } from '../../shared/store/core/pages.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { leasesOf } from '../../shared/store/deliveries/lease.ts';
import { deliveriesOf } from '../../shared/store/deliveries/ledger.ts';
import { readEntry } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { type FanOutDeps, fanOut, type RecordedEvent } from '../../shared/webhooks/fan-out.ts';

const PAGE = 100;
/** A long removal stops this long before the function's time is over. */
const MARGIN_MS = 5000;

const readEvent = async (table: Table, tenant: Tenant, eventId: string): Promise<RecordedEvent | null> => {
  const sequence = sequenceOf(eventId);
  const entry = sequence === null ? null : await readEntry(table, tenant, sequence);
  return entry?.event?.id === eventId
    ? { event: parseEvent(entry.event), sequence: entry.sequence, recordedAtMs: entry.recordedAtMs }
    : null;
};

const endpointsOf = async (table: Table, tenant: Tenant): Promise<readonly WebhookEndpoint[]> => {
  const { items } = await readPage(table, webhookEndpointAggregate, tenant, { limit: PAGE });
  return items.map(({ record }) => record);
};

/** Makes the ledger rows of recorded events and wakes the drainers of their accounts, once each. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const deps: FanOutDeps = {
    readEvent: (tenant, eventId) => readEvent(table, tenant, eventId),
    endpointsOf: (tenant) => endpointsOf(table, tenant),
    ledger: deliveriesOf(table, clock.nowMs),
    arm: leasesOf(table).arm,
    removed: ({ accountId, mode }, endpoint) => logNotice('webhook_ledger_removed', { account: accountId, mode, endpoint }),
    nowMs: clock.nowMs,
    goOn: () => context.getRemainingTimeInMillis() > MARGIN_MS,
  };
  const failed = new Set<string>();
  const toWake = new Map<string, string[]>();
  const work = async (record: SQSRecord): Promise<void> => {
    try {
      const { detail } = JSON.parse(record.body) as { readonly detail: BusEntry };
      if (await fanOut(detail, deps)) toWake.set(detail.accountId, [...(toWake.get(detail.accountId) ?? []), record.messageId]);
    } catch (error) {
      logError(error, { worker: 'webhook-fanout', message: record.messageId });
      failed.add(record.messageId);
    }
  };
  await Promise.all(event.Records.map(work));
  await wakeAll(toWake, failed);
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
};

/** One wake-up an account. Messages whose wake-up could not be sent are worked again. */
const wakeAll = async (toWake: ReadonlyMap<string, readonly string[]>, failed: Set<string>): Promise<void> => {
  if (toWake.size === 0) return;
  try {
    await (await queue()).sendMany(
      'webhook-delivery',
      [...toWake.keys()].map((accountId) => ({ accountId })),
    );
  } catch (error) {
    logError(error, { worker: 'webhook-fanout' });
    for (const messageId of [...toWake.values()].flat()) failed.add(messageId);
  }
};
