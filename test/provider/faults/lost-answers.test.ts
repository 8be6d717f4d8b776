import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_IDEMPOTENCY_SECONDS } from '../../../shared/sandbox/idempotency.ts';
import { buildOpenPayment, readPaymentRequest } from '../../../shared/sandbox/input.ts';
import { buildWrite } from '../../../shared/sandbox/store.ts';
import {
  createMandate,
  failureKindOf,
  firstPaymentRequest,
  newCustomer,
  providerAt,
  recurringPaymentRequest,
  type Sandbox,
  serve,
  startSandbox,
  value,
} from '../support.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const attemptQuery = (paymentId: string) => ({ metadataKey: 'payment_id', metadataValue: paymentId, notBefore: sandbox.clock.now - 60 });

/** Stores `count` newer payments at the provider; their ids sort after every ULID. */
const addNewer = async (customerId: string, count: number): Promise<void> => {
  const request = readPaymentRequest({
    amount: { value: '1.00', currency: 'EUR' },
    description: 'Newer',
    redirectUrl: 'https://shop.example',
    customerId,
  });
  for (let index = 0; index < count; index += 1) {
    const newer = buildOpenPayment(request, { suffix: `Z${String(index).padStart(4, '0')}`, now: sandbox.clock.now, claim: null });
    await sandbox.store.commit([
      buildWrite('payment', newer.id, newer, 0),
      buildWrite('customer_payment', `${customerId}/${newer.id}`, { paymentId: newer.id }, 0),
    ]);
  }
};

describe('a charge whose response was lost', () => {
  it('is found by its metadata and by its idempotency key, if it was made', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { charges: 'timeout_after_charge' });
    const request = recurringPaymentRequest(customerId, mandateId, { metadata: { payment_id: 'py_lost' } });
    expect(failureKindOf(await sandbox.provider.createPayment(request))).toBe('unavailable');
    const match = value(await sandbox.provider.findPayment(customerId, attemptQuery('py_lost')));
    expect(match).toMatchObject({ status: 'paid', amountCents: 1999 });
    expect(value(await sandbox.provider.createPayment(request)).id).toBe(match?.id);
    // The first payment, which created the mandate, and one charge.
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(2);
  });

  it('is not found if it was not made, and the idempotency key can be used again', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    await sandbox.behave(customerId, { charges: 'unreachable' });
    const request = recurringPaymentRequest(customerId, mandateId, { metadata: { payment_id: 'py_never' } });
    expect(failureKindOf(await sandbox.provider.createPayment(request))).toBe('unavailable');
    expect(value(await sandbox.provider.findPayment(customerId, attemptQuery('py_never')))).toBeNull();
    await sandbox.behave(customerId, { charges: 'paid' });
    expect(value(await sandbox.provider.createPayment(request)).status).toBe('paid');
  });

  it('is searched for on every page, with and without a customer', async () => {
    const customerId = await newCustomer(sandbox);
    const oldPayment = value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId, metadata: { payment_id: 'py_old' } })));
    await addNewer(customerId, 260);
    for (const owner of [customerId, null]) {
      expect(value(await sandbox.provider.findPayment(owner, attemptQuery('py_old')))?.id).toBe(oldPayment.id);
      expect(value(await sandbox.provider.findPayment(owner, attemptQuery('py_none')))).toBeNull();
    }
  });

  it('is not searched for on further pages once a page contains payments older than `notBefore`', async () => {
    const customerId = await newCustomer(sandbox);
    value(await sandbox.provider.createPayment(firstPaymentRequest({ customerId, metadata: { payment_id: 'py_old' } })));
    await addNewer(customerId, 260);
    sandbox.clock.now += 1000;
    const before = sandbox.requests.length;
    expect(value(await sandbox.provider.findPayment(customerId, attemptQuery('py_old')))).toBeNull();
    expect(sandbox.requests.length - before).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('returns the first payment for an hour, and creates another one afterwards', async () => {
    const customerId = await newCustomer(sandbox);
    const request = firstPaymentRequest({ customerId });
    const first = value(await sandbox.provider.createPayment(request));
    sandbox.clock.now += SANDBOX_IDEMPOTENCY_SECONDS - 1;
    expect(value(await sandbox.provider.createPayment(request)).id).toBe(first.id);
    sandbox.clock.now += 1;
    expect(value(await sandbox.provider.createPayment(request)).id).not.toBe(first.id);
  });

  it('that is used for a different request creates nothing and fails as `unavailable`', async () => {
    const customerId = await newCustomer(sandbox);
    const request = firstPaymentRequest({ customerId });
    value(await sandbox.provider.createPayment(request));
    expect(failureKindOf(await sandbox.provider.createPayment({ ...request, amountCents: 1 }))).toBe('unavailable');
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(1);
  });

  it('of concurrent requests creates one payment with one webhook, and all requests return that payment', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    const request = recurringPaymentRequest(customerId, mandateId);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sandbox.provider.createPayment(request)));
    const paymentIds = new Set(outcomes.map((outcome) => value(outcome).id));
    expect(paymentIds.size).toBe(1);
    expect(sandbox.webhooks.filter(({ id }) => paymentIds.has(id))).toHaveLength(1);
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(2);
  });

  it('of a refused request can be reused', async () => {
    const { customerId, mandateId } = await createMandate(sandbox);
    const request = recurringPaymentRequest(customerId, mandateId);
    await sandbox.behave(customerId, { charges: 'mandate_gone' });
    expect(failureKindOf(await sandbox.provider.createPayment(request))).toBe('mandate_gone');
    await sandbox.behave(customerId, { charges: 'paid' });
    expect(value(await sandbox.provider.createPayment(request)).status).toBe('paid');
  });

  it('is sent as a header', async () => {
    await sandbox.provider.createPayment(firstPaymentRequest({ idempotencyKey: 'intent-1', customerId: await newCustomer(sandbox) }));
    expect(sandbox.requests.at(-1)?.headers['idempotency-key']).toBe('intent-1');
  });
});

describe('the deadline', () => {
  it('ends a call without a response', async () => {
    const server = await serve(() => undefined);
    expect(failureKindOf(await providerAt(server.url, 'test_key', 50).getPayment('tr_1'))).toBe('unavailable');
    await server.close();
  });

  it('ends a call whose response stops', async () => {
    const server = await serve((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":'));
    expect(failureKindOf(await providerAt(server.url, 'test_key', 50).getPayment('tr_1'))).toBe('unavailable');
    await server.close();
  });

  it('ends a call whose response is slow', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(timer));
    });
    expect(failureKindOf(await providerAt(server.url, 'test_key', 100).getPayment('tr_1'))).toBe('unavailable');
    await server.close();
  });

  it('is not awaited if the response is interrupted or too large', async () => {
    const interrupted = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":"tr_1"', () => response.destroy());
    });
    expect(failureKindOf(await providerAt(interrupted.url, 'test_key', 60_000).getPayment('tr_1'))).toBe('unavailable');
    await interrupted.close();
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(failureKindOf(await providerAt(endless.url, 'test_key', 60_000).getPayment('tr_1'))).toBe('unavailable');
    await endless.close();
  });

  it('applies to a whole search over all pages', async () => {
    const page = { _embedded: { payments: [] }, _links: { next: { href: 'https://elsewhere.example/v2/payments?from=tr_9' } } };
    const item = { id: 'tr_1', status: 'open', amount: { value: '1.00', currency: 'EUR' }, createdAt: '2030-01-01T00:00:00+00:00' };
    const endless = await serve((_, response) => void response.end(JSON.stringify({ ...page, _embedded: { payments: [item] } })));
    expect(failureKindOf(await providerAt(endless.url, 'test_key', 100).findPayment(null, attemptQuery('py_1')))).toBe('unavailable');
    await endless.close();
  });
});
