import { describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { until } from '../../scripts/support/waiting.ts';
import { createBilling } from '../../shared/client/index.ts';
import { newPlan, openSession, pay } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { startListener } from './listener.ts';
import { openNetwork } from './network.ts';

vi.setConfig({ testTimeout: 240_000 });

const { baseUrl, createAccount } = service();
const CUT_MS = 10_000;
/** The network closes a connection after this many bytes, which are less than an export of 25 customers. */
const MAX_RESPONSE_BYTES = 4000;

const sellSubscription = async (client: Client, priceId: string): Promise<void> => {
  const { id } = await client.post('/v1/customers', { name: 'Ada' });
  await pay(client, (await openSession(client, priceId, { customer_id: id })).id);
};

describe.skipIf(baseUrl.startsWith('https:'))('billing listen', () => {
  it('forwards every event once, in order and signed, and loses none while the network is down for ten seconds', async () => {
    const { testKey } = await createAccount();
    const client = apiOf(baseUrl).client(testKey);
    const { priceId } = await newPlan(client);
    const listener = await startListener(baseUrl, testKey);
    for (let count = 0; count < 3; count += 1) await sellSubscription(client, priceId);
    await until(() => listener.receiver.requests.length > 10, 60_000);
    listener.network.cut();
    const cutAt = Date.now();
    do await sellSubscription(client, priceId);
    while (Date.now() < cutAt + CUT_MS);
    listener.network.restore();
    await sellSubscription(client, priceId);
    // At least five sales, with at least five events each.
    const eventIds = await listener.allForwarded(25);
    expect(await listener.forwarded()).toEqual(eventIds);
    const { exitCode, printed } = await listener.end();
    expect(exitCode).toBe(0);
    expect(printed.map((line) => JSON.parse(line).outcome)).toEqual(eventIds.map(() => 200));
  });
});

describe.skipIf(baseUrl.startsWith('https:'))('tenant.export()', () => {
  it('is complete and shows one point in time, although each connection is closed after a few objects', async () => {
    const { testKey } = await createAccount();
    const client = apiOf(baseUrl).client(testKey);
    await Promise.all(Array.from({ length: 25 }, (_, index) => client.post('/v1/customers', { name: `Exported ${index}` })));
    const { generated_at: _generatedAt, ...document } = await createBilling({ key: testKey, baseUrl }).tenant.export();
    expect(document.customers).toHaveLength(25);
    const network = await openNetwork(baseUrl, MAX_RESPONSE_BYTES);
    try {
      const chunks = createBilling({ key: testKey, baseUrl: network.url }).tenant.exportChunks();
      let text = '';
      for await (const chunk of chunks) {
        // This customer is created after the first response, so the export does not contain it.
        if (text === '') await client.post('/v1/customers', { name: 'Late' });
        text += Buffer.from(chunk).toString();
      }
      expect(JSON.parse(text)).toEqual({ ...document, generated_at: expect.any(Number) });
    } finally {
      network.stop();
    }
  });
});
