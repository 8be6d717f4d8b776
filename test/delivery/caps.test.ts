import { beforeEach, describe, expect, it } from 'vitest';
import type { Receiver } from '../../scripts/support/receiver.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

describe('concurrent posts', () => {
  const respondAfter = (ms: number) => (receiver.answer = (_request, response) => void setTimeout(() => response.end(), ms));

  it('[WHD-18] are at most 2 per endpoint', async () => {
    respondAfter(60);
    const account = fixture.account();
    await account.endpoint(`${receiver.url}/a`);
    for (let index = 0; index < 8; index += 1) await account.publish();
    expect(await account.drain()).toMatchObject({ delivered: 8 });
    // The key is a path prefix: '' counts the requests of all paths.
    expect(receiver.maxOpen.get('')).toBe(2);
  });

  it('[WHD-19] are at most 3 per account and mode', async () => {
    respondAfter(60);
    const account = fixture.account();
    for (const path of ['a', 'b', 'c']) await account.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 5; index += 1) await account.publish();
    expect(await account.drain()).toMatchObject({ delivered: 15 });
    expect(receiver.maxOpen.get('')).toBe(3);
  });

  it('[WHD-20] are at most 4 per account, both modes together, even after several wake-ups', async () => {
    respondAfter(60);
    const account = fixture.account();
    for (const mode of ['live', 'test'] as const) {
      for (const path of ['a', 'b']) await account.endpoint(`${receiver.url}/${mode}/${path}`, {}, mode);
      for (let index = 0; index < 4; index += 1) await account.publish('customer.created', undefined, mode);
    }
    const reports = await Promise.all([1, 2, 3, 4].map(() => account.drain()));
    // Only one drainer at a time sends the deliveries of an account. The other three end at once.
    expect(reports.filter(({ outcome }) => outcome === 'held')).toHaveLength(3);
    expect(reports.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(16);
    expect(receiver.maxOpen.get('')).toBe(4);
    expect(receiver.maxOpen.get('/live')).toBeLessThanOrEqual(3);
    expect(receiver.maxOpen.get('/test')).toBeLessThanOrEqual(3);
    expect(receiver.maxOpen.get('/live/a')).toBeLessThanOrEqual(2);
    expect(receiver.requests).toHaveLength(16);
  });

  it('include a post to a fast endpoint among the first six, even if slow endpoints have a backlog', async () => {
    receiver.answer = (request, response) => void setTimeout(() => response.end(), request.path === '/fast' ? 0 : 100);
    const account = fixture.account();
    const slowEndpoints = ['a', 'b'].map((path) => account.endpoint(`${receiver.url}/${path}`, { enabledEvents: ['customer.created'] }));
    await Promise.all(slowEndpoints);
    for (let index = 0; index < 20; index += 1) await account.publish();
    await account.endpoint(`${receiver.url}/fast`, { enabledEvents: ['customer.deleted'] });
    await account.publish('customer.deleted');
    await account.drain();
    expect(receiver.requests.findIndex(({ path }) => path === '/fast')).toBeLessThan(6);
    // 20 events to each of the two slow endpoints, and one to the fast endpoint.
    expect(receiver.requests).toHaveLength(41);
  });
});

describe('disabled and removed endpoints', () => {
  it('[WHE-21] [WHE-22] keep their pending deliveries while disabled, and get them when enabled again', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(`${receiver.url}/off`);
    for (let index = 0; index < 12; index += 1) await account.publish();
    const disabled = await account.switch(endpoint, 'disabled');
    await account.endpoint(`${receiver.url}/on`);
    await account.publish();
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/on']);
    expect(account.wakes).toEqual([]);
    const rows = await account.rows(endpoint);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row).toMatchObject({ status: 'pending', attemptCount: 0 });
    await account.switch(disabled, 'enabled');
    expect(await account.drain()).toMatchObject({ delivered: 12 });
    for (const row of await account.rows(endpoint)) expect(row.status).toBe('delivered');
    expect(await account.queued()).toEqual([]);
  });

  it('have no due entry while disabled', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    expect(await account.sweepDueAt()).not.toBeNull();
    await account.switch(endpoint, 'disabled');
    await account.drain();
    expect(await account.sweepDueAt()).toBeNull();
  });

  it('lose their rows and queue entries when removed', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.removeEndpoint(endpoint);
    await account.drain();
    expect(receiver.requests).toHaveLength(0);
    expect(await account.rows(endpoint)).toEqual([]);
    expect(await account.queued()).toEqual([]);
  });
});
