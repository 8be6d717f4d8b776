import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Table } from '../../shared/store/table.ts';
import type { PostRequest } from '../../shared/webhooks/post.ts';
import { RETRY_DELAYS_MS } from '../../shared/webhooks/schedule.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { type Receiver, startReceiver, status } from './support/receiver.ts';
import { secretOf, tableIn, Workspace, type WorkspaceSettings } from './support/workspace.ts';

let engine: TestEngine;
let table: Table;
let receiver: Receiver;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const workspaceOf = (settings?: WorkspaceSettings): Workspace => new Workspace(table, settings);
const stripe = new Stripe('sk_test_none');
const header = (index: number, name: string): string => String(receiver.requests[index]?.headers[name]);
const verifies = (index: number, secret: string): boolean => {
  const request = receiver.requests[index];
  if (request === undefined) throw new Error(`no request ${index}`);
  try {
    stripe.webhooks.constructEvent(request.body, header(index, 'service-signature'), secret, 1_000_000);
    return true;
  } catch {
    return false;
  }
};

describe('a delivery', () => {
  it('[WHD-01] [WHD-02] [WHD-05] [WHD-06] posts the event, without customer, under headers that agree with it', async () => {
    const workspace = workspaceOf();
    await workspace.endpoint(receiver.url);
    const event = await workspace.publish('subscription.updated', {
      object: 'subscription',
      status: 'active',
      id: 'sub_1',
      customer_id: 'cus_1',
    });
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1, failedAttempts: 0 });
    const [request] = receiver.requests;
    const body = JSON.parse(request?.body.toString('utf8') ?? '');
    expect(request?.method).toBe('POST');
    expect(Object.keys(body)).toEqual(['id', 'object', 'type', 'created', 'livemode', 'data', 'previous_attributes']);
    expect(body).toEqual(event);
    expect(header(0, 'service-event-id')).toBe(event.id);
    expect(header(0, 'service-event-type')).toBe('subscription.updated');
    expect(header(0, 'service-delivery-attempt')).toBe('1');
    expect(header(0, 'content-type')).toMatch(/^application\/json/);
  });

  it('[WHD-03] [WHD-04] is signed so that a receiver verifies it', async () => {
    const workspace = workspaceOf();
    await workspace.endpoint(receiver.url);
    await workspace.publish('customer.updated', { id: 'cus_1', name: 'Zoë Ñandú 🚀' });
    await workspace.drain();
    expect(header(0, 'service-signature')).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(verifies(0, secretOf('one'))).toBe(true);
    expect(verifies(0, secretOf('two'))).toBe(false);
  });

  it('[WHD-08] [WHD-09] is signed with both secrets for 24 hours after a rotation, then with the new one only', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.rotate(endpoint, secretOf('two'));
    await workspace.publish();
    await workspace.drain();
    expect(header(0, 'service-signature').match(/v1=/g)).toHaveLength(2);
    expect([verifies(0, secretOf('one')), verifies(0, secretOf('two'))]).toEqual([true, true]);
    workspace.advance(86_400_000);
    await workspace.publish();
    await workspace.drain();
    expect(header(1, 'service-signature').match(/v1=/g)).toHaveLength(1);
    expect([verifies(1, secretOf('one')), verifies(1, secretOf('two'))]).toEqual([false, true]);
  });

  it.each([200, 201, 204])('[WHD-10] succeeds with %i', async (code) => {
    receiver.answer = status(code);
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    expect(await workspace.row(endpoint)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAtMs: null,
      lastResponseCode: code,
      lastError: null,
    });
    expect(await workspace.queued()).toEqual([]);
    workspace.advance(86_400_000);
    await workspace.drain();
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([302, 400, 404, 410, 500, 503])('[WHD-11] fails with %i and is planned again', async (code) => {
    receiver.answer = status(code, 'no');
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const row = await workspace.row(endpoint);
    expect(row).toMatchObject({ status: 'pending', attemptCount: 1, lastResponseCode: code, lastResponseBodyExcerpt: 'no' });
    expect(row.lastError).toContain(String(code));
    expect(row.nextAttemptAtMs).toBeGreaterThan(workspace.nowMs());
  });

  it('[WHD-12] fails without an answer within the timeout and is planned again', async () => {
    receiver.answer = () => undefined;
    const workspace = workspaceOf({ deadlineMs: 200 });
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'pending', attemptCount: 1, lastResponseCode: null });
    expect((await workspace.row(endpoint)).lastError).toMatch(/within 0.2 seconds/);
  });

  it('[WHD-14] sends nothing to a name that resolves to a private address by now, and goes on when it is public again', async () => {
    let addresses = ['10.1.2.3'];
    const workspace = workspaceOf({ resolve: async () => addresses });
    const endpoint = await workspace.endpoint(`http://hook.example:${receiver.port}/`);
    await workspace.publish();
    await workspace.drain();
    expect(receiver.requests).toHaveLength(0);
    expect(await workspace.row(endpoint)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      lastError: 'the host resolves to an address that is not public',
    });
    addresses = ['127.0.0.1'];
    workspace.advance(5000);
    await workspace.drain();
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });

  it('[WHD-07] [WHD-21] repeats with the same bytes and event id and a growing attempt number', async () => {
    receiver.answer = (request, response) => response.writeHead(request.headers['service-delivery-attempt'] === '3' ? 200 : 500).end();
    const workspace = workspaceOf();
    await workspace.endpoint(receiver.url);
    const event = await workspace.publish('customer.updated', { z: { b: 1, a: [{ y: 1, x: 2 }] }, id: 'cus_1', a: 'é' });
    for (const delay of [0, 5000, 30_000]) {
      workspace.advance(delay);
      await workspace.drain();
    }
    expect(receiver.requests.map(({ headers }) => headers['service-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(receiver.requests.map(({ headers }) => headers['service-event-id']))).toEqual(new Set([event.id]));
    expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
  });

  it('[WHD-15] [WHD-16] [WHD-17] [LIM-09] [LIM-10] is tried ten times on schedule over three days, then failed', async () => {
    receiver.answer = status(500);
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const delays: number[] = [];
    let exhausted = 0;
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const startMs = workspace.nowMs();
      const report = await workspace.drain();
      exhausted += report.exhausted.length;
      const { nextAttemptAtMs } = await workspace.row(endpoint);
      if (nextAttemptAtMs === null) continue;
      delays.push(Math.floor((nextAttemptAtMs - startMs) / 1000));
      workspace.advance(nextAttemptAtMs - workspace.nowMs() - 1000 - (nextAttemptAtMs - startMs > 900_000 ? 60_000 : 0));
      if (nextAttemptAtMs - workspace.nowMs() > 1500) expect(await workspace.drain()).toMatchObject({ delivered: 0, failedAttempts: 0 });
      workspace.advance(Math.max(0, nextAttemptAtMs - workspace.nowMs()));
    }
    expect(delays).toHaveLength(9);
    for (const [index, delay] of delays.entries()) {
      expect(delay - (RETRY_DELAYS_MS[index] ?? 0) / 1000).toBeGreaterThanOrEqual(0);
      expect(delay - (RETRY_DELAYS_MS[index] ?? 0) / 1000).toBeLessThanOrEqual(2);
    }
    expect(receiver.requests).toHaveLength(10);
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAtMs: null });
    expect(exhausted).toBe(1);
    expect(await workspace.queued()).toEqual([]);
  });

  it('[WHD-22] carries `created`, since an earlier event may arrive later', async () => {
    receiver.answer = (request, response) => {
      const slow = request.headers['service-event-type'] === 'customer.created';
      setTimeout(() => response.end(), slow ? 300 : 0);
    };
    const workspace = workspaceOf();
    await workspace.endpoint(receiver.url);
    const first = await workspace.publish('customer.created');
    workspace.advance(2000);
    const second = await workspace.publish('customer.updated');
    await workspace.drain();
    const created = new Map(receiver.requests.map(({ body }) => JSON.parse(body.toString('utf8'))).map(({ id, created: at }) => [id, at]));
    expect(created.get(second.id)).toBeGreaterThan(created.get(first.id));
  });
});

describe('wake-ups', () => {
  it('come within the second before a retry that is at most 15 minutes away, once', async () => {
    receiver.answer = status(500);
    const workspace = workspaceOf();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    expect(workspace.wakes).toEqual([4]);
    await workspace.drain();
    expect(workspace.wakes).toEqual([4]);
    workspace.advance(4100);
    expect(await workspace.drain()).toMatchObject({ failedAttempts: 1 });
    expect(workspace.wakes).toHaveLength(2);
    expect(receiver.requests).toHaveLength(2);
  });

  it('are left to the sweep for longer delays', async () => {
    receiver.answer = status(500);
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    for (const delay of [0, 5000, 30_000, 300_000]) {
      workspace.advance(delay);
      await workspace.drain();
    }
    expect((await workspace.row(endpoint)).attemptCount).toBe(4);
    expect(workspace.wakes).toHaveLength(3);
    workspace.advance(1_750_000);
    await workspace.drain();
    expect(workspace.wakes.at(-1)).toBeGreaterThanOrEqual(48);
    expect(workspace.wakes.at(-1)).toBeLessThanOrEqual(50);
  });
});

describe('posts in flight', () => {
  const slow = (ms: number) => (receiver.answer = (_request, response) => void setTimeout(() => response.end(), ms));

  it('[WHD-18] are at most 2 per endpoint', async () => {
    slow(60);
    const workspace = workspaceOf();
    await workspace.endpoint(`${receiver.url}/a`);
    for (let index = 0; index < 8; index += 1) await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ delivered: 8 });
    expect(receiver.maxOpen.get('')).toBe(2);
  });

  it('[WHD-19] are at most 3 per workspace and mode', async () => {
    slow(60);
    const workspace = workspaceOf();
    for (const path of ['a', 'b', 'c']) await workspace.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 5; index += 1) await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ delivered: 15 });
    expect(receiver.maxOpen.get('')).toBe(3);
  });

  it('[WHD-20] are at most 4 per workspace over both modes, however many wake-ups come', async () => {
    slow(60);
    const workspace = workspaceOf();
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
    const workspace = workspaceOf();
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
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(`${receiver.url}/off`);
    for (let index = 0; index < 12; index += 1) await workspace.publish();
    await workspace.save({ ...endpoint, status: 'disabled' });
    await workspace.endpoint(`${receiver.url}/on`);
    await workspace.publish();
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/on']);
    expect(workspace.wakes).toEqual([]);
    const rows = await workspace.rows(endpoint);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row).toMatchObject({ status: 'pending', attemptCount: 0 });
    await workspace.save(endpoint);
    expect(await workspace.drain()).toMatchObject({ delivered: 12 });
    for (const row of await workspace.rows(endpoint)) expect(row.status).toBe('delivered');
    expect(await workspace.queued()).toEqual([]);
  });

  it('asks for no attention of the sweep while disabled', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const due = async () => {
      const pk = `A#${workspace.accountId}#test#delivery#${endpoint.id}`;
      const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
      return items.map(({ dpk, due_kind }) => [typeof dpk, due_kind]);
    };
    expect(await due()).toEqual([['string', 'webhook_delivery']]);
    await workspace.save({ ...endpoint, status: 'disabled' });
    await workspace.drain();
    expect(await due()).toEqual([['undefined', undefined]]);
  });

  it('removes what is left of a removed endpoint', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.removeEndpoint(endpoint);
    await workspace.drain();
    expect(receiver.requests).toHaveLength(0);
    expect(await workspace.rows(endpoint)).toEqual([]);
    expect(await workspace.queued()).toEqual([]);
  });
});

describe('redelivery', () => {
  it('[WHD-25] [WHD-27] makes a failed row due at once, counts on, and retries no more after the tenth attempt', async () => {
    receiver.answer = status(500);
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    for (const delay of [0, ...RETRY_DELAYS_MS]) {
      workspace.advance(delay);
      await workspace.drain();
    }
    const { id } = await workspace.row(endpoint);
    expect(await workspace.ledger.redeliver(workspace.tenant(), endpoint.id, id)).toMatchObject({ status: 'pending', attemptCount: 10 });
    expect(await workspace.drain()).toMatchObject({ failedAttempts: 1 });
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'failed', attemptCount: 11, nextAttemptAtMs: null });
    receiver.answer = status(200);
    await workspace.ledger.redeliver(workspace.tenant(), endpoint.id, id);
    await workspace.drain();
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 12 });
    expect(header(11, 'service-delivery-attempt')).toBe('12');
  });

  it('[WHD-26] leaves a delivered row as it is', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const before = await workspace.row(endpoint);
    expect(await workspace.ledger.redeliver(workspace.tenant(), endpoint.id, before.id)).toEqual(before);
    await workspace.drain();
    expect(receiver.requests).toHaveLength(1);
    expect(await workspace.ledger.redeliver(workspace.tenant(), endpoint.id, `whd_${'0'.repeat(32)}`)).toBeNull();
  });

  it('keeps the result of the attempt that runs meanwhile, and then tries again at once', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    receiver.answer = async (request, response) => {
      const first = request.headers['service-delivery-attempt'] === '1';
      if (first) await workspace.ledger.redeliver(workspace.tenant(), endpoint.id, (await workspace.row(endpoint)).id);
      response.writeHead(first ? 500 : 200).end();
    };
    await workspace.drain();
    expect(receiver.requests).toHaveLength(2);
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
    expect(await workspace.queued()).toEqual([]);
  });
});

describe('drainers that end badly', () => {
  it('a wake-up during a drain is seen by its drainer', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    receiver.answer = async (_request, response) => {
      if (receiver.requests.length === 1) {
        await workspace.publish();
        expect(await workspace.drain()).toMatchObject({ outcome: 'held' });
      }
      response.end();
    };
    expect(await workspace.drain()).toMatchObject({ delivered: 2 });
    expect(await workspace.rows(endpoint)).toHaveLength(2);
    expect(workspace.wakes).toHaveLength(1);
  });

  it('a crash loses nothing: the lease expires and the next drainer posts what was not recorded', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const never = new Promise<never>(() => undefined);
    void workspace.drain({ post: () => never });
    await workspace.deps.pause(100);
    expect(await workspace.drain()).toMatchObject({ outcome: 'held' });
    expect(workspace.wakes[0]).toBeGreaterThanOrEqual(29);
    workspace.advance(31_000);
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  it('a drainer that lost its lease neither posts on nor records a second result', async () => {
    const workspace = workspaceOf();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.publish();
    const posts: PostRequest[] = [];
    const stale = workspace.drain({
      post: async (request) => {
        posts.push(request);
        if (posts.length === 1) {
          workspace.advance(31_000);
          receiver.answer = status(500);
          await workspace.drain();
        }
        return { statusCode: 200, excerpt: '' };
      },
    });
    expect(await stale).toMatchObject({ outcome: 'lost_lease' });
    expect(posts.length).toBeLessThanOrEqual(2);
    for (const row of await workspace.rows(endpoint)) expect(row.attemptCount).toBe(1);
  });

  it('stops in time before its process ends, and sends the wake-up on', async () => {
    let remainingMs = 60_000;
    const workspace = workspaceOf({ remainingMs: () => remainingMs });
    const endpoint = await workspace.endpoint(receiver.url);
    for (let index = 0; index < 4; index += 1) await workspace.publish();
    receiver.answer = (_request, response) => {
      remainingMs = 5000;
      response.end();
    };
    expect(await workspace.drain()).toMatchObject({ outcome: 'out_of_time', delivered: 2 });
    expect(workspace.wakes).toEqual([0]);
    remainingMs = 60_000;
    receiver.answer = status(200);
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 2 });
    expect(await workspace.rows(endpoint)).toHaveLength(4);
  });

  it('gives the lease back and throws when an entry cannot be worked, having worked the others', async () => {
    const workspace = workspaceOf();
    const sick = await workspace.endpoint(`${receiver.url}/sick`);
    const well = await workspace.endpoint(`${receiver.url}/well`);
    await workspace.publish();
    const secretsOf: typeof workspace.deps.secretsOf = async (_tenant, endpoint) => {
      if (endpoint.id === sick.id) throw new Error('key service away');
      return ['s'];
    };
    await expect(workspace.drain({ secretsOf })).rejects.toThrow(/could not be worked/);
    expect((await workspace.row(well)).status).toBe('delivered');
    expect(await workspace.row(sick)).toMatchObject({ status: 'pending', attemptCount: 0 });
    expect(await workspace.drain()).toMatchObject({ delivered: 1 });
  });
});
