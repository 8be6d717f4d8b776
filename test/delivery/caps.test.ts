import { beforeEach, describe, expect, it } from 'vitest';
import type { Receiver } from '../../scripts/support/receiver.ts';
import { useBench } from './support/bench.ts';

const bench = useBench();
let receiver: Receiver;
beforeEach(() => {
  receiver = bench.receiver();
});

describe('posts in flight', () => {
  const slow = (ms: number) => (receiver.answer = (_request, response) => void setTimeout(() => response.end(), ms));

  it('[WHD-18] are at most 2 per endpoint', async () => {
    slow(60);
    const workspace = bench.workspace();
    await workspace.endpoint(`${receiver.url}/a`);
    for (let index = 0; index < 8; index += 1) await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ delivered: 8 });
    expect(receiver.maxOpen.get('')).toBe(2);
  });

  it('[WHD-19] are at most 3 per workspace and mode', async () => {
    slow(60);
    const workspace = bench.workspace();
    for (const path of ['a', 'b', 'c']) await workspace.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 5; index += 1) await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ delivered: 15 });
    expect(receiver.maxOpen.get('')).toBe(3);
  });

  it('[WHD-20] are at most 4 per workspace over both modes, however many wake-ups come', async () => {
    slow(60);
    const workspace = bench.workspace();
    for (const mode of ['live', 'test'] as const) {
      for (const path of ['a', 'b']) await workspace.endpoint(`${receiver.url}/${mode}/${path}`, {}, mode);
      for (let index = 0; index < 4; index += 1) await workspace.publish('customer.created', undefined, mode);
    }
    const reports = await Promise.all([1, 2, 3, 4].map(() => workspace.drain()));
    expect(reports.filter(({ outcome }) => outcome === 'held')).toHaveLength(3);
    expect(reports.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(16);
    expect(receiver.maxOpen.get('')).toBe(4);
    expect(receiver.maxOpen.get('/live')).toBeLessThanOrEqual(3);
    expect(receiver.maxOpen.get('/test')).toBeLessThanOrEqual(3);
    expect(receiver.maxOpen.get('/live/a')).toBeLessThanOrEqual(2);
    expect(receiver.requests).toHaveLength(16);
  });

  it('leave a fast endpoint its share beside slow ones with a backlog', async () => {
    receiver.answer = (request, response) => void setTimeout(() => response.end(), request.path === '/fast' ? 0 : 100);
    const workspace = bench.workspace();
    const backlog = ['a', 'b'].map((path) => workspace.endpoint(`${receiver.url}/${path}`, { enabledEvents: ['customer.created'] }));
    await Promise.all(backlog);
    for (let index = 0; index < 20; index += 1) await workspace.publish();
    await workspace.endpoint(`${receiver.url}/fast`, { enabledEvents: ['customer.deleted'] });
    await workspace.publish('customer.deleted');
    await workspace.drain();
    expect(receiver.requests.findIndex(({ path }) => path === '/fast')).toBeLessThan(6);
    expect(receiver.requests).toHaveLength(41);
  });
});

describe('disabled and removed endpoints', () => {
  it('[WHE-21] [WHE-22] rows wait while the endpoint is disabled and go on when it is enabled', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(`${receiver.url}/off`);
    for (let index = 0; index < 12; index += 1) await workspace.publish();
    const off = await workspace.switch(endpoint, 'disabled');
    await workspace.endpoint(`${receiver.url}/on`);
    await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/on']);
    expect(workspace.wakes).toEqual([]);
    const rows = await workspace.rows(endpoint);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row).toMatchObject({ status: 'pending', attemptCount: 0 });
    await workspace.switch(off, 'enabled');
    expect(await workspace.drain()).toMatchObject({ delivered: 12 });
    for (const row of await workspace.rows(endpoint)) expect(row.status).toBe('delivered');
    expect(await workspace.queued()).toEqual([]);
  });

  it('asks for no attention of the sweep while disabled', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    expect(await workspace.sweptAt()).not.toBeNull();
    await workspace.switch(endpoint, 'disabled');
    await workspace.drain();
    expect(await workspace.sweptAt()).toBeNull();
  });

  it('removes what is left of a removed endpoint', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.removeEndpoint(endpoint);
    await workspace.drain();
    expect(receiver.requests).toHaveLength(0);
    expect(await workspace.rows(endpoint)).toEqual([]);
    expect(await workspace.queued()).toEqual([]);
  });
});
