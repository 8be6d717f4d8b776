import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBilling, UsageQueueFullError, type UsageSettings } from '../../shared/client/index.ts';
import { createUsageTracker } from '../../shared/client/usage-tracker.ts';
import { runClient } from './program.ts';
import { type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

const usageOf = (settings: UsageSettings) =>
  createBilling({ key: 'svc_test_1', baseUrl: service.baseUrl, maxRetries: 0, usage: settings }).usage;

const EVENT = { event_name: 'tokens', subscription_id: 'sub_1', value: '1' };
const eventsIn = (body: string): readonly { readonly id: string }[] => JSON.parse(body).events;
const sentIds = (): readonly (readonly string[])[] => service.received.map(({ body }) => eventsIn(body).map(({ id }) => id));
const record: Reply = (response, request) =>
  jsonReply(200, { outcomes: eventsIn(request.body).map(({ id }) => ({ id, outcome: 'recorded', error: null })) })(response, request);

describe('a tracked event of a subscription whose plan change is pending', () => {
  /** Refuses the events whose id begins with `pending` for now, and records the others. */
  const refuseForNow: Reply = (response, request) => {
    const error = { code: 'operation_pending', param: null, reason: 'payment_processing', message: 'Not yet.' };
    const outcomes = eventsIn(request.body).map(({ id }) =>
      id.startsWith('pending') ? { id, outcome: 'refused', error } : { id, outcome: 'recorded', error: null },
    );
    jsonReply(200, { object: 'usage_event_batch', outcomes })(response, request);
  };

  it('is sent again with the same id until it is recorded, and is not reported', async () => {
    const refused: string[] = [];
    service.replyWith(refuseForNow, refuseForNow, record);
    const usage = usageOf({ intervalMs: 10, onRefused: ({ id = '' }) => refused.push(id) });
    usage.track({ ...EVENT, id: 'pending' });
    usage.track({ ...EVENT, id: 'e1' });
    await expect.poll(() => usage.queued()).toBe(0);
    expect(sentIds()).toEqual([['pending', 'e1'], ['pending'], ['pending']]);
    expect(new Set(service.received.map(({ body }) => JSON.stringify(eventsIn(body)[0]))).size).toBe(1);
    expect(refused).toEqual([]);
  });

  it('does not block later events or `flush`; `flush` does not send it again before the delay is over', async () => {
    service.replyWith(refuseForNow, refuseForNow, refuseForNow);
    const usage = usageOf({ intervalMs: 60_000 });
    for (const id of ['pending1', 'e1']) {
      usage.track({ ...EVENT, id });
      await usage.flush();
    }
    await usage.flush();
    expect([sentIds(), usage.queued()]).toEqual([[['pending1'], ['e1']], 1]);
  });

  it('is sent again after delays that double each time, up to five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    try {
      const timesMs: number[] = [];
      const start = Date.now();
      const send = (body: { readonly events: readonly { readonly id: string }[] }) => {
        timesMs.push(Date.now() - start);
        const error = { code: 'operation_pending', param: null, reason: null, message: 'Not yet.' };
        return Promise.resolve({ outcomes: body.events.map(({ id }) => ({ id, outcome: 'refused', error })) } as never);
      };
      createUsageTracker(send, { onRefused: () => undefined }).track({ ...EVENT, id: 'pending' });
      await vi.advanceTimersByTimeAsync(1_200_000);
      const delays = timesMs
        .slice(1)
        .map((timeMs, index) => timeMs - (timesMs[index] ?? 0))
        .map((ms) => Math.round(ms / 1000));
      expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts towards `maxQueued`', async () => {
    service.replyWith(refuseForNow);
    const usage = usageOf({ maxQueued: 1, intervalMs: 60_000 });
    usage.track({ ...EVENT, id: 'pending' });
    await usage.flush();
    expect(() => usage.track(EVENT)).toThrow(UsageQueueFullError);
  });

  it('is reported at once if such events already are a tenth of `maxQueued`, so that other events have room', async () => {
    const refused: string[] = [];
    service.replyWith(refuseForNow);
    const usage = usageOf({ maxQueued: 20, intervalMs: 60_000, onRefused: ({ id = '' }) => refused.push(id) });
    for (const id of ['pending1', 'pending2', 'pending3']) usage.track({ ...EVENT, id });
    await usage.flush();
    expect([refused, usage.queued()]).toEqual([['pending3'], 2]);
  });

  it('is sent once more when the program ends, and reported if it is refused again', async () => {
    service.replyWith(refuseForNow, refuseForNow);
    const { stdout } = await runClient(
      service,
      `
      const usage = usageOf({ intervalMs: 3600000, onRefused: ({ id }, { code }) => console.log(id, code) });
      usage.track({ id: 'pending', event_name: 'tokens', subscription_id: 'sub_1', value: '1' });
      await usage.flush();`,
    );
    expect([sentIds(), stdout]).toEqual([[['pending'], ['pending']], 'pending operation_pending\n']);
  }, 60_000);
});
