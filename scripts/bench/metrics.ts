import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { JsonObject, Tenant } from '../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { type TransactItem, tableOf } from '../../shared/store/core/table.ts';
import { logEntryItem } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { countLog } from '../../shared/store/metrics/count.ts';
import { fetchStoredMetrics } from '../../shared/store/metrics/read.ts';
import { type EngineTable, openEngineTable } from './engine-table.ts';
import { batchPut, MAX_BATCH_ITEMS } from './fill/batch-put.ts';
import { nonceOf } from './items.ts';
import { measureMs, repeatConcurrently } from './measure.ts';
import { atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const EVENTS = 100_000;
const SECONDS_BUDGET = 60;
const FILL_CONCURRENCY = 4;
const TENANT: Tenant = { accountId: 'acct_metrics', mode: 'live' };
const DAYS = 60;
/** Minimum age of the log entries: more than `GAP_PATIENCE_MS`, so that a reader of the log does not wait for missing log numbers. */
const AGE_SECONDS = 3600;
const MRR_CENTS = 1000;
/** Padding, so that an entry is about as large as a real subscription or payment. */
const PADDING = 'x'.repeat(900);

/** Builds the object of an event: a subscription in every tenth event, a payment in all others. */
const dataOf = (sequence: number): JsonObject =>
  sequence % 10 === 1
    ? {
        id: `sub_${sequence}`,
        object: 'subscription',
        status: 'active',
        serves_customer: true,
        trial_end: null,
        mrr_cents: MRR_CENTS,
        price: { currency: 'EUR' },
        cancellation_reason: PADDING,
      }
    : {
        id: `pay_${sequence}`,
        object: 'payment',
        type: 'renewal',
        status: 'succeeded',
        amount_cents: 1210,
        currency: 'EUR',
        failure_message: PADDING,
      };

const entryAt = (sequence: number, nowSeconds: number): TransactItem => {
  const nonce = nonceOf(sequence);
  const data = dataOf(sequence);
  const created = nowSeconds - Math.ceil((DAYS * DAY_SECONDS * (EVENTS - sequence + 1)) / EVENTS) - AGE_SECONDS;
  const type = data.object === 'payment' ? 'payment.succeeded' : 'subscription.created';
  const event = { id: eventId(sequence, nonce), object: 'event' as const, type, created, livemode: true, data, previous_attributes: null };
  return logEntryItem(TENANT, { sequence, kind: 'event', event, nonce, step: 'created', firstOfWrite: sequence }, created * 1000);
};

const fill = async ({ client, tableName }: EngineTable): Promise<void> => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  let next = 1;
  await repeatConcurrently(EVENTS / MAX_BATCH_ITEMS, FILL_CONCURRENCY, () => {
    const first = next;
    next += MAX_BATCH_ITEMS;
    return batchPut(
      client,
      tableName,
      Array.from({ length: MAX_BATCH_ITEMS }, (_none, index) => entryAt(first + index, nowSeconds)),
    );
  });
};

/** Measures how long it takes to count the metrics of a long log from the start. */
export const measureMetrics = async (): Promise<PartResult> => {
  const engine = await openEngineTable(null, 'without stream');
  try {
    await fill(engine);
    const capacity = newCapacityCounter();
    const table = tableOf(engine.client, engine.tableName, capacity);
    const seconds = (await measureMs(() => countLog(table, TENANT, Date.now, () => true))) / 1000;
    const months = await fetchStoredMetrics(table, TENANT, { interval: 'month', fromDay: '2000-01-01', toDay: '2999-12-31' });
    const paid = months.reduce((sum, { businessMetrics }) => sum + (businessMetrics.succeeded_payments ?? 0), 0);
    const mrrCents = months.reduce((sum, { businessMetrics }) => sum + (businessMetrics.mrr_new_cents ?? 0), 0);
    const { rounds } = capacity.usage();
    return {
      findings: [
        atMost(`metrics of ${EVENTS} events, counted from the start`, seconds, SECONDS_BUDGET, ' s'),
        atMost(
          'payments and subscriptions not counted or counted twice',
          Math.abs(paid - EVENTS * 0.9) + Math.abs(mrrCents - EVENTS * 0.1 * MRR_CENTS),
          0,
        ),
      ],
      detail: columns([['events', 'seconds', 'rounds'], [EVENTS, seconds, rounds].map((each) => shortNumber(each))]),
      data: { events: EVENTS, seconds, rounds },
    };
  } finally {
    await engine.close();
  }
};
