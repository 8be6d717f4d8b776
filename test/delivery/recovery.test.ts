import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith } from '../../scripts/support/receiver.ts';
import { until } from '../../scripts/support/waiting.ts';
import type { PostResult } from '../../shared/domain/webhook-delivery/record.ts';
import { RETRY_DELAYS_MS } from '../../shared/domain/webhook-delivery/retry-schedule.ts';
import { sweepAt } from '../../shared/store/deliveries/lease.ts';
import type { PostRequest } from '../../shared/webhooks/post.ts';
import { deferred } from '../support/deferred.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

describe('delayed wake-ups, which start the next drainer (the run that sends the due deliveries),', () => {
  it('are sent once for a retry that is due within 15 minutes, and arrive in the last second before it is due', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    expect(account.wakes).toHaveLength(1);
    expect(account.wakes[0]).toBeGreaterThanOrEqual(4);
    expect(account.wakes[0]).toBeLessThanOrEqual(5);
    await account.drain();
    expect(account.wakes).toHaveLength(1);
    account.advance(4000);
    expect(await account.drain()).toMatchObject({ failedAttempts: 1 });
    expect(account.wakes).toHaveLength(2);
    expect(receiver.requests).toHaveLength(2);
  });

  it('for a retry due in more than 15 minutes are sent only in the minute before it, after the sweep has woken the account', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    for (const delay of [0, 5000, 30_000, 300_000]) {
      account.advance(delay);
      await account.drain();
    }
    expect((await account.row(endpoint)).attemptCount).toBe(4);
    expect(account.wakes).toHaveLength(3);
    // The next attempt is due after 30 minutes. The sweep wakes the account 50 seconds before that.
    account.advance(1_750_000);
    await account.drain();
    expect(account.wakes.at(-1)).toBeGreaterThanOrEqual(48);
    expect(account.wakes.at(-1)).toBeLessThanOrEqual(50);
  });
});

describe('the sweep, which wakes accounts whose deliveries are due,', () => {
  const seconds = (account: TestAccount): number => Math.ceil(account.nowMs() / 1000);

  it('wakes an account at most two minutes after a lost wake-up, and wakes no account without work', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    expect(await account.sweepDueAt()).toBeNull();
    await account.publish();
    expect(await account.sweepDueAt()).toBeLessThanOrEqual(seconds(account) + 120);
    await account.drain();
    expect(await account.sweepDueAt()).toBeNull();
  });

  it('wakes an account within two minutes of new work, even if its next retry is due in hours', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    for (const delay of [0, ...RETRY_DELAYS_MS.slice(0, 4)]) {
      account.advance(delay);
      await account.drain();
    }
    expect(await account.sweepDueAt()).toBeGreaterThan(seconds(account) + 4 * 3600 - 70);
    await account.publish();
    expect(await account.sweepDueAt()).toBeLessThanOrEqual(seconds(account) + 120);
  });

  it('wakes an account after its drainer failed', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const secretsOf = async (): Promise<never> => {
      throw new Error('key service unavailable');
    };
    await expect(account.drain({ secretsOf })).rejects.toThrow();
    expect(await account.sweepDueAt()).not.toBeNull();
  });
});

/** Publishes an event and makes all attempts of the schedule. */
const exhaustAttempts = async (account: TestAccount): Promise<void> => {
  await account.publish();
  for (const delay of [0, ...RETRY_DELAYS_MS]) {
    account.advance(delay);
    await account.drain();
  }
};

describe('redelivery', () => {
  it('[WHD-25] [WHD-27] makes a failed delivery due at once and continues its attempt count; no retries after attempt 10', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await exhaustAttempts(account);
    const { id } = await account.row(endpoint);
    expect(await account.redeliver(endpoint, id)).toMatchObject({ status: 'pending', attemptCount: 10 });
    expect(await account.drain()).toMatchObject({ failedAttempts: 1 });
    expect(await account.row(endpoint)).toMatchObject({ status: 'failed', attemptCount: 11, nextAttemptAtMs: null });
    receiver.answer = respondWith(200);
    await account.redeliver(endpoint, id);
    await account.drain();
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 12 });
    expect(receiver.requests[11]?.headers['service-delivery-attempt']).toBe('12');
  });

  it('[WHD-26] does not change a delivery that succeeded', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const before = await account.row(endpoint);
    expect(await account.redeliver(endpoint, before.id)).toEqual(before);
    await account.drain();
    expect(receiver.requests).toHaveLength(1);
    await expect(account.redeliver(endpoint, `whd_${'0'.repeat(32)}`)).rejects.toThrow('refused');
  });

  it('writes a due entry for the sweep, in case its wake-up is lost', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await exhaustAttempts(account);
    expect(await account.sweepDueAt()).toBeNull();
    await account.redeliver(endpoint, (await account.row(endpoint)).id);
    expect(await account.sweepDueAt()).toBe(sweepAt(account.nowMs(), account.nowMs()));
  });

  it('does not postpone a delivery that is already due', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const before = await account.row(endpoint);
    account.advance(60_000);
    expect(await account.redeliver(endpoint, before.id)).toEqual(before);
    expect(await account.queued()).toHaveLength(1);
  });

  it('keeps the result of a concurrent attempt, and then retries immediately', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    receiver.answer = async (request, response) => {
      const first = request.headers['service-delivery-attempt'] === '1';
      if (first) await account.redeliver(endpoint, (await account.row(endpoint)).id);
      response.writeHead(first ? 500 : 200).end();
    };
    await account.drain();
    expect(receiver.requests).toHaveLength(2);
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
    expect(await account.queued()).toEqual([]);
  });
});

describe('interruptions of a drainer:', () => {
  it('a delivery that is published during a drain is sent by the running drainer', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    receiver.answer = async (_request, response) => {
      if (receiver.requests.length === 1) {
        await account.publish();
        expect(await account.drain()).toMatchObject({ outcome: 'held' });
      }
      response.end();
    };
    expect(await account.drain()).toMatchObject({ delivered: 2 });
    expect(await account.rows(endpoint)).toHaveLength(2);
    expect(account.wakes).toHaveLength(1);
  });

  it('after a crash the lease expires and the next drainer posts the deliveries that have no recorded result', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    let posted = false;
    const result = deferred<PostResult>();
    const post = () => {
      posted = true;
      return result.promise;
    };
    const crashed = account.drain({ post, pause: () => new Promise(() => undefined) });
    await until(() => posted, 10_000, 'the first drainer posts');
    expect(await account.drain()).toMatchObject({ outcome: 'held' });
    expect(account.wakes[0]).toBeGreaterThanOrEqual(29);
    account.advance(31_000);
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    result.resolve({ statusCode: 500, excerpt: 'too late' });
    expect(await crashed).toMatchObject({ outcome: 'lost_lease' });
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  it('a drainer that lost its lease stops posting and records no second result', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.publish();
    const posts: PostRequest[] = [];
    const stale = account.drain({
      post: async (request) => {
        posts.push(request);
        if (posts.length === 1) {
          receiver.answer = respondWith(500);
          // The stale drainer may renew the lease when its second post ends. Then the loop lets the lease expire again.
          do account.advance(31_000);
          while ((await account.drain()).outcome === 'held');
        }
        return { statusCode: 200, excerpt: '' };
      },
    });
    expect(await stale).toMatchObject({ outcome: 'lost_lease' });
    expect(posts.length).toBeLessThanOrEqual(2);
    for (const row of await account.rows(endpoint)) expect(row.attemptCount).toBe(1);
  });

  it('a drainer stops before its process runs out of time, and sends a wake-up for the remaining deliveries', async () => {
    let remainingMs = 60_000;
    const account = fixture.account({ remainingMs: () => remainingMs });
    const endpoint = await account.endpoint(receiver.url);
    for (let index = 0; index < 4; index += 1) await account.publish();
    receiver.answer = (_request, response) => {
      remainingMs = 5000;
      response.end();
    };
    expect(await account.drain()).toMatchObject({ outcome: 'out_of_time', delivered: 2 });
    expect(account.wakes).toEqual([0]);
    remainingMs = 60_000;
    receiver.answer = respondWith(200);
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 2 });
    expect(await account.rows(endpoint)).toHaveLength(4);
  });

  it('if an entry fails, a drainer processes all other entries, releases the lease and throws', async () => {
    const account = fixture.account();
    const failing = await account.endpoint(`${receiver.url}/failing`);
    const working = await account.endpoint(`${receiver.url}/working`);
    await account.publish();
    const secretsOf: typeof account.deps.secretsOf = async (_tenant, endpoint) => {
      if (endpoint.id === failing.id) throw new Error('key service unavailable');
      return ['s'];
    };
    await expect(account.drain({ secretsOf })).rejects.toThrow(/could not be processed/);
    expect((await account.row(working)).status).toBe('delivered');
    expect(await account.row(failing)).toMatchObject({ status: 'pending', attemptCount: 0 });
    expect(await account.drain()).toMatchObject({ delivered: 1 });
  });
});
