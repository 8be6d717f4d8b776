import { describe, expect, it } from 'vitest';
import { respondWith, startReceiver } from '../../scripts/support/receiver.ts';
import { DELIVERY_RETENTION_SECONDS } from '../../shared/domain/webhook-delivery/record.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();

const RECEIVER_URL = 'http://127.0.0.1:9/';

describe('the fan-out of an event into a delivery row for each endpoint', () => {
  it('[WHD-28] sends an event only to enabled endpoints that are subscribed to its type', async () => {
    const receiver = await startReceiver(respondWith(200));
    const account = fixture.account();
    const endpoint = (path: string, fields: Parameters<TestAccount['endpoint']>[1]) => account.endpoint(`${receiver.url}/${path}`, fields);
    await endpoint('subscribed', { enabledEvents: ['customer.created', 'customer.updated'] });
    await endpoint('all', { enabledEvents: ['*'] });
    await endpoint('other', { enabledEvents: ['customer.updated'] });
    await account.switch(await endpoint('disabled', {}), 'disabled');
    await account.publish('customer.created');
    await account.drain();
    await receiver.stop();
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/all', '/subscribed']);
  });

  it('[HTTP-15] sends no event to endpoints of the other mode', async () => {
    const account = fixture.account();
    const live = await account.endpoint(RECEIVER_URL, {}, 'live');
    expect(await account.fanOut(await account.record('customer.created'))).toBe(false);
    expect(await account.rows(live, 'live')).toEqual([]);
  });

  it('writes the same rows when repeated, and reports again that the account has deliveries to send', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const event = await account.record('customer.created');
    expect(await account.fanOut(event)).toBe(true);
    const [row] = await account.rows(endpoint);
    account.advance(1000);
    expect(await account.fanOut(event)).toBe(true);
    expect(await account.rows(endpoint)).toEqual([row]);
  });

  it('creates no row for an event that is older than the retention of deliveries', async () => {
    const account = fixture.account({ startMs: 1_800_000_000_000 });
    const endpoint = await account.endpoint(RECEIVER_URL);
    const [older, newer] = [await account.record('customer.created'), await account.record('customer.created')];
    account.advance(DELIVERY_RETENTION_SECONDS * 1000 - 1);
    await account.fanOut(newer);
    expect((await account.rows(endpoint)).map(({ eventId }) => eventId)).toEqual([newer.id]);
    account.advance(1);
    expect(await account.fanOut(older)).toBe(false);
    expect((await account.rows(endpoint)).map(({ eventId }) => eventId)).not.toContain(older.id);
  });

  it('sends no event to an endpoint that was created after the event, even within the same second', async () => {
    const account = fixture.account();
    const before = await account.record('customer.created');
    const endpoint = await account.endpoint(RECEIVER_URL);
    const after = await account.record('customer.created');
    for (const event of [before, after]) await account.fanOut(event);
    expect((await account.rows(endpoint)).map(({ eventId }) => eventId)).toEqual([after.id]);
  });

  it('[WHE-21] [WHE-22] uses the status that the endpoint had at the time of the event, not at the time of processing', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const before = await account.record('customer.created', { id: 'cus_before' });
    const disabled = await account.switch(endpoint, 'disabled');
    const whileDisabled = await account.record('customer.created', { id: 'cus_concurrent' });
    const enabled = await account.switch(disabled, 'enabled');
    const after = await account.record('customer.created', { id: 'cus_after' });
    for (const event of [after, whileDisabled, before]) await account.fanOut(event);
    expect((await account.rows(enabled)).map(({ eventId }) => eventId).sort()).toEqual([before.id, after.id].sort());
  });

  it('creates a waiting row for an event recorded before its endpoint was disabled, and no row for later events', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const before = await account.record('customer.created');
    const disabled = await account.switch(endpoint, 'disabled');
    for (const event of [before, await account.record('customer.created')]) await account.fanOut(event);
    await account.drain();
    expect(await account.row(disabled)).toMatchObject({ eventId: before.id, status: 'pending', attemptCount: 0 });
  });

  it('gives an endpoint a row for the event that reports its enabling, but none for the event that reports its disabling', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const statusEvent = (status: string) => account.record('webhook_endpoint.updated', { id: endpoint.id, status });
    const disabled = await account.switch(endpoint, 'disabled');
    await account.fanOut(await statusEvent('disabled'));
    expect(await account.rows(disabled)).toEqual([]);
    const enabled = await account.switch(disabled, 'enabled');
    await account.fanOut(await statusEvent('enabled'));
    expect(await account.rows(enabled)).toHaveLength(1);
  });

  it('[EVT-62] sends the deletion of an endpoint only to other endpoints, and deletes the rows of the deleted endpoint', async () => {
    const account = fixture.account();
    const deletedEndpoint = await account.endpoint(RECEIVER_URL);
    const other = await account.endpoint(RECEIVER_URL);
    await account.publish();
    const event = await account.record('webhook_endpoint.deleted', { id: deletedEndpoint.id, object: 'webhook_endpoint' });
    // No time is left to delete the rows, so fan-out of the event fails.
    await expect(account.fanOut(event, 'test', () => false)).rejects.toThrow(/not completely deleted/);
    await account.removeEndpoint(deletedEndpoint);
    expect(await account.fanOut(event)).toBe(true);
    expect(await account.rows(deletedEndpoint)).toEqual([]);
    expect((await account.rows(other)).map(({ eventType }) => eventType)).toContain('webhook_endpoint.deleted');
  });

  it('reports that an account has deliveries to send when an endpoint changed, since the endpoint may have waiting rows', async () => {
    const account = fixture.account();
    await account.endpoint(RECEIVER_URL, { enabledEvents: ['customer.created'] });
    expect(await account.fanOut(await account.record('webhook_endpoint.updated', { id: 'we_1' }))).toBe(true);
    expect(await account.fanOut(await account.record('product.created', { id: 'prod_1' }))).toBe(false);
  });
});
