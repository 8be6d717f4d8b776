import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../shared/api/routes.generated.ts';
import { type Aggregate, type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';
import { newBilling } from '../domain/billing.ts';
import { publicEntry } from '../support/entries.ts';
import { accountWithFakeTime, DAY_MS, openStore } from './account-with-fake-time.ts';
import { callFunction, storeRecords } from './functions.ts';

/** Tests how long data and keys are kept, up to 50 years. Runs the handlers in this process, with a fake clock. */

const { account, travel: travelMs } = accountWithFakeTime({});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Sets the time to `days` days after the start. */
const travel = (days: number): void => travelMs(days * DAY_MS);

interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls the function of an operation with the account's test key. */
const call = async (file: string, method: string, path: string, body?: unknown): Promise<ApiResponse> => {
  const { status, text } = await callFunction(file, account().testKey, { method, path, body });
  return { status, body: JSON.parse(text === '' ? '{}' : text) };
};

const idsIn = ({ body }: ApiResponse): readonly unknown[] => (body.data as readonly { readonly id: unknown }[]).map(({ id }) => id);
const tenantOf = (): Tenant => ({ accountId: account().accountId, mode: 'test' });

describe('an API key', () => {
  it('[AUTH-13] does not expire, even if it is not used', async () => {
    for (const days of [0, 400, 3650, 3651]) {
      travel(days);
      expect((await call('customers/list', 'GET', '/v1/customers')).status).toBe(200);
    }
    const { items } = await (await openStore()).table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${account().accountId}#test#api_key` },
    });
    const [key] = items;
    const record = JSON.parse(String(key?.json)) as { readonly pepperVersion: string; readonly hash: string };
    const { lookupKey } = await import('../../shared/store/core/keys.ts');
    const { apiKeyLookup } = await import('../../shared/domain/api-key/record.ts');
    const lookup = await (await openStore()).table.get(lookupKey(apiKeyLookup(record.pepperVersion, record.hash)));
    expect([key?.ttl, lookup?.ttl, lookup?.t]).toEqual([undefined, undefined, 'lookup']);
  });
});

describe('an event', () => {
  it('[RET-01] [RET-02] is kept for 90 days, and then neither listed nor found', async () => {
    const { body } = await call('customers/create', 'POST', '/v1/customers', { name: 'Ada' });
    const listResponse = await call('events/list', 'GET', '/v1/events');
    const [event] = (listResponse.body.data as readonly { id: string; data: { id: string } }[]).filter(({ data }) => data.id === body.id);
    const path = `/v1/events/${event?.id}`;
    travel(89);
    expect(idsIn(await call('events/list', 'GET', '/v1/events'))).toContain(event?.id);
    expect((await call('events/retrieve', 'GET', path)).status).toBe(200);
    travel(91);
    expect((await call('events/list', 'GET', '/v1/events')).body).toEqual({ object: 'list', data: [], has_more: false });
    expect(await call('events/retrieve', 'GET', path)).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
  });

  it('[RET-10] recorded before release 1.0 is returned unchanged', async () => {
    // The response schema covers only events since 1.0. Like production, this test does not reject other responses.
    vi.stubEnv('STRICT_RESPONSES', '0');
    const store = await openStore();
    const tenant = tenantOf();
    const { allocateSequences } = await import('../../shared/store/event-log/sequence.ts');
    const { eventId } = await import('../../shared/store/event-log/event-id.ts');
    const { logEntryItem: putEntry } = await import('../../shared/store/event-log/entries.ts');
    const [sequence = 0] = await allocateSequences(store.table, tenant, 1);
    const old = {
      id: eventId(sequence, 'old'),
      object: 'event',
      type: 'subscription.updated',
      created: Math.floor(Date.now() / 1000) - 10,
      livemode: false,
      data: { id: 'sub_1', object: 'subscription', next_charge_amount: 1000 },
    } as unknown as EventObject;
    await store.table.put(putEntry(tenant, publicEntry(sequence, old, 'old'), Date.now()).Put as never);
    expect(await call('events/retrieve', 'GET', `/v1/events/${old.id}`)).toEqual({ status: 200, body: old });
    const { body } = await call('events/list', 'GET', '/v1/events');
    const [listedEvent] = (body.data as readonly { readonly id: string }[]).filter(({ id }) => id === old.id);
    expect(listedEvent).toEqual(old);
  });
});

describe('an audit log entry', () => {
  it('[RET-05] is kept for 400 days, and then neither listed nor found', async () => {
    const { body } = await call('products/create', 'POST', '/v1/products', { name: 'Plan' });
    const listResponse = await call('audit-logs/list', 'GET', '/v1/audit_logs');
    const entries = listResponse.body.data as readonly { id: string; resource_id: string }[];
    const [entry] = entries.filter(({ resource_id: id }) => id === body.id);
    const path = `/v1/audit_logs/${entry?.id}`;
    travel(399);
    expect((await call('audit-logs/retrieve', 'GET', path)).body).toEqual(entry);
    expect(idsIn(await call('audit-logs/list', 'GET', '/v1/audit_logs'))).toContain(entry?.id);
    travel(401);
    expect((await call('audit-logs/retrieve', 'GET', path)).status).toBe(404);
    expect(idsIn(await call('audit-logs/list', 'GET', '/v1/audit_logs'))).not.toContain(entry?.id);
  });
});

describe('the retention of billing documents:', () => {
  it.each([
    ['[RET-06] an invoice', 'invoices', invoiceAggregate],
    ['[RET-07] a credit note', 'credit_notes', creditNoteAggregate],
    ['[RET-08] a payment', 'payments', paymentAggregate],
    ['[RET-09] a refund', 'refunds', refundAggregate],
  ] as const)('%s is never changed or removed', async (_name, resource, aggregate) => {
    const billing = newBilling();
    billing.settleRefund(billing.refund(String(billing.subscribe().lastPaymentId)));
    const folder = resource.replace('_', '-');
    const { ids } = await import('../../shared/runtime/services.ts');
    const [document] = billing.world.all<BaseRecord>(aggregate as unknown as Aggregate);
    const record = { ...document, id: ids.next(aggregate.prefix) } as BaseRecord;
    const store = await openStore();
    await storeRecords(store, tenantOf(), [change(aggregate as unknown as Aggregate, null, record)]);
    const path = `/v1/${resource}/${record.id}`;
    const first = await call(`${folder}/retrieve`, 'GET', path);
    expect(first).toMatchObject({ status: 200, body: { id: record.id } });
    travel(50 * 365);
    expect(await call(`${folder}/retrieve`, 'GET', path)).toEqual(first);
    expect(idsIn(await call(`${folder}/list`, 'GET', `/v1/${resource}`))).toEqual([record.id]);
    const { items } = await store.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${account().accountId}#test#${aggregate.type}` },
    });
    expect(items.map(({ ttl }) => ttl)).toEqual([undefined]);
    expect(ROUTES.filter((route) => route.path.startsWith(`/v1/${resource}`) && route.method === 'DELETE')).toEqual([]);
  });
});
