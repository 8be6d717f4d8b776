import { describe, expect, it } from 'vitest';
import { startReceiver, status } from '../../scripts/support/receiver.ts';
import { useBench } from './support/bench.ts';
import type { Workspace } from './support/workspace.ts';

const bench = useBench();

const URL = 'http://127.0.0.1:9/';

describe('fan-out', () => {
  it('[WHD-28] sends an event to enabled endpoints that are subscribed to its type, and to no other', async () => {
    const receiver = await startReceiver(status(200));
    const workspace = bench.workspace();
    const endpoint = (path: string, given: Parameters<Workspace['endpoint']>[1]) => workspace.endpoint(`${receiver.url}/${path}`, given);
    await endpoint('subscribed', { enabledEvents: ['customer.created', 'customer.updated'] });
    await endpoint('all', { enabledEvents: ['*'] });
    await endpoint('other', { enabledEvents: ['customer.updated'] });
    await workspace.switch(await endpoint('disabled', {}), 'disabled');
    await workspace.publish('customer.created');
    await workspace.drain();
    await receiver.stop();
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/all', '/subscribed']);
  });

  it('[HTTP-15] stays within the mode', async () => {
    const workspace = bench.workspace();
    const live = await workspace.endpoint(URL, {}, 'live');
    expect(await workspace.fanOut(await workspace.record('customer.created'))).toBe(false);
    expect(await workspace.rows(live, 'live')).toEqual([]);
  });

  it('writes the same rows when it runs again, and asks for the wake-up again', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(URL);
    const event = await workspace.record('customer.created');
    expect(await workspace.fanOut(event)).toBe(true);
    const [row] = await workspace.rows(endpoint);
    workspace.advance(1000);
    expect(await workspace.fanOut(event)).toBe(true);
    expect(await workspace.rows(endpoint)).toEqual([row]);
  });

  it('sends no older news to a new endpoint', async () => {
    const workspace = bench.workspace();
    const event = await workspace.record('customer.created');
    workspace.advance(5000);
    const endpoint = await workspace.endpoint(URL);
    expect(await workspace.fanOut(event)).toBe(false);
    expect(await workspace.rows(endpoint)).toEqual([]);
  });

  it('[WHE-21] [WHE-22] goes by the moment of the event, not by when it is worked', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(URL);
    const before = await workspace.record('customer.created', { id: 'cus_before' });
    const off = await workspace.switch(endpoint, 'disabled');
    const meanwhile = await workspace.record('customer.created', { id: 'cus_meanwhile' });
    const on = await workspace.switch(off, 'enabled');
    const after = await workspace.record('customer.created', { id: 'cus_after' });
    for (const event of [after, meanwhile, before]) await workspace.fanOut(event);
    expect((await workspace.rows(on)).map(({ eventId }) => eventId).sort()).toEqual([before.id, after.id].sort());
  });

  it('leaves what was recorded before the disabling a row that waits, and writes none for what comes later', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(URL);
    const before = await workspace.record('customer.created');
    const off = await workspace.switch(endpoint, 'disabled');
    for (const event of [before, await workspace.record('customer.created')]) await workspace.fanOut(event);
    await workspace.drain();
    expect(await workspace.row(off)).toMatchObject({ eventId: before.id, status: 'pending', attemptCount: 0 });
  });

  it('tells an endpoint that it was enabled, and not that it was disabled', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(URL);
    const news = (status: string) => workspace.record('webhook_endpoint.updated', { id: endpoint.id, status });
    const off = await workspace.switch(endpoint, 'disabled');
    await workspace.fanOut(await news('disabled'));
    expect(await workspace.rows(off)).toEqual([]);
    const on = await workspace.switch(off, 'enabled');
    await workspace.fanOut(await news('enabled'));
    expect(await workspace.rows(on)).toHaveLength(1);
  });

  it('[EVT-62] tells others of a removed endpoint, never itself, and removes its ledger', async () => {
    const workspace = bench.workspace();
    const gone = await workspace.endpoint(URL);
    const other = await workspace.endpoint(URL);
    await workspace.publish();
    const event = await workspace.record('webhook_endpoint.deleted', { id: gone.id, object: 'webhook_endpoint' });
    await expect(workspace.fanOut(event, 'test', () => false)).rejects.toThrow(/not yet removed/);
    await workspace.removeEndpoint(gone);
    expect(await workspace.fanOut(event)).toBe(true);
    expect(await workspace.rows(gone)).toEqual([]);
    expect((await workspace.rows(other)).map(({ eventType }) => eventType)).toContain('webhook_endpoint.deleted');
  });

  it('wakes the drainer when an endpoint changed, since its rows may have waited', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(URL, { enabledEvents: ['customer.created'] });
    expect(await workspace.fanOut(await workspace.record('webhook_endpoint.updated', { id: 'we_1' }))).toBe(true);
    expect(await workspace.fanOut(await workspace.record('product.created', { id: 'prod_1' }))).toBe(false);
  });
});
