import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, status } from '../../scripts/support/receiver.ts';
import { until } from '../../scripts/support/waiting.ts';
import { sweepAt } from '../../shared/store/lease.ts';
import type { PostResult } from '../../shared/webhooks/delivery.ts';
import type { PostRequest } from '../../shared/webhooks/post.ts';
import { RETRY_DELAYS_MS } from '../../shared/webhooks/schedule.ts';
import { useBench } from './support/bench.ts';
import type { Workspace } from './support/workspace.ts';

const bench = useBench();
let receiver: Receiver;
beforeEach(() => {
  receiver = bench.receiver();
});

describe('wake-ups', () => {
  it('come within the second before a retry that is at most 15 minutes away, once', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    expect(workspace.wakes).toHaveLength(1);
    expect(workspace.wakes[0]).toBeGreaterThanOrEqual(4);
    expect(workspace.wakes[0]).toBeLessThanOrEqual(5);
    await workspace.drain();
    expect(workspace.wakes).toHaveLength(1);
    workspace.advance(4000);
    expect(await workspace.drain()).toMatchObject({ failedAttempts: 1 });
    expect(workspace.wakes).toHaveLength(2);
    expect(receiver.requests).toHaveLength(2);
  });

  it('are left to the sweep for longer delays', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
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

describe('the sweep', () => {
  const seconds = (workspace: Workspace): number => Math.ceil(workspace.nowMs() / 1000);

  it('looks two minutes later at a workspace whose wake-up was lost, and at none without work', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    expect(await workspace.sweptAt()).toBeNull();
    await workspace.publish();
    expect(await workspace.sweptAt()).toBeLessThanOrEqual(seconds(workspace) + 120);
    await workspace.drain();
    expect(await workspace.sweptAt()).toBeNull();
  });

  it('looks at new work soon, though a retry waits for hours', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    for (const delay of [0, ...RETRY_DELAYS_MS.slice(0, 4)]) {
      workspace.advance(delay);
      await workspace.drain();
    }
    expect(await workspace.sweptAt()).toBeGreaterThan(seconds(workspace) + 4 * 3600 - 70);
    await workspace.publish();
    expect(await workspace.sweptAt()).toBeLessThanOrEqual(seconds(workspace) + 120);
  });

  it('looks again at a workspace whose drainer failed or died', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    const secretsOf = async (): Promise<never> => {
      throw new Error('key service away');
    };
    await expect(workspace.drain({ secretsOf })).rejects.toThrow();
    expect(await workspace.sweptAt()).not.toBeNull();
  });
});

/** Publishes an event and tries to deliver it as often as planned. */
const failForGood = async (workspace: Workspace): Promise<void> => {
  await workspace.publish();
  for (const delay of [0, ...RETRY_DELAYS_MS]) {
    workspace.advance(delay);
    await workspace.drain();
  }
};

describe('redelivery', () => {
  it('[WHD-25] [WHD-27] makes a failed row due at once, counts on, and retries no more after the tenth attempt', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await failForGood(workspace);
    const { id } = await workspace.row(endpoint);
    expect(await workspace.redeliver(endpoint, id)).toMatchObject({ status: 'pending', attemptCount: 10 });
    expect(await workspace.drain()).toMatchObject({ failedAttempts: 1 });
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'failed', attemptCount: 11, nextAttemptAtMs: null });
    receiver.answer = status(200);
    await workspace.redeliver(endpoint, id);
    await workspace.drain();
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 12 });
    expect(receiver.requests[11]?.headers['service-delivery-attempt']).toBe('12');
  });

  it('[WHD-26] leaves a delivered row as it is', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const before = await workspace.row(endpoint);
    expect(await workspace.redeliver(endpoint, before.id)).toEqual(before);
    await workspace.drain();
    expect(receiver.requests).toHaveLength(1);
    await expect(workspace.redeliver(endpoint, `whd_${'0'.repeat(32)}`)).rejects.toThrow('refused');
  });

  it('is known to the sweep from the write on, should its wake-up get lost', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await failForGood(workspace);
    expect(await workspace.sweptAt()).toBeNull();
    await workspace.redeliver(endpoint, (await workspace.row(endpoint)).id);
    expect(await workspace.sweptAt()).toBe(sweepAt(workspace.nowMs(), workspace.nowMs()));
  });

  it('does not put back a row that waits for its turn', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const before = await workspace.row(endpoint);
    workspace.advance(60_000);
    expect(await workspace.redeliver(endpoint, before.id)).toEqual(before);
    expect(await workspace.queued()).toHaveLength(1);
  });

  it('keeps the result of the attempt that runs meanwhile, and then tries again at once', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    receiver.answer = async (request, response) => {
      const first = request.headers['service-delivery-attempt'] === '1';
      if (first) await workspace.redeliver(endpoint, (await workspace.row(endpoint)).id);
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
    const workspace = bench.workspace();
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
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    let posted = false;
    let end: (result: PostResult) => void = () => undefined;
    const post = () => {
      posted = true;
      return new Promise<PostResult>((resolve) => {
        end = resolve;
      });
    };
    const crashed = workspace.drain({ post, pause: () => new Promise(() => undefined) });
    await until(() => posted, 10_000, 'the first drainer posts');
    expect(await workspace.drain()).toMatchObject({ outcome: 'held' });
    expect(workspace.wakes[0]).toBeGreaterThanOrEqual(29);
    workspace.advance(31_000);
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    end({ statusCode: 500, excerpt: 'too late' });
    expect(await crashed).toMatchObject({ outcome: 'lost_lease' });
    expect(await workspace.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  it('a drainer that lost its lease neither posts on nor records a second result', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.publish();
    const posts: PostRequest[] = [];
    const stale = workspace.drain({
      post: async (request) => {
        posts.push(request);
        if (posts.length === 1) {
          receiver.answer = status(500);
          // The other post may end meanwhile, and the lease be renewed once more for it.
          do workspace.advance(31_000);
          while ((await workspace.drain()).outcome === 'held');
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
    const workspace = bench.workspace({ remainingMs: () => remainingMs });
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
    const workspace = bench.workspace();
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
