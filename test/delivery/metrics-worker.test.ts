import { randomUUID } from 'node:crypto';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { logEntryItem } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { fetchStoredMetrics } from '../../shared/store/metrics/read.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { publicEntry } from '../support/entries.ts';
import { tableIn } from './support/account.ts';

const TYPE = 'payment.succeeded';
const nonceOf = (sequence: number): string => `n${sequence}`;

describe('the metrics worker', () => {
  let engine: TestEngine;
  let table: Table;
  const originalEnv = { ...process.env };
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
    Object.assign(process.env, engine.env, { AWS_MAX_ATTEMPTS: '1' });
  });
  afterAll(async () => {
    process.env = originalEnv;
    await engine.stop();
  });

  const newTenant = (): Tenant => ({ accountId: `acct_${randomUUID()}`, mode: 'test' });

  const write = async (tenant: Tenant, sequence: number): Promise<void> => {
    const event = {
      id: eventId(sequence, nonceOf(sequence)),
      object: 'event' as const,
      type: TYPE,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { id: `pay_${sequence}`, object: 'payment', type: 'renewal', status: 'succeeded', amount_cents: 100, currency: 'EUR' },
      previous_attributes: null,
    };
    await table.put(logEntryItem(tenant, publicEntry(sequence, event, nonceOf(sequence)), Date.now()).Put as never);
  };

  const messageOf = (tenant: Tenant, ...sequences: readonly number[]) => ({
    messageId: sequences.join(),
    body: JSON.stringify({ detail: { ...tenant, events: sequences.map((each) => ({ id: eventId(each, nonceOf(each)), type: TYPE })) } }),
  });

  /** Runs the worker; returns the ids of failed messages. */
  const runWorker = async (records: readonly object[], remainingMs = 30_000): Promise<readonly string[]> => {
    const { handler } = await import('../../functions/workers/metrics.ts');
    const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
    const { batchItemFailures } = await handler({ Records: records } as unknown as SQSEvent, context);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };

  const paymentsOf = async (tenant: Tenant): Promise<number> => {
    const metrics = await fetchStoredMetrics(table, tenant, { interval: 'month', fromDay: '2000-01-01', toDay: '2999-12-31' });
    return metrics.reduce((sum, { businessMetrics }) => sum + (businessMetrics.succeeded_payments ?? 0), 0);
  };

  it('counts each event once, even for repeated or late messages, and reports invalid messages as failed', async () => {
    const [first, second] = [newTenant(), newTenant()];
    for (const sequence of [1, 2, 3]) await write(first, sequence);
    await write(second, 1);
    const broken = { messageId: 'broken', body: '{' };
    const empty = { messageId: 'empty', body: JSON.stringify({ detail: first }) };
    expect((await runWorker([messageOf(first, 2, 3), messageOf(first, 1), messageOf(second, 1), broken, empty])).toSorted()).toEqual([
      'broken',
      'empty',
    ]);
    expect(await runWorker([messageOf(first, 1, 2, 3)])).toEqual([]);
    expect([await paymentsOf(first), await paymentsOf(second)]).toEqual([3, 1]);
  });

  it('waits until an earlier event is written', async () => {
    const tenant = newTenant();
    await write(tenant, 1);
    await write(tenant, 3);
    const counted = runWorker([messageOf(tenant, 3)]);
    await vi.waitFor(async () => expect(await paymentsOf(tenant)).toBe(1));
    await write(tenant, 2);
    expect(await counted).toEqual([]);
    expect(await paymentsOf(tenant)).toBe(3);
  });

  it('reports a message as failed if an earlier event is still not written after the wait, or if no time is left', async () => {
    const tenant = newTenant();
    await write(tenant, 1);
    await write(tenant, 3);
    expect(await runWorker([messageOf(tenant, 3), messageOf(tenant, 1)])).toEqual(['3']);
    await write(tenant, 2);
    expect(await runWorker([messageOf(tenant, 3)], 1000)).toEqual(['3']);
    expect(await paymentsOf(tenant)).toBe(1);
    expect(await runWorker([messageOf(tenant, 3)])).toEqual([]);
    expect(await paymentsOf(tenant)).toBe(3);
  });
});
