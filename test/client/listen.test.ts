import { describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { until } from '../../scripts/support/waiting.ts';
import { createBilling, IncompleteExportError } from '../../shared/client/index.ts';
import { newPlan, openSession, pay } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { startListener } from './listener.ts';
import { openNetwork } from './network.ts';

vi.setConfig({ testTimeout: 240_000 });

const { baseUrl, createAccount } = service();
const CUT_MS = 10_000;

const sell = async (client: Client, priceId: string): Promise<void> => {
  const { id } = await client.post('/v1/customers', { name: 'Ada' });
  await pay(client, (await openSession(client, priceId, { customer_id: id })).id);
};

describe.skipIf(baseUrl.startsWith('https:'))('billing listen', () => {
  it('forwards every event once, in order and signed, and loses none while the network is down for ten seconds', async () => {
    const { testKey } = await createAccount();
    const client = apiOf(baseUrl).client(testKey);
    const { priceId } = await newPlan(client);
    const listener = await startListener(baseUrl, testKey);
    for (let count = 0; count < 3; count += 1) await sell(client, priceId);
    await until(() => listener.receiver.requests.length > 10, 60_000);
    listener.network.cut();
    const cutAt = Date.now();
    do await sell(client, priceId);
    while (Date.now() < cutAt + CUT_MS);
    listener.network.mend();
    await sell(client, priceId);
    const recorded = await listener.recorded(25);
    expect(await listener.forwarded()).toEqual(recorded);
    const { exitCode, printed } = await listener.end();
    expect(exitCode).toBe(0);
    expect(printed.map((each) => JSON.parse(each).outcome)).toEqual(recorded.map(() => 200));
  });
});

describe.skipIf(baseUrl.startsWith('https:'))('an incomplete export', () => {
  it('throws IncompleteExportError', async () => {
    const { testKey } = await createAccount();
    const client = apiOf(baseUrl).client(testKey);
    await Promise.all(Array.from({ length: 25 }, (_, index) => client.post('/v1/customers', { name: `Exported ${index}` })));
    const completeExport = await createBilling({ key: testKey, baseUrl }).tenant.export();
    expect(completeExport.customers).toHaveLength(25);
    const network = await openNetwork(baseUrl, 4000);
    try {
      const document = createBilling({ key: testKey, baseUrl: network.url }).tenant.export();
      await expect(document).rejects.toThrow(IncompleteExportError);
    } finally {
      network.stop();
    }
  });
});
