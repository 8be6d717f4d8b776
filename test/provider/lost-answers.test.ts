import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_IDEMPOTENCY_SECONDS } from '../../shared/sandbox/idempotency.ts';
import { openPayment, readPaymentRequest } from '../../shared/sandbox/input.ts';
import { write } from '../../shared/sandbox/store.ts';
import { charge, kind, mandated, newCustomer, payment, providerAt, type Sandbox, serve, startSandbox, value } from './support.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const lookFor = (paymentId: string) => ({ metadataKey: 'payment_id', metadataValue: paymentId, notBefore: sandbox.clock.now - 60 });

/** Puts `count` payments of now after everything made so far: their ids sort behind every ULID. */
const addNewer = async (customerId: string, count: number): Promise<void> => {
  const request = readPaymentRequest({
    amount: { value: '1.00', currency: 'EUR' },
    description: 'Newer',
    redirectUrl: 'https://shop.example',
    customerId,
  });
  for (let index = 0; index < count; index += 1) {
    const newer = openPayment(request, { suffix: `Z${String(index).padStart(4, '0')}`, now: sandbox.clock.now, claim: null });
    await sandbox.store.commit([
      write('payment', newer.id, newer, 0),
      write('customer_payment', `${customerId}/${newer.id}`, { paymentId: newer.id }, 0),
    ]);
  }
};

describe('an answer that never comes', () => {
  it('after the charge: the attempt is found by its metadata, and its key leads to the same one', async () => {
    const { customerId, mandateId } = await mandated(sandbox);
    await sandbox.behave(customerId, { charges: 'timeout_after_charge' });
    const asked = charge(customerId, mandateId, { metadata: { payment_id: 'py_lost' } });
    expect(kind(await sandbox.provider.createPayment(asked))).toBe('unavailable');
    const found = value(await sandbox.provider.findPayment(customerId, lookFor('py_lost')));
    expect(found).toMatchObject({ status: 'paid', amountCents: 1999 });
    expect(value(await sandbox.provider.createPayment(asked)).id).toBe(found?.id);
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(2);
  });

  it('without a charge: there is nothing to find, and the key may be used again', async () => {
    const { customerId, mandateId } = await mandated(sandbox);
    await sandbox.behave(customerId, { charges: 'unreachable' });
    const asked = charge(customerId, mandateId, { metadata: { payment_id: 'py_never' } });
    expect(kind(await sandbox.provider.createPayment(asked))).toBe('unavailable');
    expect(value(await sandbox.provider.findPayment(customerId, lookFor('py_never')))).toBeNull();
    await sandbox.behave(customerId, { charges: 'paid' });
    expect(value(await sandbox.provider.createPayment(asked)).status).toBe('paid');
  });

  it('is searched through every page, with a customer or without', async () => {
    const customerId = await newCustomer(sandbox);
    const wanted = value(await sandbox.provider.createPayment(payment({ customerId, metadata: { payment_id: 'py_old' } })));
    await addNewer(customerId, 260);
    for (const owner of [customerId, null]) {
      expect(value(await sandbox.provider.findPayment(owner, lookFor('py_old')))?.id).toBe(wanted.id);
      expect(value(await sandbox.provider.findPayment(owner, lookFor('py_none')))).toBeNull();
    }
  });

  it('is not searched further back than asked', async () => {
    const customerId = await newCustomer(sandbox);
    value(await sandbox.provider.createPayment(payment({ customerId, metadata: { payment_id: 'py_old' } })));
    await addNewer(customerId, 260);
    sandbox.clock.now += 1000;
    const before = sandbox.requests.length;
    expect(value(await sandbox.provider.findPayment(customerId, lookFor('py_old')))).toBeNull();
    expect(sandbox.requests.length - before).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('answers the first payment again within the hour, and makes another after it', async () => {
    const customerId = await newCustomer(sandbox);
    const asked = payment({ customerId });
    const first = value(await sandbox.provider.createPayment(asked));
    sandbox.clock.now += SANDBOX_IDEMPOTENCY_SECONDS - 1;
    expect(value(await sandbox.provider.createPayment(asked)).id).toBe(first.id);
    sandbox.clock.now += 1;
    expect(value(await sandbox.provider.createPayment(asked)).id).not.toBe(first.id);
  });

  it('used for another request proves an earlier attempt: nothing is made, the outcome counts as unknown', async () => {
    const customerId = await newCustomer(sandbox);
    const asked = payment({ customerId });
    value(await sandbox.provider.createPayment(asked));
    expect(kind(await sandbox.provider.createPayment({ ...asked, amountCents: 1 }))).toBe('unavailable');
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(1);
  });

  it('of many requests at once makes one payment, tells of it once, and answers all with it', async () => {
    const { customerId, mandateId } = await mandated(sandbox);
    const asked = charge(customerId, mandateId);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sandbox.provider.createPayment(asked)));
    const made = new Set(outcomes.map((outcome) => value(outcome).id));
    expect(made.size).toBe(1);
    expect(sandbox.webhooks.filter(({ id }) => made.has(id))).toHaveLength(1);
    expect(value(await sandbox.provider.listPayments(customerId))).toHaveLength(2);
  });

  it('of a refused request may be used again', async () => {
    const { customerId, mandateId } = await mandated(sandbox);
    const asked = charge(customerId, mandateId);
    await sandbox.behave(customerId, { charges: 'mandate_gone' });
    expect(kind(await sandbox.provider.createPayment(asked))).toBe('mandate_gone');
    await sandbox.behave(customerId, { charges: 'paid' });
    expect(value(await sandbox.provider.createPayment(asked)).status).toBe('paid');
  });

  it('is sent as a header', async () => {
    await sandbox.provider.createPayment(payment({ idempotencyKey: 'intent-1', customerId: await newCustomer(sandbox) }));
    expect(sandbox.requests.at(-1)?.headers['idempotency-key']).toBe('intent-1');
  });
});

describe('the deadline', () => {
  it('ends a call whose answer does not arrive', async () => {
    const silent = await serve(() => undefined);
    expect(kind(await providerAt(silent.url, 'test_key', 50).getPayment('tr_1'))).toBe('unavailable');
    await silent.close();
  });

  it('ends a call whose answer stops half-way', async () => {
    const halting = await serve((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":'));
    expect(kind(await providerAt(halting.url, 'test_key', 50).getPayment('tr_1'))).toBe('unavailable');
    await halting.close();
  });

  it('ends a call whose answer comes drop by drop', async () => {
    const dripping = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(drip));
    });
    expect(kind(await providerAt(dripping.url, 'test_key', 100).getPayment('tr_1'))).toBe('unavailable');
    await dripping.close();
  });

  it('need not pass for an answer that breaks off, or has no end', async () => {
    const breaking = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":"tr_1"', () => response.destroy());
    });
    expect(kind(await providerAt(breaking.url, 'test_key', 60_000).getPayment('tr_1'))).toBe('unavailable');
    await breaking.close();
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(kind(await providerAt(endless.url, 'test_key', 60_000).getPayment('tr_1'))).toBe('unavailable');
    await endless.close();
  });

  it('covers the whole of a search, not each page', async () => {
    const page = { _embedded: { payments: [] }, _links: { next: { href: 'https://elsewhere.example/v2/payments?from=tr_9' } } };
    const item = { id: 'tr_1', status: 'open', amount: { value: '1.00', currency: 'EUR' }, createdAt: '2030-01-01T00:00:00+00:00' };
    const endless = await serve((_, response) => void response.end(JSON.stringify({ ...page, _embedded: { payments: [item] } })));
    expect(kind(await providerAt(endless.url, 'test_key', 100).findPayment(null, lookFor('py_1')))).toBe('unavailable');
    await endless.close();
  });
});
