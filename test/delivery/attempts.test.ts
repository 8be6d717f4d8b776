import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith } from '../../scripts/support/receiver.ts';
import { RETRY_DELAYS_MS } from '../../shared/domain/webhook-delivery/retry-schedule.ts';
import { encryptedSecret, secretOf } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});
const stripe = new Stripe('sk_test_none');
const header = (index: number, name: string): string => String(receiver.requests[index]?.headers[name]);
/** Whether the signature of the received request with this index is valid for the secret. A new endpoint has `secretOf('one')`. */
const isSignedWith = (index: number, secret: string): boolean => {
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
  it('[WHD-01] [WHD-02] [WHD-05] [WHD-06] posts the event as the API returns it without `expand`, with matching headers', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    const event = await account.publish('subscription.updated', {
      object: 'subscription',
      status: 'active',
      id: 'sub_1',
      customer_id: 'cus_1',
    });
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 1, failedAttempts: 0 });
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

  it('[WHD-03] [WHD-04] has a signature that a receiver can verify', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish('customer.updated', { id: 'cus_1', name: 'Zoë Ñandú 🚀' });
    await account.drain();
    expect(header(0, 'service-signature')).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(isSignedWith(0, secretOf('one'))).toBe(true);
    expect(isSignedWith(0, secretOf('two'))).toBe(false);
  });

  it('[WHD-08] [WHD-09] is signed with both secrets for 24 hours after a rotation, then only with the new secret', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.rotate(endpoint, secretOf('two'));
    await account.publish();
    await account.drain();
    expect(header(0, 'service-signature').match(/v1=/g)).toHaveLength(2);
    expect([isSignedWith(0, secretOf('one')), isSignedWith(0, secretOf('two'))]).toEqual([true, true]);
    account.advance(86_400_000);
    await account.publish();
    await account.drain();
    expect(header(1, 'service-signature').match(/v1=/g)).toHaveLength(1);
    expect([isSignedWith(1, secretOf('one')), isSignedWith(1, secretOf('two'))]).toEqual([false, true]);
  });

  it('[WHD-08] [WHD-09] is signed with each former secret until 24 hours after that secret was replaced', async () => {
    const account = fixture.account();
    const first = await account.endpoint(receiver.url);
    const second = await account.rotate(first, secretOf('two'));
    account.advance(6 * 3_600_000);
    await account.rotate(second, secretOf('three'));
    const all = [secretOf('one'), secretOf('two'), secretOf('three')];
    await account.publish();
    await account.drain();
    expect(header(0, 'service-signature').match(/v1=/g)).toHaveLength(3);
    expect(all.map((secret) => isSignedWith(0, secret))).toEqual([true, true, true]);
    account.advance(18 * 3_600_000);
    await account.publish();
    await account.drain();
    expect(all.map((secret) => isSignedWith(1, secret))).toEqual([false, true, true]);
    account.advance(6 * 3_600_000);
    await account.publish();
    await account.drain();
    expect(all.map((secret) => isSignedWith(2, secret))).toEqual([false, false, true]);
  });

  it('[WHD-08] is signed with the five newest secrets at most', async () => {
    const account = fixture.account();
    let endpoint = await account.endpoint(receiver.url);
    const names = ['two', 'three', 'four', 'five', 'six', 'seven'];
    for (const name of names) endpoint = await account.rotate(endpoint, secretOf(name));
    await account.publish();
    await account.drain();
    expect(header(0, 'service-signature').match(/v1=/g)).toHaveLength(5);
    expect(['one', ...names].map((name) => isSignedWith(0, secretOf(name)))).toEqual([false, false, true, true, true, true, true]);
  });

  it('[WHD-08] is signed with the new and the previous secret if an earlier release wrote the endpoint', async () => {
    const account = fixture.account();
    const { formerSecrets: _, ...endpoint } = await account.endpoint(receiver.url);
    const expiresAt = Math.floor(account.nowMs() / 1000) + 3600;
    await account.storeEndpoint({ ...endpoint, previousSecret: { ...encryptedSecret(secretOf('two')), expiresAt } }, 1);
    await account.publish();
    await account.drain();
    expect([isSignedWith(0, secretOf('one')), isSignedWith(0, secretOf('two'))]).toEqual([true, true]);
  });

  it.each([200, 201, 204])('[WHD-10] succeeds if the receiver responds with %i', async (code) => {
    receiver.answer = respondWith(code);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    expect(await account.row(endpoint)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      nextAttemptAtMs: null,
      lastResponseCode: code,
      lastError: null,
    });
    expect(await account.queued()).toEqual([]);
    account.advance(86_400_000);
    await account.drain();
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([302, 400, 404, 410, 500, 503])('[WHD-11] fails if the receiver responds with %i, and is scheduled again', async (code) => {
    receiver.answer = respondWith(code, 'no');
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const row = await account.row(endpoint);
    expect(row).toMatchObject({ status: 'pending', attemptCount: 1, lastResponseCode: code, lastResponseBodyExcerpt: 'no' });
    expect(row.lastError).toContain(String(code));
    expect(row.nextAttemptAtMs).toBeGreaterThan(account.nowMs());
  });

  it('[WHD-12] fails if there is no response within the timeout, and is scheduled again', async () => {
    receiver.answer = () => undefined;
    const account = fixture.account({ deadlineMs: 200 });
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    expect(await account.row(endpoint)).toMatchObject({ status: 'pending', attemptCount: 1, lastResponseCode: null });
    expect((await account.row(endpoint)).lastError).toMatch(/within 0.2 seconds/);
  });

  it('[WHD-14] fails while the host resolves to a private address, and succeeds when the host resolves to an allowed address', async () => {
    let addresses = ['10.1.2.3'];
    const account = fixture.account({ resolve: async () => addresses });
    const endpoint = await account.endpoint(`http://hook.example:${receiver.port}/`);
    await account.publish();
    await account.drain();
    expect(receiver.requests).toHaveLength(0);
    expect(await account.row(endpoint)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      lastError: 'the host resolves to an address that is not public',
    });
    addresses = ['127.0.0.1'];
    account.advance(5000);
    await account.drain();
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });

  it('[WHD-07] [WHD-21] is repeated with the same body and event id and an increasing attempt number', async () => {
    receiver.answer = (request, response) => response.writeHead(request.headers['service-delivery-attempt'] === '3' ? 200 : 500).end();
    const account = fixture.account();
    await account.endpoint(receiver.url);
    const event = await account.publish('customer.updated', { z: { b: 1, a: [{ y: 1, x: 2 }] }, id: 'cus_1', a: 'é' });
    for (const delay of [0, 5000, 30_000]) {
      account.advance(delay);
      await account.drain();
    }
    expect(receiver.requests.map(({ headers }) => headers['service-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(receiver.requests.map(({ headers }) => headers['service-event-id']))).toEqual(new Set([event.id]));
    expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
  });

  it('[WHD-15] [WHD-16] [WHD-17] [LIM-09] [LIM-10] is attempted ten times over three days, and then fails', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const delays: number[] = [];
    let exhausted = 0;
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const startMs = account.nowMs();
      const report = await account.drain();
      exhausted += report.exhausted.length;
      const { nextAttemptAtMs } = await account.row(endpoint);
      if (nextAttemptAtMs === null) continue;
      delays.push(Math.floor((nextAttemptAtMs - startMs) / 1000));
      // The sweep wakes the account a minute before an attempt that is more than 15 minutes ahead. Before that wake-up, nothing is sent.
      account.advance(nextAttemptAtMs - account.nowMs() - 1000 - (nextAttemptAtMs - startMs > 900_000 ? 60_000 : 0));
      if (nextAttemptAtMs - account.nowMs() > 1500) expect(await account.drain()).toMatchObject({ delivered: 0, failedAttempts: 0 });
      account.advance(Math.max(0, nextAttemptAtMs - account.nowMs()));
    }
    expect(delays).toHaveLength(9);
    for (const [index, delay] of delays.entries()) {
      expect(delay - (RETRY_DELAYS_MS[index] ?? 0) / 1000).toBeGreaterThanOrEqual(0);
      expect(delay - (RETRY_DELAYS_MS[index] ?? 0) / 1000).toBeLessThanOrEqual(2);
    }
    expect(receiver.requests).toHaveLength(10);
    expect(await account.row(endpoint)).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAtMs: null });
    expect(exhausted).toBe(1);
    expect(await account.queued()).toEqual([]);
  });

  it('[WHD-22] contains the creation time of the event, by which a receiver can order events that arrive out of order', async () => {
    receiver.answer = (request, response) => {
      const slow = request.headers['service-event-type'] === 'customer.created';
      setTimeout(() => response.end(), slow ? 300 : 0);
    };
    const account = fixture.account();
    await account.endpoint(receiver.url);
    const first = await account.publish('customer.created');
    account.advance(2000);
    const second = await account.publish('customer.updated');
    await account.drain();
    const created = new Map(receiver.requests.map(({ body }) => JSON.parse(body.toString('utf8'))).map(({ id, created: at }) => [id, at]));
    expect(created.get(second.id)).toBeGreaterThan(created.get(first.id));
  });
});
