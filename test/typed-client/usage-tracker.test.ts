import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBilling, UsageQueueFullError, type UsageSettings } from '../../shared/client/index.ts';
import { runClient } from './program.ts';
import { closeConnection, errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());
afterEach(() => void vi.restoreAllMocks());

const usageOf = (settings: UsageSettings, maxRetries = 0) =>
  createBilling({ key: 'svc_test_1', baseUrl: service.baseUrl, maxRetries, usage: settings }).usage;

const EVENT = { event_name: 'tokens', subscription_id: 'sub_1', value: '1' };
const eventsIn = (body: string): readonly { readonly id: string }[] => JSON.parse(body).events;
const sentIds = (): readonly (readonly string[])[] => service.received.map(({ body }) => eventsIn(body).map(({ id }) => id));

/** Records all events but those whose id begins with `bad`. */
const record: Reply = (response, request) => {
  const outcomes = eventsIn(request.body).map(({ id }) =>
    id.startsWith('bad')
      ? { id, outcome: 'refused', error: { code: 'parameter_invalid', param: 'value', reason: null, message: 'No.' } }
      : { id, outcome: 'recorded', error: null },
  );
  jsonReply(200, { object: 'usage_event_batch', outcomes })(response, request);
};
const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('billing.usage', () => {
  it('sends events in their order, in batches of `batchSize`', async () => {
    service.replyWith(record, record, record);
    const usage = usageOf({ batchSize: 4, intervalMs: 60_000 });
    for (const index of indexes(10)) usage.track({ ...EVENT, id: `e${index}` });
    await usage.flush();
    expect(sentIds().map((ids) => ids.length)).toEqual([4, 4, 2]);
    expect(sentIds().flat()).toEqual(indexes(10).map((index) => `e${index}`));
    expect(usage.queued()).toBe(0);
  });

  it('sends events after `intervalMs`', async () => {
    service.replyWith(record);
    const usage = usageOf({ intervalMs: 20 });
    usage.track(EVENT);
    await expect.poll(() => usage.queued()).toBe(0);
    const [sent] = eventsIn(service.received[0]?.body ?? '');
    expect(sent).toMatchObject({ ...EVENT, id: expect.stringMatching(/^[0-9a-f-]{36}$/), occurred_at: expect.any(Number) });
  });

  it('sends the events of a failed request again with the same ids and times', async () => {
    const errors: unknown[] = [];
    service.replyWith(closeConnection, errorReply(500, 'internal_error'), record);
    const usage = usageOf({ batchSize: 2, intervalMs: 10, onError: (error) => errors.push(error) });
    usage.track(EVENT);
    usage.track(EVENT);
    await expect.poll(() => usage.queued()).toBe(0);
    expect(new Set(service.received.map(({ body }) => body)).size).toBe(1);
    expect(service.received).toHaveLength(3);
    expect(errors).toHaveLength(2);
  });

  it('waits twice the interval after a failure, even if events were tracked during the failed request', async () => {
    const usage = usageOf({ batchSize: 10, intervalMs: 200 });
    const timesMs: number[] = [];
    const failAfterEvent: Reply = (response, request) => {
      usage.track(EVENT);
      timesMs.push(performance.now());
      closeConnection(response, request);
    };
    const recordAt: Reply = (response, request) => {
      timesMs.push(performance.now());
      record(response, request);
    };
    service.replyWith(failAfterEvent, recordAt, recordAt);
    usage.track(EVENT);
    await expect.poll(() => usage.queued()).toBe(0);
    const [failedAt = 0, repeatedAt = 0] = timesMs;
    expect(repeatedAt - failedAt).toBeGreaterThan(390);
  });

  it('keeps the events of a failed flush, and rejects', async () => {
    service.replyWith(errorReply(500, 'internal_error'), record);
    const usage = usageOf({ intervalMs: 60_000 });
    usage.track(EVENT);
    await expect(usage.flush()).rejects.toThrow('It is internal_error.');
    expect(usage.queued()).toBe(1);
    await usage.flush();
    expect(usage.queued()).toBe(0);
  });

  it('throws if its queue is full', () => {
    const usage = usageOf({ maxQueued: 3, intervalMs: 60_000 });
    for (const _ of indexes(3)) usage.track(EVENT);
    expect(() => usage.track(EVENT)).toThrow(UsageQueueFullError);
    expect(usage.queued()).toBe(3);
  });

  it('splits batches that would exceed the size of a request', async () => {
    service.replyWith(record, record, record);
    const usage = usageOf({ batchSize: 1000, intervalMs: 60_000 });
    for (const index of indexes(500)) usage.track({ ...EVENT, id: `e${index}`, properties: { text: 'é'.repeat(2000) } });
    await usage.flush();
    const sizes = service.received.map(({ body }) => Buffer.byteLength(body));
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  });

  it('reports refused events, and does not send them again', async () => {
    const refused: string[] = [];
    service.replyWith(record);
    const usage = usageOf({ intervalMs: 60_000, onRefused: (event, { param }) => refused.push(`${event.id} ${param}`) });
    usage.track({ ...EVENT, id: 'good' });
    usage.track({ ...EVENT, id: 'bad' });
    await usage.flush();
    expect([refused, usage.queued()]).toEqual([['bad value'], 0]);
  });

  describe('for a request that is refused as a whole', () => {
    const refuseBody = errorReply(400, 'parameter_invalid', { param: '' });
    const isPoison = (id: string): boolean => id.startsWith('poison');
    /** Refuses each request that contains an event whose id begins with `poison`. */
    const refusePoison =
      (refuse: Reply): Reply =>
      (response, request) =>
        (eventsIn(request.body).some(({ id }) => isPoison(id)) ? refuse : record)(response, request);
    const recorded = (): readonly string[] =>
      sentIds()
        .filter((ids) => !ids.some(isPoison))
        .flat();

    it.each([
      ['400', refuseBody, 'parameter_invalid'],
      ['413 of a proxy', jsonReply(413, { message: 'Request Too Long' }), 'unexpected_answer'],
    ])('drops and reports the event that causes a %s, and sends the others once', async (_, refuse, code) => {
      const refused: string[] = [];
      service.replyWith(...indexes(30).map(() => refusePoison(refuse)));
      const usage = usageOf({ batchSize: 8, intervalMs: 60_000, onRefused: ({ id }, error) => refused.push(`${id} ${error.code}`) });
      const ids = ['e0', 'e1', 'e2', 'poison1', 'e4', 'e5', 'e6', 'poison2', 'e8', 'poison3', 'e10'];
      for (const id of ids) usage.track({ ...EVENT, id });
      await usage.flush();
      expect(refused).toEqual([`poison1 ${code}`, `poison2 ${code}`, `poison3 ${code}`]);
      expect(recorded()).toEqual(ids.filter((id) => !isPoison(id)));
      expect(usage.queued()).toBe(0);
    });

    it('keeps what is not yet sent if the service fails while a batch is being split', async () => {
      service.replyWith(refuseBody, record, errorReply(503, 'at_capacity'), ...indexes(10).map(() => refusePoison(refuseBody)));
      const usage = usageOf({ batchSize: 4, intervalMs: 60_000, onRefused: () => undefined, onError: () => undefined });
      for (const id of ['e0', 'e1', 'poison', 'e3']) usage.track({ ...EVENT, id });
      await expect(usage.flush()).rejects.toThrow('It is at_capacity.');
      expect(usage.queued()).toBe(2);
      await usage.flush();
      expect([usage.queued(), recorded()]).toEqual([0, ['e0', 'e1', 'e3']]);
    });

    it.each([
      ['401', errorReply(401, 'revoked_api_key')],
      ['403', errorReply(403, 'insufficient_scope')],
      ['404', errorReply(404, 'route_not_found')],
      ['429', errorReply(429, 'rate_limited')],
      ['400 for a header', errorReply(400, 'parameter_invalid', { param: 'Idempotency-Key' })],
      ['400 of a proxy', jsonReply(400, {})],
    ])('keeps the events after a %s', async (_, reply) => {
      service.replyWith(reply, record);
      const usage = usageOf({ intervalMs: 60_000 });
      for (const id of ['e0', 'e1']) usage.track({ ...EVENT, id });
      await expect(usage.flush()).rejects.toThrow();
      expect([service.received.length, usage.queued()]).toEqual([1, 2]);
      await usage.flush();
      expect(usage.queued()).toBe(0);
    });
  });

  it('replaces lone surrogates, which the service does not accept', async () => {
    service.replyWith(record);
    const usage = usageOf({ intervalMs: 60_000 });
    const cut = 'smile 😀'.slice(0, -1);
    usage.track({ ...EVENT, properties: { cut, ['\ude00']: '😀 \\ud83d', escaped: '\\\ud83d' } });
    await usage.flush();
    const [sent] = eventsIn(service.received[0]?.body ?? '');
    expect(sent).toMatchObject({ properties: { cut: 'smile \ufffd', ['\ufffd']: '😀 \\ud83d', escaped: '\\\ufffd' } });
  });

  it('throws for a number that the service does not accept, and names its field', () => {
    const usage = usageOf({ intervalMs: 60_000 });
    expect(() => usage.track({ ...EVENT, occurred_at: 1_800_000_000_000_000_000 })).toThrow(
      new TypeError('`occurred_at` is beyond 2^53 - 1. The event was not added.'),
    );
    expect(usage.queued()).toBe(0);
  });

  describe('on the console', () => {
    const warnings = (): readonly unknown[][] => vi.mocked(console.warn).mock.calls;

    it('warns once about the refused events of a batch, without their content, if there is no handler', async () => {
      vi.spyOn(console, 'warn').mockReturnValue();
      service.replyWith(record);
      const usage = usageOf({ intervalMs: 60_000 });
      for (const id of ['bad1', 'good', 'bad2']) usage.track({ ...EVENT, id, properties: { text: 'private' } });
      await usage.flush();
      expect(warnings()).toEqual([
        ['Usage events were refused and are not billed: 2. The first: parameter_invalid, No. Set `usage.onRefused` to handle them.'],
      ]);
    });

    it('warns that a request failed and that its events stay in the queue, if there is no handler', async () => {
      vi.spyOn(console, 'warn').mockReturnValue();
      service.replyWith(errorReply(500, 'internal_error'), record);
      const usage = usageOf({ intervalMs: 10 });
      usage.track(EVENT);
      await expect.poll(() => usage.queued()).toBe(0);
      expect(warnings()).toEqual([
        ['Usage events could not be sent and stay in the queue: 1. It is internal_error. Set `usage.onError` to handle this.'],
      ]);
    });

    it('does not warn if there are handlers, or no problems', async () => {
      vi.spyOn(console, 'warn').mockReturnValue();
      service.replyWith(record, errorReply(500, 'internal_error'), record);
      const usage = usageOf({ intervalMs: 10, onRefused: () => undefined, onError: () => undefined });
      usage.track({ ...EVENT, id: 'bad' });
      await usage.flush();
      usage.track(EVENT);
      await expect.poll(() => usage.queued()).toBe(0);
      service.replyWith(record);
      const silent = usageOf({ intervalMs: 60_000 });
      silent.track(EVENT);
      await silent.flush();
      expect(warnings()).toEqual([]);
    });
  });

  it('sends the queued events when the program ends', async () => {
    service.replyWith(record);
    await runClient(
      service,
      `usageOf({ intervalMs: 3600000 }).track({ id: 'last', event_name: 'tokens', subscription_id: 'sub_1', value: '1' });`,
    );
    expect(sentIds()).toEqual([['last']]);
  }, 60_000);

  describe('whose events are still in the queue when the program ends', () => {
    const track = "usage.track({ id: 'last', event_name: 'tokens', subscription_id: 'sub_1', value: '1' });";
    const handlers = '{ onRefused: ({ id }, { code }) => console.log(id, code), onError: ({ message }) => console.log(message) }';

    it.each([
      ['because the last request failed', handlers, '', 'It is revoked_api_key.\nlast not_recorded\n'],
      ['because it calls process.exit()', handlers, 'process.exit(0);', 'last not_recorded\n'],
    ])(
      'passes them to `onRefused`, %s',
      async (_why, settings, ending, printed) => {
        service.replyWith(errorReply(401, 'revoked_api_key'));
        const { stdout, stderr } = await runClient(service, `const usage = usageOf(${settings}); ${track} ${ending}`);
        expect([stdout, stderr]).toEqual([printed, '']);
      },
      60_000,
    );

    it('warns that they are not recorded, if there is no handler', async () => {
      service.replyWith(errorReply(401, 'revoked_api_key'));
      const { stderr } = await runClient(service, `const usage = usageOf({ intervalMs: 3600000 }); ${track}`);
      expect(stderr).toBe(
        'The program ended before usage events were recorded: 1. It is revoked_api_key. Set `usage.onRefused` to store them.\n',
      );
    }, 60_000);
  });
});
